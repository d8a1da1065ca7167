"""The reckoning of a deal by contract: the auction family.

Penalty tricks count for making the contract and for points below the line and earn nothing above
it; bonuses are counted only on the tricks won in play. A side that revoked scores nothing but
honours and chicane, and where both did, neither does (Royal Auction Bridge, Law 90 of 1908 and
the codes after it).
"""

from __future__ import annotations

from clubscore.laws.counting.honours import honour_lines
from clubscore.laws.counting.lines import ABOVE, BELOW, Line, Piece, Score, Writer
from clubscore.laws.counting.reckoning import Position, Reckoner, Sides
from clubscore.laws.counting.revokes import tricks_after
from clubscore.laws.counting.tariff import Terms
from clubscore.laws.facts import Deal
from clubscore.laws.words import Word, gettext_noop, ngettext_lazy

# By doubling, as the deal has it: not, doubled, redoubled.
ODD_TRICKS = (
    ngettext_lazy("%(count)s odd trick %(place)s", "%(count)s odd tricks %(place)s", "count"),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, doubled", "%(count)s odd tricks %(place)s, doubled", "count"
    ),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, redoubled",
        "%(count)s odd tricks %(place)s, redoubled",
        "count",
    ),
)
ACCEPTED = (
    ngettext_lazy(
        "%(count)s odd trick %(place)s, as acceptor",
        "%(count)s odd tricks %(place)s, as acceptor",
        "count",
    ),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, doubled, as acceptor",
        "%(count)s odd tricks %(place)s, doubled, as acceptor",
        "count",
    ),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, redoubled, as acceptor",
        "%(count)s odd tricks %(place)s, redoubled, as acceptor",
        "count",
    ),
)
MADE = (
    gettext_noop("contract made"),
    gettext_noop("doubled contract made"),
    gettext_noop("redoubled contract made"),
)
COMPLETED = gettext_noop("contract completed by penalty tricks")
OVER = (
    ngettext_lazy("%(count)s overtrick", "%(count)s overtricks", "count"),
    ngettext_lazy("%(count)s overtrick, doubled", "%(count)s overtricks, doubled", "count"),
    ngettext_lazy("%(count)s overtrick, redoubled", "%(count)s overtricks, redoubled", "count"),
)
# Vulnerability matters to overtricks only if they are doubled.
OVER_VULNERABLE = (
    OVER[0],
    ngettext_lazy(
        "%(count)s overtrick, doubled, vulnerable",
        "%(count)s overtricks, doubled, vulnerable",
        "count",
    ),
    ngettext_lazy(
        "%(count)s overtrick, redoubled, vulnerable",
        "%(count)s overtricks, redoubled, vulnerable",
        "count",
    ),
)
DOWN = (
    ngettext_lazy("%(count)s trick down", "%(count)s tricks down", "count"),
    ngettext_lazy("%(count)s trick down, doubled", "%(count)s tricks down, doubled", "count"),
    ngettext_lazy("%(count)s trick down, redoubled", "%(count)s tricks down, redoubled", "count"),
)
DOWN_VULNERABLE = (
    ngettext_lazy("%(count)s trick down, vulnerable", "%(count)s tricks down, vulnerable", "count"),
    ngettext_lazy(
        "%(count)s trick down, doubled, vulnerable",
        "%(count)s tricks down, doubled, vulnerable",
        "count",
    ),
    ngettext_lazy(
        "%(count)s trick down, redoubled, vulnerable",
        "%(count)s tricks down, redoubled, vulnerable",
        "count",
    ),
)
REVOKES = ngettext_lazy(
    "%(count)s revoke by the other side", "%(count)s revokes by the other side", "count"
)

PENALTY_TRICKS = 3
# What a line may have a law of its own for, by doubling.
DOUBLINGS = ((), ("doubled",), ("redoubled", "doubled"))


def reckon_contract(reckoner: Reckoner, deal: Deal, position: Position) -> Score:
    """Tricks, bonuses, undertricks, slams, honours and revoke penalties of one contract."""
    vulnerable = reckoner.vulnerable(deal, position)
    if deal.revokes and (law := reckoner.game.counting.revoke_law).moves:
        seats, most = reckoner.sides(deal).seats, reckoner.game.play.tricks
        tricks = tricks_after(law, seats, deal.tricks, most, deal.revokes)
        deal = deal._replace(tricks=tricks, revokes=())
    if deal.revokes:
        play = reckoner.piece(_play(reckoner, deal, vulnerable))
    else:
        play = reckoner.kept_play(deal, vulnerable) or reckoner.keep_play(
            deal, reckoner.piece(_play(reckoner, deal, vulnerable)), vulnerable
        )
    columns = reckoner.sides(deal).columns
    if deal.honours or deal.chicane:
        honours = reckoner.honours(deal, honour_lines)
        above = tuple(map(int.__add__, play.above, honours.above))
        play = Piece(play.lines + honours.lines, play.below, above)
    if deal.own:
        play = _beside(reckoner, deal, play)
    return Score(play.lines, play.below, play.above, columns, vulnerable=vulnerable)


def _beside(reckoner: Reckoner, deal: Deal, play: Piece) -> Piece:
    """With what a card counts for the side that held it, as the Joker does."""
    lines = reckoner.game.counting.honours_beside(reckoner, deal)
    return reckoner.piece((*play.lines, *lines)) if lines else play


