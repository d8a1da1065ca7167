"""Words about people and about what was done to the club."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubscore.club.models import Act

register = template.Library()

# What is written into the club's log, and how a page says it.
ACTS = {
    "club founded": gettext_noop("club founded: %(name)s"),
    "club put right": gettext_noop("the club's own matters put right"),
    "laws of the house put right": gettext_noop("laws of the house put right: %(name)s"),
    "own laws kept": gettext_noop("laws kept under the name %(name)s: %(game)s"),
    "own laws taken away": gettext_noop("laws of our own taken away: %(name)s, %(game)s"),
    "role given": gettext_noop("%(name)s is %(role)s now"),
    "login made": gettext_noop("login made: %(name)s"),
    "login taken away": gettext_noop("login taken away: %(name)s"),
    "password renewed": gettext_noop("new password for %(name)s"),
    "password chosen": gettext_noop("%(name)s chose a password"),
    "member added": gettext_noop("new member: %(name)s"),
    "guest added": gettext_noop("new guest: %(name)s"),
    "person put right": gettext_noop("%(name)s put right"),
    "guest became a member": gettext_noop("%(name)s, a guest before, is a member"),
    "two entries of one person": gettext_noop("two entries were one person: %(name)s"),
    "name forgotten": gettext_noop("a name forgotten: %(name)s"),
    "list brought in": gettext_noop(
        "list brought in from %(name)s: %(new)s new, %(changed)s changed"
    ),
    "sittings brought in": gettext_noop("sittings brought in from %(name)s: %(count)s"),
    "list taken out": gettext_noop("list taken out: %(name)s"),
    "rate set": gettext_noop("rate of coins: %(name)s"),
    "rate withdrawn": gettext_noop("rate of coins withdrawn: %(name)s"),
    "table money set": gettext_noop("table money: %(name)s"),
    "event deleted": gettext_noop("event deleted: %(name)s"),
    "event had back": gettext_noop("event had back after it was deleted: %(name)s"),
    "event called off": gettext_noop("event called off: %(name)s; %(reason)s"),
    "event brought back": gettext_noop("event brought back that was called off: %(name)s"),
    "backup taken": gettext_noop("copy of all data taken: %(name)s"),
}


@register.filter
def act_in_words(act: Act) -> str:
    """Return what was done, in the reader's language."""
    return _(ACTS[act.what]) % act.data if act.what in ACTS else act.what
