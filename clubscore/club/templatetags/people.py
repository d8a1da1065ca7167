"""Words about people and about what was done to the club."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubscore.club.models import Act
from clubscore.club.own_words import words_of

register = template.Library()

# What is written into the club's log, and how a page says it.
ACTS = {
    "club founded": gettext_noop("club created: %(name)s"),
    "club put right": gettext_noop("club settings changed"),
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
