"""The reckoning of a deal by odd tricks: straight bridge, where no number is contracted for.

Either side scores its tricks over six. Revokes are counted in this order: tricks change hands,
trick points, additions, deductions (never below nothing for the deal), and a side that revoked
stops at 28 towards the game (Laws of Bridge 1899, laws 87 and 95).
"""

from __future__ import annotations

from clubscore.laws.counting.honours import honour_lines
from clubscore.laws.counting.lines import ABOVE, BELOW, Line, Piece, Score, Writer
from clubscore.laws.counting.reckoning import Position, Reckoner
from clubscore.laws.counting.tariff import Terms
from clubscore.laws.facts import Deal
from clubscore.laws.words import Word, ngettext_lazy

ODD_TRICKS = ngettext_lazy(
    "%(count)s odd trick %(place)s", "%(count)s odd tricks %(place)s", "count"
)
# Doubling may go on and on, so a line says what it came to.
ODD_TRICKS_AT = ngettext_lazy(
    "%(count)s odd trick %(place)s at %(value)s",
    "%(count)s odd tricks %(place)s at %(value)s each",
    "count",
)
ADDED = ngettext_lazy(
    "value of %(count)s trick for a revoke", "value of %(count)s tricks for a revoke", "count"
)
DEDUCTED = ngettext_lazy(
    "less the value of %(count)s trick for a revoke",
    "less the value of %(count)s tricks for a revoke",
    "count",
)

PENALTY_TRICKS = 3
# Law 87: whatever its score was before, a side that revoked cannot pass this towards the game.
HIGHEST_AFTER_REVOKE = 28


def reckon_odd_tricks(reckoner: Reckoner, deal: Deal, position: Position) -> Score:
    """Tricks, slams, honours and revoke penalties of one deal of straight bridge."""
    caps: tuple[tuple[int, int], ...] = ()
    sides = reckoner.sides(deal)
    if deal.revokes:
        columns = {reckoner.game.column_of[revoke.by] for revoke in deal.revokes}
        caps = tuple(
            (number, HIGHEST_AFTER_REVOKE)
            for number, column in enumerate(reckoner.columns)
            if column in columns
        )
        play = reckoner.piece(_play(reckoner, deal))
    else:
        play = reckoner.kept_play(deal) or reckoner.keep_play(
            deal, reckoner.piece(_play(reckoner, deal))
        )
    honours: Piece = reckoner.honours(deal, honour_lines)
    above = tuple(map(int.__add__, play.above, honours.above))
    return Score(play.lines + honours.lines, play.below, above, sides.columns, caps)


def _play(reckoner: Reckoner, deal: Deal) -> list[Line]:
    """The lines of everything but honours, chicane and fines."""
    terms, sides = reckoner.terms(deal), reckoner.sides(deal)
    columns = (sides.columns[0], sides.adverse_columns[0])
    won = (deal.tricks, reckoner.game.play.tricks - deal.tricks)
    claims = _claims(deal, sides.seats)
    writer = Writer(reckoner.tariff)
    points = _tricks(writer, deal, terms, columns, _after_taking(won, claims))
    _values(writer, terms, columns, claims, points)
    for side, column in enumerate(columns):
        if not any(claims[side].values()):
            for worth, words in terms.slams.get(won[side], ()):
                writer.write((column,), ABOVE, worth, "slam", words, (words,))
    return writer.lines


def _claims(deal: Deal, seats: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """How often each penalty was claimed against the declaring side and against the other."""
    claims = ({"tricks": 0, "deduct": 0, "add": 0}, {"tricks": 0, "deduct": 0, "add": 0})
    for revoke in deal.revokes:
        if revoke.penalty in claims[0]:
            claims[revoke.by not in seats][revoke.penalty] += 1
    return claims


def _after_taking(
    won: tuple[int, int], claims: tuple[dict[str, int], dict[str, int]]
) -> tuple[int, int]:
    """Tricks after the penalty: each side gives of those that it won in play, at most all."""
    given = [
        min(PENALTY_TRICKS * claim["tricks"], tricks)
        for tricks, claim in zip(won, claims, strict=True)
    ]
    return won[0] - given[0] + given[1], won[1] - given[1] + given[0]


def _tricks(
    writer: Writer,
    deal: Deal,
    terms: Terms,
    columns: tuple[str, str],
    tricks: tuple[int, int],
) -> list[int]:
    """Trick points of both sides; gives back what each has below the line."""
    assert deal.bid is not None  # noqa: S101 - reckoned only where the trump was made
    place = Word(deal.bid.denomination.place)
    points = [0, 0]
    for side, column in enumerate(columns):
        odd = tricks[side] - terms.book
        if odd <= 0:
            continue
        points[side] = odd * terms.value
        phrase = ODD_TRICKS
        words: dict[str, object] = {"count": odd, "place": place}
        if deal.doubling:
            phrase = ODD_TRICKS_AT
            words["value"] = terms.value
        writer.write((column,), BELOW, points[side], "tricks", phrase, **words)
    return points


def _values(
    writer: Writer,
    terms: Terms,
    columns: tuple[str, str],
    claims: tuple[dict[str, int], dict[str, int]],
    points: list[int],
) -> None:
    """Additions, then deductions; ``points`` is what each side has below the line so far."""
    both = ("both",) if all(any(claim.values()) for claim in claims) else ()
    for side, claim in enumerate(claims):
        if claim["add"]:
            tricks = PENALTY_TRICKS * claim["add"]
            added = claim["add"] * terms.revoke_value
            points[1 - side] += added
            cases = both or _several(claim)
            other = (columns[1 - side],)
            writer.write(other, BELOW, added, "revoke", ADDED, cases, count=tricks)
    for side, claim in enumerate(claims):
        if claim["deduct"]:
            tricks = PENALTY_TRICKS * claim["deduct"]
            taken = min(claim["deduct"] * terms.revoke_value, points[side])
            cases = both or _several(claim)
            own = (columns[side],)
            writer.write(own, BELOW, -taken, "revoke", DEDUCTED, cases, count=tricks)


def _several(claim: dict[str, int]) -> tuple[str, ...]:
    """Whether one side revoked more than once, which has a limb of the law to itself."""
    return ("several",) if sum(claim.values()) > 1 else ()


def deducted_from_nothing(
    deal: Deal, seats: tuple[str, ...], declaring: tuple[str, ...], book: int, most: int
) -> bool:
    """Whether these seats, one side of a deal, had no trick points to deduct for a revoke from."""
    claims = _claims(deal, declaring)
    side = int(seats != declaring)
    if not claims[side]["deduct"] or claims[1 - side]["add"]:
        return False
    return _after_taking((deal.tricks, most - deal.tricks), claims)[side] <= book
