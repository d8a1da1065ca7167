"""Who competes at an event, and how they are compared: what the director may choose from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubscore.laws.words import gettext_noop

PAIRS, INDIVIDUALS = "pairs", "individuals"


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
}
# How many people one entry has.
LEAST_PEOPLE = {"pairs": 2, "individuals": 1}
MOST_PEOPLE = {"pairs": 2, "individuals": 1}
