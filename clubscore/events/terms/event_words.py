"""What an event may be, in words: how results are compared, what a penalty is in, house options."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
SCORING_HELP = {
    "matchpoints": gettext_noop("how many other pairs did worse"),
    "cross-imps": gettext_noop("IMPs against every other table"),
    "butler-imps": gettext_noop("IMPs against the average of the board"),
    "total-points": gettext_noop("the points themselves"),
    "par": gettext_noop("against the par of prepared boards"),
    "board-a-match": gettext_noop("each board won, halved or lost"),
    "imps-vp": gettext_noop("IMPs of a match, turned into victory points"),
}
OPTION_WORDS = {
    "win_tie": gettext_noop("A comparison won, and one halved, counts"),
    "uneven_boards": gettext_noop("Boards with fewer results than others"),
    "missed_boards": gettext_noop("Who played fewer boards than others"),
    "percent_from": gettext_noop("Percentages are reckoned from"),
    "compare": gettext_noop("Results are compared with"),
    "datum": gettext_noop("Butler's average of a board leaves out"),
    "cross_imps": gettext_noop("Cross-IMPs of a board are"),
    "vp_scale": gettext_noop("Victory points by the scale of"),
    "par_ranking": gettext_noop("A par contest is ranked by"),
    "bidding": gettext_noop("At auction bids rank by"),
}
CHOICE_WORDS = {
    ("win_tie", "2"): gettext_noop("2 and 1"),
    ("win_tie", "1"): gettext_noop("1 and a half"),
    ("uneven_boards", "neuberg"): gettext_noop("made up by Neuberg's formula"),
    ("uneven_boards", "factor"): gettext_noop("multiplied up"),
    ("uneven_boards", "ascherman"): gettext_noop("by Ascherman"),
    ("uneven_boards", "none"): gettext_noop("as they are, with a lower top"),
    ("missed_boards", "scheduled"): gettext_noop("is ranked by the boards meant for him"),
    ("missed_boards", "all"): gettext_noop("has his total made up to all boards"),
    ("missed_boards", "none"): gettext_noop("keeps the total as it is"),
    ("percent_from", "exact"): gettext_noop("exact totals"),
    ("percent_from", "rounded"): gettext_noop("totals rounded to hundredths"),
    ("compare", "field"): gettext_noop("the whole field"),
    ("compare", "section"): gettext_noop("the own section only"),
    ("datum", "trim-1"): gettext_noop("the best and the worst score"),
    ("datum", "trim-2"): gettext_noop("two of the best and two of the worst"),
    ("datum", "mean"): gettext_noop("nothing"),
    ("cross_imps", "mean"): gettext_noop("averaged over the comparisons"),
    ("cross_imps", "sum"): gettext_noop("added up"),
    ("vp_scale", "wbf-20"): gettext_noop("the World Bridge Federation, to hundredths"),
    ("vp_scale", "acbl-20"): gettext_noop("the ACBL, whole points"),
    ("par_ranking", "losses"): gettext_noop("fewest losses"),
    ("par_ranking", "pars"): gettext_noop("pars made"),
    ("par_ranking", "net"): gettext_noop("net points"),
    ("par_ranking", "tasks"): gettext_noop("points for tasks"),
    ("par_ranking", "imps"): gettext_noop("IMPs of the net points"),
    ("bidding", "value"): gettext_noop("what they are worth"),
    ("bidding", "numerical"): gettext_noop("number, then denomination"),
}
GAME_WORDS = {
    "duplicate": gettext_noop("Today's duplicate"),
    "duplicate-auction": gettext_noop("Duplicate auction, 125 for a game"),
}
# What a par contest is ranked by, as the head of a column, and as said of a pair.
PAR_WORDS = {
    "losses": gettext_noop("Losses"),
    "pars": gettext_noop("Pars made"),
    "net": gettext_noop("Net"),
    "imps": gettext_noop("IMPs"),
    "tasks": gettext_noop("Points"),
}
PAR_COLUMN_WORDS = {
    "losses": gettext_noop("losses %(n)s"),
    "pars": gettext_noop("pars %(n)s"),
    "net": gettext_noop("net %(n)s"),
    "imps": gettext_noop("IMPs %(n)s"),
    "tasks": gettext_noop("tasks %(n)s"),
}
STATUS_WORDS = {
    "par": gettext_noop("par"),
    "ns-below": gettext_noop("N-S below par"),
    "ew-below": gettext_noop("E-W below par"),
}


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
    texts = {
        "pairs": _("Pair %(number)s"),
        "individuals": _("Player %(number)s"),
        "teams": _("Team %(number)s"),
    }
    return texts[are] % {"number": number}


def entry_is(are: str) -> str:
    """Return how many people one entry has, in a sentence."""
    texts = {
        "pairs": _("A pair is two people."),
        "individuals": _("At an individual each is entered for himself."),
        "teams": _("A team is four people, or up to six."),
    }
    return texts[are]
