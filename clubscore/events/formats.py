"""Which kinds of event a director may choose: who competes, and how they are compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.models.event import NUMBERED
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Option, find_scoring

PAIRS, INDIVIDUALS, TEAMS = "pairs", "individuals", "teams"


@dataclass(frozen=True)
class EventKind:
    """A way to play: its name and a line about it, who competes, how results are compared.

    Where the same people compete in several ways, the name is that of the way.
    """

    name: str
    about: str
    are: str
    scoring: str
    options: Mapping[str, str] = field(default_factory=dict)


FORMS: Mapping[str, EventKind] = {
    PAIRS: EventKind(
        gettext_noop("Pairs"),
        gettext_noop("everyone plays the same cards"),
        "pairs",
        "matchpoints",
    ),
    INDIVIDUALS: EventKind(
        gettext_noop("Individual"),
        gettext_noop("partners change every round, and each player is ranked alone"),
        "individuals",
        "matchpoints",
    ),
    TEAMS: EventKind(
        gettext_noop("20 victory points, in hundredths"),
        gettext_noop("IMPs of a match, on the WBF scale"),
        "teams",
        "imps-vp",
    ),
    "teams-whole": EventKind(
        gettext_noop("20 victory points, whole"),
        gettext_noop("IMPs of a match, on the ACBL scale"),
        "teams",
        "imps-vp",
        {"vp_scale": "acbl-20"},
    ),
    "teams-by-board": EventKind(
        gettext_noop("Board by board"),
        gettext_noop("each board of a match is won, halved or lost"),
        "teams",
        "board-a-match",
    ),
    "teams-by-points": EventKind(
        gettext_noop("Total points"),
        gettext_noop("the scores of both tables added up"),
        "teams",
        "total-points",
    ),
}
# Who plays: what the director is asked first, and a line about it.
KINDS: Mapping[str, tuple[str, str]] = {
    PAIRS: (FORMS[PAIRS].name, FORMS[PAIRS].about),
    INDIVIDUALS: (FORMS[INDIVIDUALS].name, FORMS[INDIVIDUALS].about),
    TEAMS: (gettext_noop("Teams of four"), gettext_noop("matches at two tables")),
}
MATCHES = tuple(key for key, each in FORMS.items() if each.are == TEAMS)
# How many people one entry has.
LEAST_PEOPLE = {"pairs": 2, "individuals": 1, "teams": 4}
MOST_PEOPLE = {"pairs": 2, "individuals": 1, "teams": 6}


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
