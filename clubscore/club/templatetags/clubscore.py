"""Tags and filters of every template: days and clocks, suits, people's names, passages of law."""

import datetime as dt
import json
import re
from collections.abc import Iterable, Sequence

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from clubscore.club import wording
from clubscore.club.models import Act, Club, zone_of
from clubscore.club.record_words import words_of
from clubscore.club.wording import counted_forms, numbered, said, url_in_words

register = template.Library()

# A bid in a suit as a line of text has it: 4S, 3CX.
BID = re.compile(r"\b([1-7])([CDHS])(X{0,2})\b")

# Signs that a script's text may not have, as JSON may write them, too.
IN_SCRIPT = ((">", "\\u003E"), ("<", "\\u003C"), ("&", "\\u0026"))


for written in (
    *(wording.named, wording.both, wording.either, wording.listed),
    *(wording.figure, wording.signed, wording.percent),
    *(wording.weekday, wording.long_date, wording.full_date, wording.evening_date),
    said,
):
    register.filter(written.__name__, written)


@register.simple_tag
def results_waiting() -> dict[str, str]:
    """Return how a phone says of each number that so many results wait on it."""

    def say(number: int) -> str:
        return ngettext(
            "one result is waiting on this phone", "{n} results are waiting on this phone", number
        )

    return counted_forms(say, none=_("no results are waiting on this phone"))


@register.simple_tag
def no_address() -> str:
    """Return why there is no code and no address, and what gives one."""
    return _(
        "There is no code here because phones cannot open ClubScore: this computer is not on"
        " a network, or ClubScore answers this computer only. Join a network, or start"
        " ClubScore with HOST=0.0.0.0 or CLUBSCORE_URL. Then open this page again."
    )


@register.filter
def in_room(people: Iterable[object], number: str = "") -> str:
    """Return people who belong together; where there is no room, initials behind their number."""
    texts = [str(each) for each in people]
    whole, brief = wording.named(texts), wording.in_brief(texts)
    if not brief:
        return whole
    brief = format_html('<b class="ahead">{}</b> {}', number, brief) if number else brief
    return format_html('<span class="whole">{}</span><span class="brief">{}</span>', whole, brief)


@register.filter
def as_json(value: object, name: str) -> SafeString:
    """Return what Django's `json_script` does, of a long text in a fifth of the time."""
    text = json.dumps(value, cls=DjangoJSONEncoder)
    for sign, written in IN_SCRIPT:
        text = text.replace(sign, written)
    return format_html(
        '<script id="{}" type="application/json">{}</script>', name, SafeString(text)
    )


@register.filter
def at(mapping: dict[object, object], key: object) -> object:
    """Return a value of a mapping by a key that only the page knows."""
    return mapping.get(key)


def _is_of_12(club: Club) -> bool:
    return club.hours == Club.Hours.HOURS_12


@register.filter
def clock(moment: dt.datetime, club: Club) -> str:
    """Return the time of day by the club's clock, like 20:41."""
    return wording.clock_time(moment.astimezone(zone_of(club)), of_12=_is_of_12(club))


@register.filter
def day_and_time(moment: dt.datetime, club: Club) -> str:
    """Return day and time by the club's clock, like "3 November, 20:41"."""
    return wording.day_and_clock(moment.astimezone(zone_of(club)), of_12=_is_of_12(club))


@register.filter
def sign(denomination: str) -> str:
    """Return what components/suit.html calls a denomination."""
    return {"NT": "n", "NU": "u"}.get(denomination, denomination.lower())


@register.filter
def item(values: Sequence[object], number: int) -> object:
    """Return the value at a place of a list."""
    return values[number]


@register.filter
def suited(text: str) -> SafeString:
    """Return a line with the signs of suits in its bids: 4♠ by South."""
    found, at = SafeString(""), 0
    for bid in BID.finditer(text):
        parts = {"level": bid[1], "suit": bid[2].lower(), "doubling": len(bid[3])}
        shown = SafeString(render_to_string("components/contract.html", parts))
        found += conditional_escape(text[at : bid.start()]) + shown
        at = bid.end()
    return found + conditional_escape(text[at:])


# What is written into the club's log, and how a page says it.
ACTS = {
    "club founded": gettext_noop("club created: %(name)s"),
    "club put right": gettext_noop("club settings changed"),
    "extras chosen": gettext_noop("more features changed"),
    "laws of the house put right": gettext_noop("house laws changed: %(name)s"),
    "own laws kept": gettext_noop("own laws saved: %(name)s, %(game)s"),
    "own laws taken away": gettext_noop("own laws removed: %(name)s, %(game)s"),
    "template kept": gettext_noop("event template saved: %(name)s"),
    "template changed": gettext_noop("event template changed: %(name)s"),
    "template deleted": gettext_noop("event template deleted: %(name)s"),
    "role given": gettext_noop("%(name)s is now %(role)s"),
    "login made": gettext_noop("login created: %(name)s"),
    "login taken away": gettext_noop("login removed: %(name)s"),
    "password renewed": gettext_noop("new password for %(name)s"),
    "password chosen": gettext_noop("%(name)s chose a password"),
    "member added": gettext_noop("new member: %(name)s"),
    "guest added": gettext_noop("new guest: %(name)s"),
    "person put right": gettext_noop("details changed: %(name)s"),
    "guest became a member": gettext_noop("guest made a member: %(name)s"),
    "numbers put right": gettext_noop("numbers of %(name)s changed"),
    "two entries of one person": gettext_noop("two entries merged: %(name)s"),
    "name forgotten": gettext_noop("name deleted: %(name)s"),
    "list brought in": gettext_noop(
        "list imported from %(name)s: %(new)s new, %(changed)s changed"
    ),
    "sittings brought in": gettext_noop("rubbers imported from %(name)s: %(count)s"),
    "list taken out": gettext_noop("list exported: %(name)s"),
    "rate set": gettext_noop("exchange rate set: %(name)s"),
    "rate withdrawn": gettext_noop("exchange rate withdrawn: %(name)s"),
    "room's door opened": gettext_noop("room code turned on"),
    "room's door closed": gettext_noop("room code turned off"),
    "table money set": gettext_noop("table money set: %(name)s"),
    "event deleted": gettext_noop("event deleted: %(name)s"),
    "event had back": gettext_noop("event restored after deletion: %(name)s"),
    "event called off": gettext_noop("event called off: %(name)s; %(reason)s"),
    "event brought back": gettext_noop("called-off event restored: %(name)s"),
    "published name set": gettext_noop("name in published results changed: %(name)s"),
    "results published": gettext_noop("results published"),
    "results taken down": gettext_noop("published results taken down"),
    "publishing set": gettext_noop("settings of published results changed"),
    "backup taken": gettext_noop("backup made: %(name)s"),
    "backup key made": gettext_noop("key of the backups made"),
    "backup key proved": gettext_noop("secret key of the backups proved"),
}


@register.filter
def act_in_words(act: Act) -> str:
    """Return what was done, in the reader's language."""
    if act.what not in ACTS:
        return act.what
    values = {k: words_of(v) if isinstance(v, str) else v for k, v in act.data.items()}
    return _(ACTS[act.what]) % values


register.filter("numbered", numbered)
register.filter("law_url", url_in_words)
