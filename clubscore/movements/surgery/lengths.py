"""A round too many or too few: ending a running movement earlier, or going on."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.checker import half_played, is_sound
from clubscore.movements.kinds.every_kind import build
from clubscore.movements.kinds.mitchell import usual_switch
from clubscore.movements.rows import Movement, Row, Share, ended, in_order, meant_to_share
from clubscore.movements.surgery.completion import completed
from clubscore.movements.surgery.effects import effects
from clubscore.movements.surgery.late_and_leaving import Offer, playing_in, sides_of, sound

ENDS = gettext_noop("It ends after round %(rounds)s.")
TURNS_EARLIER = ngettext_lazy(
    "Play ends after round %(rounds)s; all tables are arrow-switched in round %(turned)s.",
    "Play ends after round %(rounds)s; all tables are arrow-switched in rounds %(turned)s.",
    "count",
)
TURN_LOST = gettext_noop(
    "The arrow-switched round would be lost: two winners would be fairer than one."
)
WHOLE = ngettext_lazy(
    "After round %(asked)s some teams would have played half a match. Choose %(rounds)s round.",
    "After round %(asked)s some teams would have played half a match. Choose %(rounds)s rounds.",
    "rounds",
)
GOES_ON = gettext_noop("The movement goes on to round %(rounds)s.")
FOUND = gettext_noop("New opponents can be found up to round %(rounds)s.")
AGAIN = gettext_noop(
    "The movement starts again with new boards: opponents of the first rounds meet again."
)
ONE_MATCH = gettext_noop("Where two teams meet again, all their boards count as one match.")
PLAYED = ngettext_lazy(
    "%(played)s round has been played. Choose at least as many.",
    "%(played)s rounds have been played. Choose at least as many.",
    "played",
)


def other_length(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    """What is possible so that the event has so many rounds; RuleError where they are past."""
    if rounds < max(1, movement.played):
        raise RuleError("rounds", PLAYED, "rounds", played=movement.played)
    if rounds < movement.rounds:
        return _shorter(movement, rounds)
    return _longer(movement, rounds) if rounds > movement.rounds else ()


def _shorter(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    """End there; of teams at the nearest place where every match is whole."""
    after = _whole(movement, rounds)
    if after is None:
        return ()
    said = list(effects(movement, after))
    if after.rounds != rounds:
        said.insert(0, Phrase(WHOLE, {"asked": rounds, "rounds": after.rounds}))
    lost = movement.winners == 1 and movement.kind == "mitchell" and not _turned(after)
    if lost:
        said.insert(0, Phrase(TURN_LOST, {}))
    offers = [Offer("end", Phrase(ENDS, {"rounds": after.rounds}), tuple(said), after)]
    if lost:
        offers += _turning_earlier(movement, after)
    return sound(offers)


def _whole(movement: Movement, rounds: int) -> Movement | None:
    """The movement with so many rounds; of teams those rounds that make matches whole.

    What is still to come may be played in another order then.
    """
    if movement.contestants_are != "teams":
        return ended(movement, rounds)
    # What was broken off before is no more whole in a longer evening.
    broken = half_played(movement)
    lengths = range(max(1, movement.played), movement.rounds)
    coming = range(movement.played + 1, movement.rounds + 1)
    for length in sorted(lengths, key=lambda each: (abs(each - rounds), -each)):
        for chosen in combinations(coming, length - movement.played):
            after = _with_rounds(movement, chosen)
            if is_sound(after) and half_played(after) == broken:
                return after
    return None


def _with_rounds(movement: Movement, chosen: tuple[int, ...]) -> Movement:
    """What was played, then these rounds and no others."""
    numbers = [*range(1, movement.played + 1), *chosen]
    new = {number: at for at, number in enumerate(numbers, 1)}
    return replace(
        movement,
        rounds=len(numbers),
        rows=in_order(
            row._replace(round=new[row.round]) for row in movement.rows if row.round in new
        ),
        shares=tuple(
            share._replace(round=new[share.round])
            for share in movement.shares
            if share.round in new
        ),
    )


def _turned(movement: Movement) -> set[int]:
    """The rounds of a Mitchell in which North-South sit East-West."""
    return {row.round for row in movement.rows if row.is_played and row.ns[0] > row.ew[0]}


def _turning_earlier(movement: Movement, after: Movement) -> list[Offer]:
    """Turn the rounds that are now the last, if they are still to come."""
    turned = [each for each in usual_switch(after.rounds) if each > after.played]
    if not turned:
        return []
    rows = [row.turned() if row.round in turned else row for row in after.rows]
    again = after.with_rows(rows)
    params = {"rounds": after.rounds, "turned": Every(turned), "count": len(turned)}
    return [Offer("end-turned", Phrase(TURNS_EARLIER, params), effects(movement, again), again)]


def _longer(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    """Go on as the movement would, else as can be found, else once more with new boards."""
    title = Phrase(GOES_ON, {"rounds": rounds})
    found = [
        ("go-on", title, _natural(movement, rounds)),
        ("found", Phrase(FOUND, {"rounds": rounds}), _searched(movement, rounds)),
        ("again", Phrase(AGAIN, {}), _once_more(movement, rounds)),
    ]
    return sound(
        Offer(key, said, (*_meeting_again(movement, key), *effects(movement, after)), after)
        for key, said, after in found
        if after is not None
    )


def _meeting_again(movement: Movement, key: str) -> tuple[Phrase, ...]:
    """What two teams' second meeting counts as."""
    again = key == "again" and movement.contestants_are == "teams" and movement.contestants > 2
    return (Phrase(ONE_MATCH, {}),) if again else ()


def _natural(movement: Movement, rounds: int) -> Movement | None:
    """The next rounds as the same kind of movement has them, if they fit to what was played."""
    try:
        whole = build(movement.kind, movement.contestants, rounds=rounds)
    except RuleError:
        return None
    rows = [row for row in whole.rows if row.round > movement.rounds]
    sets = max(movement.sets, whole.sets)
    after = replace(movement, rounds=rounds, sets=sets, rows=in_order([*movement.rows, *rows]))
    return replace(after, shares=(*movement.shares, *_shares_after(whole, movement.rounds)))


def _shares_after(whole: Movement, last: int) -> tuple[Share, ...]:
    return tuple(share for share in whole.shares if share.round > last)


def _searched(movement: Movement, rounds: int) -> Movement | None:
    """Rounds for pairs that can still meet, with as many sets more as there are rounds more."""
    if movement.contestants_are != "pairs":
        return None
    playing = playing_in(movement) or {each for row in movement.rows for each in row.seated}
    sides = sides_of(movement, playing) if movement.winners == 2 else None
    more = rounds - movement.rounds
    for sets in (movement.sets, movement.sets + more):
        base = replace(movement, played=movement.rounds, sets=sets)
        after = completed(base, rounds, playing=playing, sides=sides)
        if after is not None:
            return replace(after, played=movement.played)
    return None


def _once_more(movement: Movement, rounds: int) -> Movement | None:
    """The first rounds again with other boards."""
    more = rounds - movement.rounds
    if more > movement.rounds or movement.contestants_are == "individuals":
        return None
    again = [_later(movement, row) for row in movement.rows if row.round <= more]
    after = replace(
        movement,
        rounds=rounds,
        sets=2 * movement.sets,
        meets=movement.meets + 1,
        rows=in_order([*movement.rows, *again]),
    )
    return meant_to_share(after)


def _later(movement: Movement, row: Row) -> Row:
    return row._replace(round=row.round + movement.rounds, set=row.set + movement.sets, boards=())
