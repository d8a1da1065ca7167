"""What a blank pad of a game has: rows for a pencil, words over its columns, words in its corners.

Nothing about paper: lengths are rows.
"""

from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.words import seat_name

Heads = Club.PadHeads
# From then on pads were printed with We and They; before, names were written over the columns.
WE_SAY_WE_SINCE = 1914
LETTERS = "ABCD"
# Abreast, a column of half a page keeps room for four figures in a hand's writing.
MOST_ABREAST = 3


class PadHead(NamedTuple):
    """What stands over a column: a word, or none, and lines for so many names."""

    word: str
    names: int


class PadPlan(NamedTuple):
    """A pad: rows above the line and below it, the words of its sums, its ledgers.

    Without rows above there is no line. Below it is open: who scores rules a line across as each
    game is won.
    """

    heads: tuple[PadHead, ...]
    above: int
    below: int
    sums: tuple[str, ...]
    ledgers: tuple[str, ...]
    foot: str

    @property
    def rows(self) -> int:
        """All rows from its heads to its end."""
        return self.above + self.below + len(self.sums) + len(self.ledgers)

    @property
    def is_abreast(self) -> bool:
        """Whether two stand beside each other on a page."""
        return len(self.heads) <= MOST_ABREAST


def plan_for(game: Game, rules: Rules, heads: str) -> PadPlan:
    """Return the pad of a game under its rules, with heads as the club has them."""
    above, below = game.course.pad_rows
    if not game.course.has_line:
        above, below = 0, above + below
    return PadPlan(
        heads_for(game, heads),
        above,
        below,
        _sums(game, rules),
        tuple(_(ledger.capitalize()) for ledger in game.settling.ledgers),
        _foot(game),
    )


def heads_for(game: Game, heads: str) -> tuple[PadHead, ...]:
    """Return what stands over the columns; a club may want one way for all games of two sides."""
    if all(len(column.seats) == 1 for column in game.columns):
        return tuple(
            PadHead(letter, 1) for letter, _column in zip(LETTERS, game.columns, strict=False)
        )
    if heads == Heads.ERA:
        since = int(game.about.years.partition("-")[0])
        heads = Heads.WE_THEY if since >= WE_SAY_WE_SINCE else Heads.NAMES
    if heads == Heads.WE_THEY:
        return (PadHead(_("WE"), 1), PadHead(_("THEY"), 1))
    return tuple(PadHead("", len(column.seats)) for column in game.columns)


def _sums(game: Game, rules: Rules) -> tuple[str, ...]:
    """Return what is added up under a pad, in its order."""
    tariff = reckoner_for(game, rules).tariff
    words = [_("sum")]
    if tariff.rubber_bonus:
        bonus = {"points": tariff.rubber_bonus, "quick": tariff.quick_rubber_bonus}
        in_two = _("rubber %(quick)s, %(points)s")
        words += [(in_two if bonus["quick"] else _("rubber %(points)s")) % bonus, _("total")]
    if game.settling.counted_totals(rules, dict.fromkeys(game.column_keys, 0)) is not None:
        words.insert(1, _("rounded"))
    if not game.two_sided:
        return (*words, _("won or lost"))
    return (*words, _("difference"), _("carried"))


def _foot(game: Game) -> str:
    """Return the sentence under a pad."""
    if not game.course.has_line:
        return _("A row for each deal, from the top down.")
    return _(
        "Above the double line, upward: honours and bonuses. Below it, downward: tricks; rule a"
        " line across when a game is won."
    )


def seats_of(game: Game) -> tuple[str, ...]:
    """Return every player's place, as a ledger names it."""
    return tuple(_(seat_name(seat)) for seat in game.seats)


def years_of(game: Game) -> str:
    """Return when a game was played: "1917–1923", "1927 to today"."""
    first, dash, last = game.about.years.partition("-")
    if dash and not last:
        return _("%(year)s to today") % {"year": first}
    return f"{first}–{last}" if dash else first
