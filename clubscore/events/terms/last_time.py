"""The terms of an earlier event, offered to a new one as a whole and named."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.models import Club
from clubscore.club.wording.days import month_day
from clubscore.club.wording.figures import speak_amount
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.kept_facts import Opened
from clubscore.events.terms.event_terms import (
    BONUS,
    Terms,
    games,
    laws_of,
    terms_of_event,
)
from clubscore.events.terms.event_words import option_words, scoring_name
from clubscore.events.terms.formats import FORMS, KINDS, TEAMS
from clubscore.laws.money import find_currency
from clubscore.ranking import every_option, find_valuation, read_options


def last_event(club: Club) -> Event | None:
    """Return the event that the club opened last: none from a file, none that was called off."""
    opened = Event.sessions.filter(club=club, told=False, called_off_at=None)
    return opened.order_by("pk").last()


def event_like(club: Club, pk: int) -> Event | None:
    """Return an event of the club whose terms another may take; None where there is none such."""
    return Event.objects.filter(club=club, told=False, pk=pk).first()


def terms_as_of(event: Event, name: str) -> Terms:
    """Return everything that an event was opened on or changed to, under another name."""
    opened = event.happenings.filter(kind=EventHappening.Kind.OPENED).first()
    meant = opened.told_as(Opened) if opened else Opened()
    boards, winners = meant.get("boards", 0), meant.get("winners", 0)
    wish = meant.get("wish", {})
    return replace(terms_of_event(event), name=name, boards=boards, winners=winners, wish=wish)


def last_time_in_words(event: Event) -> str:
    """Return an event's terms in one line: which evening, who played what, how it was compared."""
    parts = terms_in_words(event.club, terms_as_of(event, event.name))
    return " · ".join((f"{event.name}, {month_day(event.evening)}", *parts))


def terms_in_words(club: Club, terms: Terms) -> list[str]:
    """Return what an event is in some words: who plays what, how it is compared, what it costs."""
    form = FORMS[terms.form]
    parts = [
        _(KINDS[form.are][0]),
        dict(games())[terms.game],
        _(form.name) if form.are == TEAMS else scoring_name(terms.scoring),
        *_house_options(club, terms),
    ]
    if terms.boards:
        text = ngettext("%(n)s board in all", "%(n)s boards in all", terms.boards)
        parts.append(text % {"n": terms.boards})
    if terms.fee or terms.guest_fee:
        parts.append(_table_money(terms, club))
    return parts


def rates_in_words(event: Event | Terms, club: Club) -> tuple[str, str]:
    """Return what a player pays in words, and a guest where that is another amount, else ""."""
    currency = find_currency(club.currency)

    def in_words(coins: int) -> str:
        return speak_amount(coins, currency) if coins else _("nothing")

    guests = "" if event.guest_fee is None else in_words(event.guest_fee)
    return in_words(event.fee), guests


def _table_money(terms: Terms, club: Club) -> str:
    fee, guests = rates_in_words(terms, club)
    if not guests:
        return _("table money %(fee)s per player") % {"fee": fee}
    text = _("table money %(fee)s per player, %(guests)s per guest")
    return text % {"fee": fee, "guests": guests}


def _house_options(club: Club, terms: Terms) -> list[str]:
    """Laws, premium and options where they are not the usual ones."""
    found = []
    if {key for key in terms.rules if key != BONUS}:
        found += [
            _("laws of %(laws)s") % {"laws": name}
            for _value, name, chosen in laws_of(club, terms)
            if chosen
        ] or [_("laws of its own")]
    if BONUS in terms.rules:
        bonus = find_valuation(terms.game, dict(terms.rules)).game_bonus
        found.append(_("%(bonus)s for a game") % {"bonus": bonus})
    options, of_form = read_options(dict(terms.options)), FORMS[terms.form].options
    return found + [
        option_words(option, options.of(option))
        for option in every_option()
        if options.of(option) != of_form.get(option.key, option.usual)
    ]
