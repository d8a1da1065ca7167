"""Every kind of movement by its name, with as many boards as an evening takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, Phrase, Word, gettext_noop, ngettext_lazy
from clubscore.movements import mitchell as mitchells
from clubscore.movements.checker import balance_of
from clubscore.movements.howell import COPIES, STOPPED, TOGETHER, howell, individual, three_quarter
from clubscore.movements.mitchell import rover
from clubscore.movements.rows import Are, Movement, barometer
from clubscore.movements.swiss import first_round, growing
from clubscore.movements.teams import head_to_head, new_england, round_robin

# An evening is about so many boards; more tire people.
EVENING, MOST_IN_A_SET = 28, 8
MOST_CONTESTANTS = 200
KIND = gettext_noop("There is no movement called %(given)s. Choose %(choices)s.")
TOO_FEW = {
    "pairs": ngettext_lazy(
        "%(kind)s: at least %(least)s pair is needed, not %(given)s.",
        "%(kind)s: at least %(least)s pairs are needed, not %(given)s.",
        "least",
    ),
    "individuals": ngettext_lazy(
        "%(kind)s: at least %(least)s player is needed, not %(given)s.",
        "%(kind)s: at least %(least)s players are needed, not %(given)s.",
        "least",
    ),
    "teams": ngettext_lazy(
        "%(kind)s: at least %(least)s team is needed, not %(given)s.",
        "%(kind)s: at least %(least)s teams are needed, not %(given)s.",
        "least",
    ),
}
TOO_MANY = {
    "pairs": ngettext_lazy(
        "%(kind)s: at most %(most)s pair can play, not %(given)s.",
        "%(kind)s: at most %(most)s pairs can play, not %(given)s.",
        "most",
    ),
    "individuals": ngettext_lazy(
        "%(kind)s: at most %(most)s player can play, not %(given)s.",
        "%(kind)s: at most %(most)s players can play, not %(given)s.",
        "most",
    ),
    "teams": ngettext_lazy(
        "%(kind)s: at most %(most)s team can play, not %(given)s.",
        "%(kind)s: at most %(most)s teams can play, not %(given)s.",
        "most",
    ),
}
ONE_OR_MORE = {
    "boards": gettext_noop("The number of boards must be at least 1, not %(given)s."),
    "rounds": gettext_noop("The number of rounds must be at least 1, not %(given)s."),
}
BOARDS = ngettext_lazy(
    "%(boards)s board cannot be shared out equally (sets: %(sets)s). Choose %(low)s or %(high)s.",
    "%(boards)s boards cannot be shared out equally (sets: %(sets)s). Choose %(low)s or %(high)s.",
    "boards",
)
WINNERS = gettext_noop("winners must be 1 or 2, not %(given)s.")
ONE_WINNER = gettext_noop("%(kind)s: choose one winner, because pairs sit both ways.")
EVEN_ONLY = gettext_noop("%(kind)s: the number of tables must be even, not %(tables)s.")
HALVES = gettext_noop("Half rounds come in twos: choose %(low)s or %(high)s, not %(given)s.")
UNEVEN = gettext_noop(
    "The movement is poorly balanced for one winner (%(quality)s%%). Two winners would be fairer."
)
SWISS_ROUNDS = ngettext_lazy(
    "Without meeting again, this field can play %(most)s round, not %(rounds)s.",
    "Without meeting again, this field can play %(most)s rounds, not %(rounds)s.",
    "most",
)
# What another program planned, and no kind here makes.
AS_TOLD = "as-told"
KIND_NAMES = {
    "mitchell": gettext_noop("Mitchell"),
    "half-table-ns": gettext_noop("Mitchell, half table North–South"),
    "half-table-ew": gettext_noop("Mitchell, half table East–West"),
    "howell": gettext_noop("Howell"),
    "three-quarter-howell": gettext_noop("Three-quarter Howell"),
    "howell-barometer": gettext_noop("Barometer Howell"),
    "mitchell-barometer": gettext_noop("Barometer Mitchell"),
    "half-round-mitchell": gettext_noop("Half-round Mitchell"),
    "rover-mitchell": gettext_noop("Rover Mitchell"),
    "web-mitchell": gettext_noop("Web Mitchell"),
    "bowman-mitchell": gettext_noop("Bowman Mitchell"),
    "individual": gettext_noop("Individual"),
    "individual-barometer": gettext_noop("Barometer individual"),
    "teams-round-robin": gettext_noop("Teams, round robin"),
    "teams-new-england": gettext_noop("Teams, New England relay"),
    "teams-head-to-head": gettext_noop("Teams, head to head"),
    "teams-swiss": gettext_noop("Teams, Swiss"),
    "pairs-swiss": gettext_noop("Pairs, Swiss"),
    AS_TOLD: gettext_noop("As in a file"),
    "one-table": gettext_noop("One table"),
}
WEB = Word(KIND_NAMES["web-mitchell"])
# Below this a single ranking says little.
EVEN_ENOUGH = 50


class MovementWish(NamedTuple):
    """How many there are, and what is wished for."""

    contestants: int
    boards: int | None = None
    rounds: int | None = None
    winners: int | None = None


@dataclass(frozen=True)
class MovementKind:
    """A kind of movement: whom it is for, how few and many, and how it is made.

    One that is `for_odd` says which pair is missing; with none missing it is a usual Mitchell.
    """

    key: str
    are: Are
    least: int
    most: int
    make: Callable[[MovementWish], Movement]
    two_winners: bool = False
    for_odd: bool = False

    def suits(self, count: int) -> bool:
        """Whether so many can play it."""
        return self.least <= count <= self.most and not (self.for_odd and count % 2 == 0)


def build(
    kind: str,
    contestants: int,
    *,
    boards: int | None = None,
    rounds: int | None = None,
    winners: int | None = None,
) -> Movement:
    """A movement by the name of its kind; RuleError says what would be right.

    `boards` is the number of boards in play in the whole event. A Mitchell has two winners
    unless one is asked for; then its last rounds are turned.
    """
    found = KINDS.get(kind)
    if found is None:
        choices = Either(KINDS)
        raise RuleError("kind", KIND, "kind", given=shown(kind), choices=choices)
    asked = MovementWish(contestants, boards, rounds, winners)
    _check_asked(found, asked)
    movement = found.make(asked)
    movement = replace(movement, kind=found.key, boards_per_set=boards_per_set(movement, boards))
    return _one_winner(movement) if winners == 1 and movement.winners == 2 else movement


def _check_asked(kind: MovementKind, asked: MovementWish) -> None:
    are = "players" if kind.are == "individuals" else kind.are
    params = {"kind": Word(KIND_NAMES[kind.key]), "given": asked.contestants}
    if asked.contestants < kind.least:
        raise RuleError("too-few", TOO_FEW[kind.are], are, least=kind.least, **params)
    if asked.contestants > kind.most:
        raise RuleError("too-many", TOO_MANY[kind.are], are, most=kind.most, **params)
    for what, given in (("boards", asked.boards), ("rounds", asked.rounds)):
        if given is not None and given < 1:
            raise RuleError("number", ONE_OR_MORE[what], what, given=given)
    if asked.winners not in (None, 1, 2):
        raise RuleError("winners", WINNERS, "winners", given=asked.winners)
    if asked.winners == 2 and not kind.two_winners:
        raise RuleError("winners", ONE_WINNER, "winners", kind=params["kind"])


def boards_per_set(movement: Movement, boards: int | None) -> int:
    """How many boards a set has, so that all together are so many; else what an evening takes."""
    if boards is None:
        return usual_boards(movement.rounds)
    if boards % movement.sets:
        low = max(1, boards // movement.sets) * movement.sets
        high = (boards // movement.sets + 1) * movement.sets
        params = {"boards": boards, "sets": movement.sets, "low": low, "high": high}
        raise RuleError("boards", BOARDS, "boards", **params)
    return boards // movement.sets


def usual_boards(rounds: int) -> int:
    """Boards a round for about 24 to 28 in all; two where the rounds are many."""
    least = 2 if rounds <= 16 else 1
    return max(least, min(MOST_IN_A_SET, EVENING // rounds))


def _one_winner(movement: Movement) -> Movement:
    """Turn the last rounds; say so where the pairs compete unevenly for all that."""
    turned = mitchells.arrow_switch(movement, mitchells.usual_switch(movement.rounds))
    quality = balance_of(turned).quality
    if quality < EVEN_ENOUGH:
        return turned.noting(Phrase(UNEVEN, {"quality": round(quality)}))
    return turned


def _mitchell(asked: MovementWish) -> Movement:
    tables = (asked.contestants + 1) // 2
    rounds = asked.rounds or _usual_rounds(tables, asked.boards)
    if asked.contestants % 2:
        return mitchells.half_table(asked.contestants, rounds=rounds)
    return mitchells.mitchell(tables, rounds=rounds)


def _half_table(asked: MovementWish, missing: str) -> Movement:
    """A Mitchell at whose half table the pair that is there sits the way it was counted."""
    if asked.contestants % 2 == 0:
        return _mitchell(asked)
    tables = (asked.contestants + 1) // 2
    rounds = asked.rounds or _usual_rounds(tables, asked.boards)
    return mitchells.half_table(asked.contestants, rounds=rounds, missing=missing)


def _half_rounds(asked: MovementWish) -> Movement:
    """Half rounds count as rounds: eight of them at four tables."""
    if asked.rounds and asked.rounds % 2:
        low, high = asked.rounds - 1, asked.rounds + 1
        raise RuleError("rounds", HALVES, "rounds", given=asked.rounds, low=low, high=high)
    rounds = asked.rounds // 2 if asked.rounds else None
    return mitchells.in_half_rounds(_mitchell(asked._replace(rounds=rounds)))


def _usual_rounds(tables: int, boards: int | None) -> int:
    """Every round, unless that is too much for an evening or leaves too few boards."""
    if boards is not None:
        return tables
    if tables == 10:
        return 9
    return min(tables, 13)


def _rover(asked: MovementWish) -> Movement:
    if asked.contestants % 2 == 0:
        return _mitchell(asked)
    return rover(asked.contestants // 2, rounds=asked.rounds)


def _web(asked: MovementWish) -> Movement:
    tables = (asked.contestants + 1) // 2
    if tables % 2:
        raise RuleError("tables", EVEN_ONLY, "pairs", kind=WEB, tables=tables)
    rounds = asked.rounds or (8 if tables <= 12 else 13)
    rounds = min(rounds, tables - 1)
    form = mitchells.web(tables, rounds)
    return mitchells.mitchell(tables, form=form, missing="ew" if asked.contestants % 2 else "")


def _bowman(asked: MovementWish) -> Movement:
    tables = (asked.contestants + 1) // 2
    form = mitchells.bowman(tables - 2)
    missing = "ew" if asked.contestants % 2 else ""
    return mitchells.mitchell(tables, rounds=asked.rounds, form=form, missing=missing)


def _barometer(asked: MovementWish) -> Movement:
    return _all_together(howell(asked.contestants, rounds=asked.rounds))


def _all_together(plain: Movement) -> Movement:
    """The same with a copy of every board for each table."""
    movement = barometer(plain)
    notes = [each for each in movement.notes if each.phrase != STOPPED]
    copies = Phrase(COPIES, {"copies": movement.copies})
    return replace(movement, notes=(*notes, Phrase(TOGETHER, {}), copies))


def _swiss(asked: MovementWish, are: Are) -> Movement:
    """Its first round by the numbers; with a number of rounds what is still to be drawn."""
    if asked.rounds is None:
        return first_round(asked.contestants, are)
    if asked.rounds >= asked.contestants + asked.contestants % 2:
        most = asked.contestants - 1 + asked.contestants % 2
        raise RuleError("rounds", SWISS_ROUNDS, "rounds", most=most, rounds=asked.rounds)
    return growing(asked.contestants, are, asked.rounds)


KINDS = {
    kind.key: kind
    for kind in (
        MovementKind("mitchell", "pairs", 4, MOST_CONTESTANTS, _mitchell, two_winners=True),
        MovementKind(
            "howell", "pairs", 3, 60, lambda asked: howell(asked.contestants, rounds=asked.rounds)
        ),
        MovementKind(
            "three-quarter-howell",
            "pairs",
            5,
            24,
            lambda asked: three_quarter(asked.contestants, rounds=asked.rounds),
        ),
        MovementKind("howell-barometer", "pairs", 3, 60, _barometer),
        MovementKind(
            "mitchell-barometer",
            "pairs",
            4,
            MOST_CONTESTANTS,
            lambda asked: _all_together(_mitchell(asked)),
            two_winners=True,
        ),
        MovementKind("half-round-mitchell", "pairs", 5, 16, _half_rounds, two_winners=True),
        MovementKind("rover-mitchell", "pairs", 8, MOST_CONTESTANTS, _rover, two_winners=True),
        MovementKind("web-mitchell", "pairs", 11, MOST_CONTESTANTS, _web, two_winners=True),
        MovementKind("bowman-mitchell", "pairs", 9, MOST_CONTESTANTS, _bowman, two_winners=True),
        MovementKind(
            "half-table-ns",
            "pairs",
            5,
            MOST_CONTESTANTS,
            lambda asked: _half_table(asked, "ew"),
            two_winners=True,
            for_odd=True,
        ),
        MovementKind(
            "half-table-ew",
            "pairs",
            5,
            MOST_CONTESTANTS,
            lambda asked: _half_table(asked, "ns"),
            two_winners=True,
            for_odd=True,
        ),
        MovementKind(
            "individual",
            "individuals",
            4,
            52,
            lambda asked: individual(asked.contestants, rounds=asked.rounds),
        ),
        MovementKind(
            "individual-barometer",
            "individuals",
            8,
            16,
            lambda asked: individual(asked.contestants, rounds=asked.rounds, together=True),
        ),
        MovementKind(
            "teams-round-robin",
            "teams",
            2,
            30,
            lambda asked: round_robin(asked.contestants, rounds=asked.rounds),
        ),
        MovementKind(
            "teams-new-england",
            "teams",
            4,
            30,
            lambda asked: new_england(asked.contestants, asked.rounds),
        ),
        MovementKind(
            "teams-head-to-head", "teams", 2, 2, lambda asked: head_to_head(asked.rounds or 2)
        ),
        MovementKind(
            "teams-swiss",
            "teams",
            2,
            MOST_CONTESTANTS,
            lambda asked: _swiss(asked, "teams"),
        ),
        MovementKind(
            "pairs-swiss",
            "pairs",
            2,
            MOST_CONTESTANTS,
            lambda asked: _swiss(asked, "pairs"),
        ),
    )
}