class _Play:
    """One contract being counted: who may still score, and the tricks that count."""

    __slots__ = (
        "adverse_barred",
        "barred",
        "cases",
        "counted",
        "deal",
        "place",
        "revokes",
        "sides",
        "taken",
        "tariff",
        "terms",
        "vulnerable",
        "writer",
    )  # fmt: skip

    def __init__(self, reckoner: Reckoner, deal: Deal, vulnerable: bool) -> None:
        assert deal.bid is not None  # noqa: S101 - reckoned only where a contract was played
        self.deal = deal
        self.tariff = reckoner.tariff
        self.terms: Terms = reckoner.terms(deal, vulnerable)
        self.sides: Sides = reckoner.sides(deal)
        self.writer = Writer(reckoner.tariff)
        self.place = Word(deal.bid.denomination.place)
        self.vulnerable = vulnerable
        reverse = ("nullo",) if deal.bid.denomination.reversed else ()
        self.cases: tuple[str, ...] = reverse + DOUBLINGS[deal.doubling]
        tricks, most = deal.tricks, reckoner.game.play.tricks
        self.counted = most - tricks if deal.bid.denomination.reversed else tricks
        own = sum(revoke.by in self.sides.seats for revoke in deal.revokes)
        self.revokes = (own, len(deal.revokes) - own)
        tricks_claimed = sum(revoke.penalty == "tricks" for revoke in deal.revokes)
        self.taken = min(PENALTY_TRICKS * tricks_claimed, most - tricks)
        bars_both = bool(deal.revokes) and reckoner.tariff.revoke_bars_both
        self.barred = bool(own) or bars_both
        self.adverse_barred = bool(self.revokes[1]) or bars_both


def _play(reckoner: Reckoner, deal: Deal, vulnerable: bool) -> list[Line]:
    """The lines of everything but honours, chicane and fines."""
    play = _Play(reckoner, deal, vulnerable)
    own, others = play.revokes
    if own and others:
        return []
    odd = play.counted + play.taken - play.terms.need
    if odd >= 0:
        _made(play)
    elif not play.adverse_barred:
        _failed(play, -odd)
    _slams(play, reckoner.game.play.tricks)
    points = reckoner.tariff.revoke_points
    _revoke_points(play, own * points, own, play.sides.adverse_columns, "declarer")
    claimed = sum(revoke.penalty == "points" for revoke in deal.revokes) - own
    _revoke_points(play, claimed * points, claimed, play.sides.columns, "adversary")
    return play.writer.lines


def _made(play: _Play) -> None:
    """Tricks below for declarer (above for an acceptor), bonuses above for both."""
    # Where one revoke bars both sides, the tricks taken for it are still the penalty itself.
    if play.revokes[0] or (play.barred and not play.taken):
        return
    terms = play.terms
    odd = play.counted + play.taken - terms.book
    odd = odd if terms.counted is None else min(odd, terms.counted)
    declarer, acceptors = play.sides.columns[:1], play.sides.columns[1:]
    doubling, points = play.deal.doubling, odd * terms.value + terms.first
    words: dict[str, object] = {"count": odd, "place": play.place}
    made, accepted = ODD_TRICKS[doubling], ACCEPTED[doubling]
    play.writer.write(declarer, BELOW, points, "tricks", made, play.cases, **words)
    play.writer.write(acceptors, ABOVE, points, "acceptor", accepted, play.cases, **words)
    if not play.barred:
        _bonuses(play)


def _bonuses(play: _Play) -> None:
    """For the contract and the tricks beyond it, as they were won in play."""
    terms, columns = play.terms, play.sides.columns
    over = play.counted - terms.need
    if over < 0:
        play.writer.write(columns, ABOVE, terms.salvaged, "salvaged", COMPLETED)
        return
    doubling, points = play.deal.doubling, over * terms.overtrick
    play.writer.write(columns, ABOVE, terms.bonus, "contract", MADE[doubling], play.cases)
    phrase = (OVER_VULNERABLE if play.vulnerable else OVER)[doubling]
    play.writer.write(columns, ABOVE, points, "overtricks", phrase, play.cases, count=over)


def _failed(play: _Play, down: int) -> None:
    """Undertricks above for every adversary, and below where the game counts them so."""
    terms, columns, cases = play.terms, play.sides.adverse_columns, play.cases
    phrase = (DOWN_VULNERABLE if play.vulnerable else DOWN)[play.deal.doubling]
    below = down * terms.down_below
    above = terms.down[down]
    play.writer.write(columns, BELOW, below, "undertricks-below", phrase, cases, count=down)
    play.writer.write(columns, ABOVE, above, "undertricks", phrase, cases, count=down)


def _slams(play: _Play, most: int) -> None:
    """Slams by the tricks won in play, to the side that won them unless it may not score."""
    bid = play.deal.bid
    kind = "nullo-slam" if bid is not None and bid.denomination.reversed else "slam"
    if not play.barred:
        for points, words in play.terms.slams.get(play.deal.tricks, ()):
            play.writer.write(play.sides.columns, ABOVE, points, kind, words, (words,))
    if not play.adverse_barred:
        for points, words in play.terms.adverse_slams.get(most - play.deal.tricks, ()):
            columns = play.sides.adverse_columns
            play.writer.write(columns, ABOVE, points, kind, words, (words,))


def _revoke_points(play: _Play, points: int, count: int, columns: tuple[str, ...], by: str) -> None:
    """Points for revokes by declarer's side or by an adversary: each has its limb of the law."""
    play.writer.write(columns, ABOVE, points, "revoke", REVOKES, (by,), count=count)
