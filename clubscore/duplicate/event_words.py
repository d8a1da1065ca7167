"""What an event may be, in words: how results are compared, what a penalty is in, house options."""

from clubscore.laws.words import gettext_noop

SCORING_WORDS = {
    "matchpoints": gettext_noop("Matchpoints"),
    "cross-imps": gettext_noop("Cross-IMPs"),
    "butler-imps": gettext_noop("Butler"),
    "total-points": gettext_noop("Total points"),
    "par": gettext_noop("Par"),
    "board-a-match": gettext_noop("Board-a-match"),
    "imps-vp": gettext_noop("IMPs and victory points"),
}
UNIT_WORDS = {
    "percent-of-top": gettext_noop("percent of the top of a board"),
    "imps": gettext_noop("IMPs"),
    "vp": gettext_noop("victory points"),
    "points": gettext_noop("points, as the ranking counts them"),
}
