"""Which movement tonight: two or three proposals, with what speaks for and against each.

Every note of a movement is stored under a code, so its words may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Phrase, Word, gettext_noop, ngettext_lazy
from clubscore.movements import changes as late_and_leaving
from clubscore.movements import changes as lengths
from clubscore.movements import changes as newcomers
from clubscore.movements import completion as effects
from clubscore.movements import completion as redrawing
from clubscore.movements import howell, mitchell, repair, swiss
from clubscore.movements import howell as individual
from clubscore.movements import kinds as every_kind
from clubscore.movements import mitchell as rovers
from clubscore.movements import repair as match_repair
from clubscore.movements import teams as team_rounds
from clubscore.movements.checker import Facts, facts_of, is_sound, shares_of, stand_between
from clubscore.movements.howell import COPIES as THERE_MUST_BE
from clubscore.movements.howell import SIZES, patterns
from clubscore.movements.kinds import KIND_NAMES, build
from clubscore.movements.rows import BOARDS_A_ROUND, ROUNDS, TABLES, Movement, counted
from clubscore.movements.teams import LEAST

MINUTES_A_BOARD, MINUTES_A_MOVE = 7, 1
LEAST_SHARE = 70  # per cent of the boards that everyone should play
TITLE = gettext_noop("%(kind)s: %(tables)s, %(rounds)s, %(boards)s")
TITLE_REST = gettext_noop(
    "%(kind)s: %(tables)s, one pair sits out each round, %(rounds)s, %(boards)s"
)
TAKES = gettext_noop("about %(hours)s h %(minutes)s min")
ALL_MEET = gettext_noop("Everyone meets everyone.")
ALL_OPPOSITE = gettext_noop("Everyone meets all pairs of the other direction.")
ALL_BOARDS = ngettext_lazy(
    "Everyone plays all boards: %(boards)s.",
    "Everyone plays all %(boards)s boards.",
    "boards",
)
STAY = gettext_noop("North–South stay at their tables.")
NOBODY_RESTS = gettext_noop("No one sits out.")
EVEN = gettext_noop("One ranking; balance of the movement: %(quality)s%%.")
TWO_WINNERS = gettext_noop("Two rankings: North–South and East–West are ranked apart.")
NOT_EVEN = gettext_noop("Poor balance for one ranking: only %(quality)s%%.")
RESTS = ngettext_lazy(
    "Sitting out costs a pair %(boards)s board.",
    "Sitting out costs a pair %(boards)s boards.",
    "boards",
)
NEVER_RESTS = gettext_noop("Some pairs sit out a round, others never do.")
SHARES = gettext_noop("Tables %(tables)s share their boards every round.")
SHARES_SOME = ngettext_lazy(
    "Tables share boards in %(rounds)s of the rounds.",
    "Tables share boards in %(rounds)s of the rounds.",
    "rounds",
)
SHARES_IN = ngettext_lazy(
    "Tables %(tables)s share their boards in %(rounds)s round.",
    "Tables %(tables)s share their boards in %(rounds)s rounds.",
    "rounds",
)
STAND = gettext_noop("A bye-stand is between tables %(low)s and %(high)s.")
COPIES = gettext_noop("Copies needed of every board: %(copies)s.")
NEARLY_ALL_MOVE = gettext_noop(
    "Nearly everyone moves after every round, so guide cards are needed."
)
SOME_NEVER_MEET = gettext_noop("Some pairs never meet.")
FEW = gettext_noop("Some pairs play only %(percent)s%% of the boards, less than the usual 70%%.")
NONE = ngettext_lazy(
    "No movement for %(pairs)s pair fits these limits. Try more time or a different number of"
    " boards.",
    "No movement for %(pairs)s pairs fits these limits. Try more time or a different number of"
    " boards.",
    "pairs",
)


class Wishes(NamedTuple):
    """What a club wants of an evening.

    `least` and `most` boards for each pair, `minutes` there are in all, `copies` of each board,
    `winners` 1 or 2 if that matters, `tables` if there are no more.
    """

    least: int = 22
    most: int = 28
    minutes: int | None = None
    copies: int = 1
    winners: int | None = None
    tables: int | None = None


class MovementProposal(NamedTuple):
    """A movement in plain words: what it is, how long it takes in minutes, its good and its bad."""

    title: Phrase
    takes: Phrase
    minutes: int
    good: tuple[Phrase, ...]
    bad: tuple[Phrase, ...]
    movement: Movement


@lru_cache(maxsize=64)
def propose(pairs: int, wishes: Wishes = Wishes()) -> tuple[MovementProposal, ...]:  # noqa: B008 - frozen
    """Two or three movements for so many pairs, best first; RuleError where none fits."""
    ranked = sorted(
        ((_worth(movement, facts, wishes), at, movement, facts)
         for at, (movement, facts) in enumerate(_fitting(pairs, wishes))),
        key=lambda each: each[:2],
    )  # fmt: skip
    chosen: list[MovementProposal] = []
    kinds: list[tuple[str, int]] = []
    for _, _, movement, facts in ranked:
        family = "mitchell" if movement.kind.endswith("mitchell") else movement.kind
        like = (family, movement.winners)
        if like not in kinds:
            kinds.append(like)
            chosen.append(_proposal(movement, facts))
    if not chosen:
        raise RuleError("none", NONE, "pairs", pairs=pairs)
    return tuple(chosen[:3])


def minutes_of(movement: Movement) -> int:
    """How long it takes, to the nearest five minutes."""
    playing = movement.rounds * movement.boards_per_set * MINUTES_A_BOARD
    return (2 * (playing + (movement.rounds - 1) * MINUTES_A_MOVE) + 5) // 10 * 5


def _candidates(pairs: int) -> Iterator[tuple[str, int, int | None]]:
    """Kinds, numbers of rounds and winners that are worth a look."""
    even = pairs + pairs % 2
    tables = even // 2
    for winners in (1, 2):
        longest = min(tables, 15)
        # Fewer than three rounds only where two tables know no more.
        for rounds in range(max(min(3, longest), longest - 6), longest + 1):
            yield "mitchell", rounds, winners
            if pairs % 2 and rounds <= 13:
                yield "rover-mitchell", rounds, winners
        for rounds in (8, 9, 11, 13):
            yield "web-mitchell", rounds, winners
        yield "bowman-mitchell", tables - 2, winners
    if tables == 4:
        yield "half-round-mitchell", 2 * tables, 1
    if even <= 16:
        yield "howell", even - 1, None
    for pattern in patterns("reduced"):
        if pattern.contestants == even and pattern.rounds <= 14:
            yield "three-quarter-howell", pattern.rounds, None


def _fitting(pairs: int, wishes: Wishes) -> Iterator[tuple[Movement, Facts]]:
    """Every candidate with as many boards a round as the wishes allow."""
    for kind, rounds, winners in _candidates(pairs):
        if wishes.winners not in (None, winners or 1):
            continue
        try:
            movement = build(kind, pairs, rounds=rounds, winners=winners)
        except RuleError:
            continue
        if movement.rounds != rounds or movement.copies > wishes.copies:
            continue
        fitted = _with_boards(movement, wishes)
        if fitted is None or (wishes.tables and fitted.tables > wishes.tables):
            continue
        if is_sound(fitted):
            yield fitted, facts_of(fitted)


def _with_boards(movement: Movement, wishes: Wishes) -> Movement | None:
    """As many boards a round as fit into the evening; None where none do."""
    for boards in range(wishes.most // movement.rounds, 1, -1):
        fitted = replace(movement, boards_per_set=boards)
        if movement.rounds * boards < wishes.least:
            return None
        if wishes.minutes is None or minutes_of(fitted) <= wishes.minutes:
            return fitted
    return None


def _worth(movement: Movement, facts: Facts, wishes: Wishes) -> int:
    """What speaks against a movement, in points: the fewer the better."""
    shared = sum(map(bool, facts.shared.values()))
    unplayed = max(movement.sets - each for each in facts.sets.values()) * movement.boards_per_set
    resting = max(facts.sit_outs.values()) - min(facts.sit_outs.values())
    against = shared + 3 * unplayed + 6 * resting
    against += 2 * abs(26 - movement.rounds * movement.boards_per_set)
    if movement.winners == 1 and facts.balance is not None:
        against += max(0, 85 - int(facts.balance.quality))
    else:
        # One ranking of everyone is what most people come for, where the room is small.
        against += 30 if movement.contestants < 12 else 8
    against += 5 * (movement.copies - 1)
    if movement.kind.endswith("howell") and movement.contestants > 10:
        # The larger the room, the more people lose their way when nearly all of them move.
        against += movement.contestants
    return against


def describe(movement: Movement) -> MovementProposal:
    """Any movement of pairs in plain words, one that a director asked for."""
    return _proposal(movement, facts_of(movement))


def _proposal(movement: Movement, facts: Facts) -> MovementProposal:
    if movement.kind.endswith("swiss"):
        # Who meets whom, and who rests, is drawn as it goes.
        rests = [Phrase(RESTS, {"boards": movement.boards_per_set})]
        return described(movement, (), (*rests[: movement.contestants % 2], *sharing(movement)))
    return described(movement, tuple(_good(movement, facts)), tuple(_bad(movement, facts)))


def described(
    movement: Movement, good: tuple[Phrase, ...], bad: tuple[Phrase, ...]
) -> MovementProposal:
    """A movement with its title, how long it takes, and what speaks for and against it."""
    minutes = minutes_of(movement)
    params = {
        "kind": Word(KIND_NAMES[movement.kind]),
        "tables": counted(TABLES, movement.tables),
        "rounds": counted(ROUNDS, movement.rounds),
        "boards": counted(BOARDS_A_ROUND, movement.boards_per_set),
    }
    takes = Phrase(TAKES, {"hours": minutes // 60, "minutes": f"{minutes % 60:02}"})
    rests = movement.contestants_are == "pairs" and movement.contestants % 2
    title = Phrase(TITLE_REST if rests else TITLE, params)
    return MovementProposal(title, takes, minutes, good, bad, movement)


def _good(movement: Movement, facts: Facts) -> Iterator[Phrase]:
    boards = movement.sets * movement.boards_per_set
    if movement.winners == 1 and facts.balance is not None and facts.balance.quality >= 75:
        yield Phrase(EVEN, {"quality": int(facts.balance.quality)})
    if set(facts.meetings) == {1}:
        yield Phrase(ALL_MEET, {})
    elif facts.meetings.get(1, 0) == movement.tables**2:
        yield Phrase(ALL_OPPOSITE, {})
    if min(facts.sets.values()) == movement.sets:
        yield Phrase(ALL_BOARDS, {"boards": boards})
    if movement.kind.endswith("mitchell") and "rover" not in movement.form:
        yield Phrase(STAY, {})
    if not any(facts.sit_outs.values()):
        yield Phrase(NOBODY_RESTS, {})


def _bad(movement: Movement, facts: Facts) -> Iterator[Phrase]:
    if movement.winners == 2:
        yield Phrase(TWO_WINNERS, {})
    elif facts.balance is not None and facts.balance.quality < 75:
        yield Phrase(NOT_EVEN, {"quality": int(facts.balance.quality)})
    rests = set(facts.sit_outs.values())
    if rests != {0}:
        yield Phrase(RESTS, {"boards": movement.boards_per_set})
    if len(rests) > 1:
        yield Phrase(NEVER_RESTS, {})
    yield from sharing(movement)
    if between := stand_between(movement):
        yield Phrase(STAND, {"low": between[0], "high": between[1]})
    if movement.copies > 1:
        yield Phrase(COPIES, {"copies": movement.copies})
    if movement.kind == "howell":
        yield Phrase(NEARLY_ALL_MOVE, {})
    if movement.kind == "three-quarter-howell":
        yield Phrase(SOME_NEVER_MEET, {})
    percent = 100 * min(facts.sets.values()) // movement.sets
    if percent < LEAST_SHARE:
        yield Phrase(FEW, {"percent": percent})


def sharing(movement: Movement) -> Iterator[Phrase]:
    """Which tables share their boards, in words; nothing where none do."""
    shares = shares_of(movement)
    rounds = {share.round for share in shares}
    tables = {share.tables for share in shares}
    if not shares:
        return
    if len(tables) == 1 and len(rounds) == movement.rounds:
        yield Phrase(SHARES, {"tables": Every(shares[0].tables)})
    elif len(tables) == 1:
        yield Phrase(SHARES_IN, {"tables": Every(shares[0].tables), "rounds": len(rounds)})
    else:
        yield Phrase(SHARES_SOME, {"rounds": len(rounds)})


# Movements for individuals and teams in plain words, as they are offered to pairs.

# For prepared boards: one copy goes round, two do, or each table has its own.
PREPARED, USUAL_ROUNDS = ("mitchell", "web-mitchell", "mitchell-barometer"), 8
# About so many boards make an evening.
MOST_BOARDS = 28
LEAST_A_ROUND = 2
SOME_NEVER = gettext_noop("No two players are partners twice; some are never partners.")
# Four players at one table have no one to be compared with.
FEWEST_PLAYERS = 8
# A match of two teams is two halves, of so many boards each; all against all of so many in all.
HALVES, HEAD_TO_HEAD_BOARDS, MOST_OF_TEAMS = 2, (12, 8, 16), 26
# The most rounds of an evening in which those level in score meet, and its boards; more teams than
# so many cannot all meet in one.
SWISS_ROUNDS, SWISS_BOARDS, LEAST_FOR_SWISS, MOST_AGAINST_ALL = 4, 24, 6, 15


@lru_cache(maxsize=64)
def propose_individual(players: int) -> tuple[MovementProposal, ...]:
    """Movements for so many players, the most even first; nothing for other numbers."""
    if players < FEWEST_PLAYERS or players not in SIZES:
        return ()
    # Of eight players both tables share each round; of more there may be copies for all.
    kinds = ("individual-barometer", "individual") if 8 < players <= 16 else ("individual",)
    wanted = [(kind, rounds) for kind in kinds for rounds in _lengths(build(kind, players).rounds)]
    movements = (_movement(kind, players, rounds) for kind, rounds in wanted)
    return tuple(
        described(each, tuple(_good_of_choices(each)), tuple(_bad_of_choices(each)))
        for each in movements
    )


def _swiss(teams: int) -> tuple[str, int, int]:
    """As many rounds as never need two to meet again, however the earlier ones came out."""
    rounds = min(SWISS_ROUNDS, teams // 2)
    return "teams-swiss", rounds, SWISS_BOARDS // rounds


@lru_cache(maxsize=64)
def propose_teams(teams: int) -> tuple[MovementProposal, ...]:
    """Movements for so many teams of four: all against all, or Swiss; nothing for one."""
    if teams > MOST_AGAINST_ALL:
        wanted = [_swiss(teams)]
    elif teams == LEAST:
        wanted = [("teams-head-to-head", HALVES, boards) for boards in HEAD_TO_HEAD_BOARDS]
    elif teams < LEAST:
        return ()
    else:
        kinds = ("teams-round-robin",) if teams % 2 else ("teams-round-robin", "teams-new-england")
        boards = MOST_OF_TEAMS // (teams - 1)
        wanted = [(kind, teams - 1, max(LEAST_A_ROUND, boards)) for kind in kinds]
        if teams >= LEAST_FOR_SWISS:
            wanted.append(_swiss(teams))
    movements = (_movement(kind, teams, rounds, boards) for kind, rounds, boards in wanted)
    return tuple(
        described(each, tuple(_good_of_choices(each)), tuple(_bad_of_choices(each)))
        for each in movements
    )


def _lengths(rounds: int) -> tuple[int, ...]:
    """All rounds, and fewer where all would take more than an evening."""
    fewer = MOST_BOARDS // LEAST_A_ROUND
    return (rounds,) if rounds <= fewer else (fewer - 1, rounds)


def _movement(kind: str, contestants: int, rounds: int, boards: int = 0) -> Movement:
    """A movement of so many rounds of so many boards; sets may be more than rounds.

    Without a number of boards as many as make an evening.
    """
    sets = build(kind, contestants, rounds=rounds).sets
    boards = boards or max(LEAST_A_ROUND, MOST_BOARDS // rounds)
    return build(kind, contestants, rounds=rounds, boards=boards * sets)


def _good_of_choices(movement: Movement) -> Iterator[Phrase]:
    yield from (note for note in movement.notes if note.phrase != THERE_MUST_BE)
    if not any(facts_of(movement).sit_outs.values()):
        yield Phrase(NOBODY_RESTS, {})


def _bad_of_choices(movement: Movement) -> Iterator[Phrase]:
    if movement.contestants_are == "individuals" and set(facts_of(movement).meetings) != {1}:
        yield Phrase(SOME_NEVER, {})
    yield from sharing(movement)
    if movement.copies > 1:
        yield Phrase(COPIES, {"copies": movement.copies})
    if movement.contestants_are == "individuals" and movement.form != "rainbow":
        yield Phrase(NEARLY_ALL_MOVE, {})


@lru_cache(maxsize=64)
def propose_prepared(pairs: int, boards: int, winners: int) -> tuple[MovementProposal, ...]:
    """Movements in which so many prepared boards are played by all, best first.

    Where no set of boards can go round the tables every table has its own, as cards that were
    dealt beforehand allow. An odd number of pairs sits out once each way.
    """
    found = []
    for at, kind in enumerate(PREPARED):
        for rounds in range(LEAST_A_ROUND, (pairs + 1) // 2 + 1):
            try:
                movement = build(kind, pairs, boards=boards, rounds=rounds, winners=winners)
            except RuleError:
                continue
            facts = facts_of(movement)
            all_of_them = rounds == movement.rounds == movement.sets
            if all_of_them and movement.boards_per_set >= LEAST_A_ROUND and is_sound(movement):
                against = at, sum(map(bool, facts.shared.values())), abs(rounds - USUAL_ROUNDS)
                found.append((against, movement))
    chosen: dict[str, Movement] = {}
    for _, movement in sorted(found, key=lambda each: each[0]):
        chosen.setdefault(movement.kind, movement)
    return tuple(describe(movement) for movement in chosen.values())


# The code of a note is what is stored. What followed from a change has its codes too: it was told
# to whoever changed the movement, and is kept with the change.

NOTES: Mapping[str, str] = {
    "unbalanced": every_kind.UNEVEN,
    "mitchell-moves": mitchell.MOVES,
    "mitchell-skip": mitchell.SKIP,
    "mitchell-relay": mitchell.RELAY,
    "mitchell-relay-half-table": mitchell.RESTS,
    "mitchell-web": mitchell.WEB,
    "mitchell-no-ew": mitchell.HALF_EW,
    "mitchell-no-ns": mitchell.HALF_NS,
    "mitchell-switched": mitchell.SWITCHED,
    "mitchell-half-rounds": mitchell.HALVES,
    "rover": rovers.ROVER,
    "howell-follows": howell.FOLLOWS,
    "howell-stay": howell.STAY,
    "howell-cards": howell.CARDS,
    "howell-missing": howell.MISSING,
    "howell-switched": howell.TURNED,
    "stopped": howell.STOPPED,
    "individual-partners": individual.PARTNERS,
    "individual-rainbow": individual.RAINBOW,
    "same-boards": individual.TOGETHER,
    "copies": individual.COPIES,
    "swiss-repeats": swiss.AGAIN,
    "swiss-at-once": swiss.AT_ONCE,
    "swiss-bye": swiss.SWISS_BYE,
    "swiss-later": swiss.LATER,
    "swiss-shared": swiss.SHARED,
    "swiss-odd": swiss.ODD,
    "teams-head-to-head": team_rounds.HEAD_TO_HEAD,
    "teams-circle": team_rounds.CIRCLE,
    "teams-whist": team_rounds.WHIST,
    "teams-relay": team_rounds.RELAY,
    "late-fills": late_and_leaving.FILLS,
    "late-roves": late_and_leaving.ROVES,
    "late-fills-and-roves": late_and_leaving.FILLS_AND_ROVES,
    "late-table": late_and_leaving.TABLE_ADDED,
    "late-reserve": late_and_leaving.RESERVE,
    "late-reserves": late_and_leaving.RESERVES,
    "replanned": late_and_leaving.REPLANNED,
    **{f"left-{are}": said for are, said in late_and_leaving.EMPTY_PLACE.items()},
    **{f"late-{are}": said for are, said in newcomers.TAKES.items()},
    "late-joins": newcomers.JOINS,
    "ends": lengths.ENDS,
    "ends-switched": lengths.TURNS_EARLIER,
    "goes-on": lengths.GOES_ON,
    "goes-on-found": lengths.FOUND,
    "goes-on-again": lengths.AGAIN,
    "repair-likewise": match_repair.LIKEWISE,
    "repair-go-on": repair.GO_ON,
    "repair-left-out": repair.LEFT_OUT,
    "repair-spares": repair.SPARE,
    "repair-other-boards": repair.OTHER_SET,
    "drawn-meets-bye": redrawing.MEETS_BYE,
    "drawn-joins": redrawing.JOINS,
    "drawn-no-more": redrawing.DRAWN_NO_MORE,
    "drawn-makes-four": redrawing.MAKES_FOUR,
    "drawn-leaves-match": redrawing.LEAVES_MATCH,
    "drawn-leaves-trio": redrawing.LEAVES_TRIO,
    "drawn-leaves": redrawing.LEAVES,
    "drawn-leaves-bye": redrawing.LEAVES_BYE,
    "drawn-leaves-opponent": redrawing.LEAVES_OPPONENT,
    "drawn-goes-on": redrawing.GOES_ON,
}

EFFECTS: Mapping[str, str] = {
    "rests": effects.RESTS,
    "no-rests": effects.NO_RESTS,
    "as-before": effects.AS_BEFORE,
    "new-cards": effects.NEW_CARDS,
    "boards-each": effects.BOARDS,
    "boards-differ": effects.BOARDS_DIFFER,
    "more-boards": effects.MORE_BOARDS,
    "sharing": effects.SHARING,
    "shared-by": effects.SHARED_BY,
    "balance": effects.EVENNESS,
    "matches-differ": effects.MATCHES_DIFFER,
    "results-differ": effects.RESULTS,
    "missed": late_and_leaving.MISSED,
    "counts": late_and_leaving.COUNTS,
    "half-matches": late_and_leaving.HALF_MATCHES,
    "matches-not-whole": newcomers.NOT_WHOLE,
    "all-meet": newcomers.ALL_MEET,
    "not-all-meet": newcomers.NOT_ALL_MEET,
    "turn-lost": lengths.TURN_LOST,
    "whole-rounds": lengths.WHOLE,
    "one-match": lengths.ONE_MATCH,
    "turns-too": match_repair.TURNS_TOO,
    "other-halves": match_repair.OTHER_HALVES,
    "match-falls": match_repair.FALLS,
    "boards-alone": match_repair.ALONE,
    "match-off": match_repair.NOBODY,
    "sat-wrong-way": repair.WRONG_WAY,
    "wrong-boards": repair.WRONG_BOARDS,
    "team-sat-wrong-way": repair.TEAM_WRONG_WAY,
    "team-wrong-boards": repair.TEAM_WRONG_BOARDS,
    "wrong-pairs": repair.WRONG_PAIRS,
    "second-time": repair.VOID,
    "plays-boards": repair.OMITTED,
    "spare-boards": repair.SPARES,
    "sit-out": repair.NOTHING,
    "meet-twice": repair.MEET_AGAIN,
    "partners-twice": repair.PARTNERS_TWICE,
    "drawn-again": redrawing.AGAIN,
    "drawn-missed": redrawing.MISSED,
    "drawn-with-bye": redrawing.WITH_BYE,
    "drawn-with-odd": redrawing.WITH_ODD,
    "drawn-others-bye": redrawing.OTHERS_BYE,
    "drawn-one-bye": redrawing.ONE_BYE,
    "drawn-without-bye": redrawing.WITHOUT_BYE,
    "drawn-meet-twice": redrawing.MEET_TWICE,
    "drawn-boards": redrawing.BOARDS_OF_REDRAWING,
    "drawn-left-out": redrawing.LATER,
}
