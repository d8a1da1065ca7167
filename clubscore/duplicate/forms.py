"""Who competes at an event, and how they are compared: what the director may choose from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubscore.laws.words import gettext_noop

PAIRS, INDIVIDUALS, TEAMS = "pairs", "individuals", "teams"


@dataclass(frozen=True)
class Form:
    """A way to play: its name and a line about it, who competes, how results are compared."""

    name: str
    about: str
    are: str
    scoring: str
    options: Mapping[str, str] = field(default_factory=dict)


FORMS: Mapping[str, Form] = {
    PAIRS: Form(
        gettext_noop("Pairs"),
        gettext_noop("everybody plays the same cards; matchpoints"),
        "pairs",
        "matchpoints",
    ),
    INDIVIDUALS: Form(
        gettext_noop("Individual"),
        gettext_noop("partners change after every round; each is ranked alone"),
        "individuals",
        "matchpoints",
    ),
    TEAMS: Form(
        gettext_noop("Teams of four"),
        gettext_noop("matches at two tables; IMPs, 20 victory points in hundredths"),
        "teams",
        "imps-vp",
    ),
    "teams-whole": Form(
        gettext_noop("Teams of four, whole victory points"),
        gettext_noop("matches at two tables; IMPs, 20 victory points by the ACBL's bands"),
        "teams",
        "imps-vp",
        {"vp_scale": "acbl-20"},
    ),
    "teams-by-board": Form(
        gettext_noop("Teams of four, board by board"),
        gettext_noop("each board of a match is won, level or lost"),
        "teams",
        "board-a-match",
    ),
}
# How many people one entry has.
LEAST_PEOPLE = {"pairs": 2, "individuals": 1, "teams": 4}
MOST_PEOPLE = {"pairs": 2, "individuals": 1, "teams": 6}
