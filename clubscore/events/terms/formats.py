"""Who competes at an event, and how they are compared: what the director may choose from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubscore.laws.words import gettext_noop

PAIRS, INDIVIDUALS, TEAMS = "pairs", "individuals", "teams"


@dataclass(frozen=True)
class Form:
    """A way to play: its name and a line about it, who competes, how results are compared.

    Where the same people compete in several ways, the name is that of the way.
    """

    name: str
    about: str
    are: str
    scoring: str
    options: Mapping[str, str] = field(default_factory=dict)


FORMS: Mapping[str, Form] = {
    PAIRS: Form(
        gettext_noop("Pairs"),
        gettext_noop("everyone plays the same cards"),
        "pairs",
        "matchpoints",
    ),
    INDIVIDUALS: Form(
        gettext_noop("Individual"),
        gettext_noop("partners change every round, and each player is ranked alone"),
        "individuals",
        "matchpoints",
    ),
    TEAMS: Form(
        gettext_noop("20 victory points, in hundredths"),
        gettext_noop("IMPs of a match, on the WBF scale"),
        "teams",
        "imps-vp",
    ),
    "teams-whole": Form(
        gettext_noop("20 victory points, whole"),
        gettext_noop("IMPs of a match, on the ACBL scale"),
        "teams",
        "imps-vp",
        {"vp_scale": "acbl-20"},
    ),
    "teams-by-board": Form(
        gettext_noop("Board by board"),
        gettext_noop("each board of a match is won, halved or lost"),
        "teams",
        "board-a-match",
    ),
    "teams-by-points": Form(
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
