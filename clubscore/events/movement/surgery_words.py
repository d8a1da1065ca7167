"""The words of the page that changes a movement, for pairs, teams and players."""

from typing import NamedTuple

from clubscore.laws.words import gettext_noop


class Words(NamedTuple):
    """Titles for late arrivals, leaving and choosing; what to do first; a word on substitutes."""

    late: str
    leaves: str
    one: str
    enter: str
    substitute: str


SURGERY_WORDS = {
    "pairs": Words(
        gettext_noop("A late pair"),
        gettext_noop("A pair leaves"),
        gettext_noop("Pair"),
        gettext_noop("Enter a pair"),
        gettext_noop("If another pair takes over the number, change the names under Who plays."),
    ),
    "teams": Words(
        gettext_noop("A late team"),
        gettext_noop("A team leaves"),
        gettext_noop("Team"),
        gettext_noop("Enter a team"),
        gettext_noop("If other players take over the team, change the names under Who plays."),
    ),
    "individuals": Words(
        gettext_noop("A late player"),
        gettext_noop("A player leaves"),
        gettext_noop("Player"),
        gettext_noop("Enter a player"),
        gettext_noop("If a substitute takes over the number, change the name under Who plays."),
    ),
}
