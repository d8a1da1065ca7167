"""What an event may be, in words: what is played, what a penalty is in, who competes."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.models.events import NUMBERED
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Option, find_scoring

UNIT_WORDS = {
    "percent-of-top": gettext_noop("% of a top"),
    "imps": gettext_noop("IMPs"),
    "vp": gettext_noop("victory points"),
    "points": gettext_noop("points of the ranking"),
}
GAME_WORDS = {
    "duplicate": gettext_noop("Today's duplicate"),
    "duplicate-auction": gettext_noop("Duplicate auction, 125 points for a game"),
}


def scoring_name(key: str) -> str:
    """Return what a way of scoring is called."""
    return _(find_scoring(key).name)


def option_words(option: Option, value: str) -> str:
    """Return an option and what was chosen, in a line."""
    return f"{_(option.label)}: {_(option.words(value))}"


def how_many(are: str, count: int) -> str:
    """Return so many contestants in words: 12 pairs, 8 players."""
    texts = {
        "pairs": ngettext("%(n)s pair", "%(n)s pairs", count),
        "individuals": ngettext("%(n)s player", "%(n)s players", count),
        "teams": ngettext("%(n)s team", "%(n)s teams", count),
    }
    return texts[are] % {"n": count}


def numbered(are: str, number: int | str) -> str:
    """Return a contestant by its number: Pair 3, Player 3, Team 3."""
    return _(NUMBERED[are]) % {"number": number}


def entry_is(are: str) -> str:
    """Return how many people one entry has, in a sentence."""
    texts = {
        "pairs": _("A pair is two people. Choose two."),
        "individuals": _("In an individual, enter each player alone."),
        "teams": _("A team has four to six players."),
    }
    return texts[are]
