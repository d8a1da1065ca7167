"""Changes to a Swiss during play: draws so far remain, later rounds follow the change."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from clubscore.club.record_words import own
from clubscore.events.draw import leaving_trio, without_trio
from clubscore.events.formats import TEAMS
from clubscore.events.models.facts import (
    DRAWS,
    GONE,
    SPARE,
    TOLD,
    TOLD_TO,
    DrawFacts,
    PlanFacts,
    TableKept,
)
from clubscore.events.movement_changes import GONE as NOT_HERE
from clubscore.events.movement_changes import Possible, Running, as_it_was
from clubscore.events.plan import known_plan, trios_in
from clubscore.events.scoring import (
    USUAL_BYE,
    byes_at,
    draws_of,
    paired_for,
    still_in,
    trio_going_on,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements import Movement, MovementRow, Trio, is_sound, put_match_right
from clubscore.movements import completion as redrawing
from clubscore.movements.changes import COUNTS, ENDS, HALF_MATCHES, PLAYED, WHOLE
from clubscore.movements.completion import MORE_BOARDS

SPARES = gettext_noop(
    "Boards from %(first)s on are also in play, so there is no room for another round."
)
LEAST = 2


@dataclass(frozen=True)
class Swiss:
    """A Swiss as it runs: its plan up to the round that is played."""

    running: Running

    @property
    def round(self) -> int:
        """The round that is played."""
        return self.running.round

    @property
    def plan(self) -> PlanFacts:
        """What is kept of it, without a draw of the next round."""
        kept = self.running.section.plan
        if kept is None:
            raise ValueError("a Swiss that runs has a plan")
        return {**kept, DRAWS: self.draws}

    @property
    def draws(self) -> list[DrawFacts]:
        """The draws of the rounds so far."""
        return draws_of(self.running.section.plan)[: self.round]

    @property
    def draw(self) -> DrawFacts:
        """The draw of the round that is played."""
        return self.draws[self.round - 1]

    def redrawn(self, meetings: list[list[int]], bye: int | None) -> PlanFacts:
        """The plan with other meetings in the round that is played."""
        worth = self.draw.get("worth", USUAL_BYE)
        now: DrawFacts = {**self.draw, "meetings": meetings, "bye": bye, "worth": worth}
        return {**self.plan, DRAWS: [*self.draws[:-1], now]}

    def offer(
        self, key: str, since: int, title: Phrase, effects: list[Phrase], plan: PlanFacts
    ) -> Possible:
        """An offer that the checker lets pass, with what is known of the draws to come."""
        movement = known_plan(plan).movement
        drawn_before = draws_of(self.running.section.plan)
        if len(drawn_before) > self.round:
            effects = [*effects, Phrase(redrawing.AGAIN, {"round": self.round + 1})]
        value, was = f"{since}-{key}", self.running.section.plan
        follows = [own(each) for each in effects]
        return Possible(value, since, own(title), follows, movement, was, None, plan)

    @property
    def trio(self) -> Trio | None:
        """The three-way match that is played in this round."""
        found = (each for each in trios_in(self.draws) if each.round <= self.round <= each.last)
        return next((each for each in found if each.here(self.round)), None)

    @property
    def new_trio(self) -> Trio | None:
        """The same if all three have only just sat down to it, with nothing recorded."""
        trio = self.trio
        if trio is None or trio.round != self.round or trio.left:
            return None
        begun = any(self.running.has_results(table) for table in trio.tables)
        return None if begun else trio

    def with_draw(self, draw: DrawFacts) -> PlanFacts:
        """The plan with another draw of the round that is played."""
        return {**self.plan, DRAWS: [*self.draws[:-1], draw]}

    def met(self, one: int, other: int) -> bool:
        """Whether two have met in a round so far."""
        two = {one, other}
        return any(two <= set(trio.teams) for trio in trios_in(self.draws)) or any(
            two == set(met) for each in self.draws for met in each["meetings"]
        )


def if_late_at_swiss(swiss: Swiss, count: int) -> list[Possible]:
    """Late arrivals are drawn from the next round on, or play at once against the bye."""
    number = known_plan(swiss.plan).pairs + 1
    plan: PlanFacts = {**swiss.plan, "pairs": number + count - 1}
    found = []
    bye = swiss.draw["bye"]
    if count == 1 and bye and not swiss.running.round_is_in:
        meetings = [*map(list, swiss.draw["meetings"]), [bye, number]]
        now: PlanFacts = {**swiss.redrawn(meetings, None), "pairs": number}
        title = Phrase(redrawing.MEETS_BYE, {"number": number, "bye": bye})
        effects = _missed(swiss.round - 1)
        found.append(swiss.offer("meets-bye", swiss.round, title, effects, now))
    if count == 1 and swiss.new_trio and not swiss.running.round_is_in:
        found.append(_makes_four(swiss, swiss.new_trio, number))
    if swiss.round < swiss.running.movement.rounds:
        values = {"number": number, "other": number + 1, "count": count}
        title = Phrase(redrawing.JOINS, values)
        effects = [*_missed(swiss.round), *_with_bye(swiss, plan)]
        found.append(swiss.offer("joins", swiss.round + 1, title, effects, plan))
    return _sound(swiss, found)


def _makes_four(swiss: Swiss, trio: Trio, number: int) -> Possible:
    """Two matches instead of a three-way match that nobody has begun."""
    one, two, other = trio.teams
    draw = without_trio(swiss.draw, (one, two), (other, number))
    plan: PlanFacts = {**swiss.with_draw(draw), "pairs": number}
    values = {"number": number, "one": one, "two": two, "other": other}
    title = Phrase(redrawing.MAKES_FOUR, values)
    return swiss.offer("makes-four", swiss.round, title, _missed(swiss.round - 1), plan)


def _missed(rounds: int) -> list[Phrase]:
    return [Phrase(redrawing.MISSED, {"rounds": rounds})] if rounds else []


def _with_bye(swiss: Swiss, plan: PlanFacts) -> list[Phrase]:
    """What an odd number means from the next round on, for as many as are still here."""
    here, number = len(still_in(plan)), swiss.round + 1
    odd = redrawing.WITH_BYE
    if swiss.running.movement.contestants_are == TEAMS:
        odd = redrawing.WITH_ODD
    found = [Phrase(odd if here % 2 else redrawing.WITHOUT_BYE, {"here": here})]
    if trio_going_on(plan, number) and len(paired_for(plan, number)) % 2:
        found.append(Phrase(redrawing.OTHERS_BYE, {"round": number}))
    return found


def if_leaves_swiss(swiss: Swiss, number: int) -> list[Possible]:
    """Those who leave are no longer drawn; their opponent in the current round has the bye."""
    here = still_in(swiss.plan)
    if number not in here:
        raise RuleError("gone", NOT_HERE, "pair", pair=number)
    gone = [*swiss.plan.get(GONE, ()), number]
    draws = leaving_trio(swiss.draws, number, swiss.round + 1)
    plan: PlanFacts = {**swiss.plan, GONE: gone, DRAWS: draws}
    stands = Phrase(COUNTS, {"number": number})
    effects = [stands, *_half_matches(swiss, draws), *_with_bye(swiss, plan)]
    found = []
    if swiss.round < swiss.running.movement.rounds and len(here) > LEAST:
        title = Phrase(redrawing.DRAWN_NO_MORE, {"number": number})
        found.append(swiss.offer("drawn-no-more", swiss.round + 1, title, effects, plan))
    return _sound(swiss, [*_leaving_now(swiss, number, gone), *found])


def _half_matches(swiss: Swiss, draws: list[DrawFacts]) -> list[Phrase]:
    """What it means for the others that somebody leaves a three-way match."""
    before = {trio.round: trio for trio in trios_in(swiss.draws)}
    found = [each for each in trios_in(draws) if each != before[each.round]]
    if not found:
        return []
    _since, byes = found[0].byes
    values = {"count": len(byes), "one": byes[0], "other": byes[-1]}
    return [Phrase(HALF_MATCHES, {}), Phrase(redrawing.ONE_BYE, values)]


def _leaving_now(swiss: Swiss, number: int, gone: list[int]) -> list[Possible]:
    """In the round that is played, as long as nothing is recorded there."""
    if any(
        number in row.seated and swiss.running.has_results(row.table)
        for row in swiss.running.movement.rows_of_round(swiss.round)
    ):
        return []
    draw = swiss.draw
    stands = Phrase(COUNTS, {"number": number})

    def offer(key: str, title: str, now: PlanFacts, more: list[Phrase]) -> Possible:
        plan: PlanFacts = {**now, GONE: gone}
        effects = [stands, *more, *_with_bye(swiss, plan)]
        return swiss.offer(key, swiss.round, Phrase(title, values), effects, plan)

    values: dict[str, int | None] = {"number": number}
    if swiss.trio and number in swiss.trio.here(swiss.round):
        return _leaving_trio_now(swiss, number, swiss.trio, values, offer)
    if number in byes_at(swiss.draws, swiss.round):
        meetings = [list(two) for two in draw["meetings"] if number not in two]
        return [offer("now", redrawing.LEAVES, swiss.redrawn(meetings, None), [])]
    at, match = next((i, two) for i, two in enumerate(draw["meetings"]) if number in two)
    other = next(each for each in match if each != number)
    values |= {"other": other, "bye": draw["bye"]}
    meetings = [list(two) for two in draw["meetings"]]
    meetings[at] = [other, 0]
    found = [offer("now", redrawing.LEAVES_BYE, swiss.redrawn(meetings, draw["bye"]), [])]
    if draw["bye"] and not swiss.met(other, draw["bye"]):
        meetings = [*map(list, meetings)]
        meetings[at] = [other, draw["bye"]]
        now = swiss.redrawn(meetings, None)
        found.append(offer("now-meets-bye", redrawing.LEAVES_OPPONENT, now, []))
    return found


def _leaving_trio_now(
    swiss: Swiss,
    number: int,
    trio: Trio,
    values: dict[str, int | None],
    offer: Callable[[str, str, PlanFacts, list[Phrase]], Possible],
) -> list[Possible]:
    """The other two play a match of this round, or go on over both rounds with a bye each."""
    others = [each for each in trio.here(swiss.round) if each != number]
    values |= {"one": others[0], "other": others[-1]}
    found = []
    if swiss.new_trio:
        now = swiss.with_draw(without_trio(swiss.draw, (others[0], others[1])))
        found.append(offer("now-match", redrawing.LEAVES_MATCH, now, []))
    title = redrawing.LEAVES_TRIO if len(others) > 1 else redrawing.LEAVES_BYE
    draws = leaving_trio(swiss.draws, number, swiss.round)
    plan: PlanFacts = {**swiss.plan, DRAWS: draws}
    found.append(offer("now", title, plan, _half_matches(swiss, draws)))
    return found


def if_rounds_of_swiss(swiss: Swiss, rounds: int) -> list[Possible]:
    """More rounds or fewer; every round is drawn, so any number from this one on will do."""
    before = known_plan(swiss.plan)
    if rounds < swiss.round:
        raise RuleError("rounds", PLAYED, "rounds", played=swiss.round)
    if rounds == before.rounds:
        return []
    if rounds == swiss.round and trio_going_on(swiss.plan, rounds + 1):
        raise RuleError("rounds", WHOLE, "rounds", asked=rounds, rounds=rounds + 1)
    size = before.movement.boards_per_set
    drawn = draws_of(swiss.running.section.plan)[:rounds]
    if rounds > swiss.round and len(drawn) == rounds and "trio" in drawn[-1]:
        # Three cannot begin in the last round.
        drawn.pop()
    spares = [each.sets[-1] for each in trios_in(drawn)]
    spare = min([*spares, *([swiss.plan[SPARE]] if SPARE in swiss.plan else [])], default=0)
    if spare and rounds >= spare:
        raise RuleError("rounds", SPARES, "rounds", first=(spare - 1) * size + 1)
    plan: PlanFacts = {**swiss.plan, "rounds": rounds, "boards": size * rounds, DRAWS: drawn}
    values = {"first": size * before.rounds + 1, "last": size * rounds}
    if rounds < before.rounds:
        title, effects = Phrase(ENDS, {"rounds": rounds}), []
    else:
        title = Phrase(redrawing.GOES_ON, {"rounds": rounds})
        effects = [Phrase(MORE_BOARDS, values)]
        if rounds > len(still_in(plan)) - 1:
            effects.append(Phrase(redrawing.MEET_TWICE, {}))
    effects.append(Phrase(redrawing.BOARDS_OF_REDRAWING, {"boards": size * rounds}))
    offer = swiss.offer("rounds", swiss.round + 1, title, effects, plan)
    return _sound(swiss, [offer._replace(effects=[own(each) for each in effects])])


def if_played_in_swiss(
    swiss: Swiss, round_: int, table: int, change: Callable[[MovementRow], MovementRow]
) -> list[Possible]:
    """How it goes on where a table played other boards or sat the wrong way round."""
    running = swiss.running
    before = replace(known_plan(swiss.plan).movement, notes=())
    told, given = as_it_was(running, round_, table, change)
    repair = put_match_right(before, swiss.round, told, running.untouched)
    later = _later_rounds(swiss, given)
    found = []
    for offer in repair.offers:
        plan: PlanFacts = {
            **swiss.plan,
            TOLD: _otherwise(swiss, before, offer.movement),
            TOLD_TO: swiss.round,
            SPARE: swiss.plan.get(SPARE, before.rounds + 1),
            DRAWS: draws_of(running.section.plan),
        }
        effects = [*repair.said, *offer.effects, *later]
        made = swiss.offer(offer.key, swiss.round + 1, offer.title, effects, plan)
        found.append(made._replace(given=given, effects=[own(each) for each in effects]))
    return _sound(swiss, found)


def _otherwise(swiss: Swiss, before: Movement, after: Movement) -> list[TableKept]:
    """The tables that are not as their draw has them: all so far, and those now changed with it."""
    kept: PlanFacts = {**swiss.plan}
    kept.pop(TOLD, None)
    drawn = {row[:2]: row for row in known_plan(kept).movement.rows if row.table}
    was = {row[:2]: row for row in before.rows}
    found: list[TableKept] = []
    now = {row[:2]: row for row in after.rows}
    for (at, table), as_drawn in sorted(drawn.items()):
        row = now.get((at, table))
        is_known = at <= swiss.round or row != was.get((at, table))
        if row is None:
            found.append((at, table, [], [], []))
        elif is_known and row != as_drawn:
            boards = row.boards if row.set == as_drawn.set else after.boards_of(row)
            found.append((at, table, [*row.ns], [*row.ew], [*boards]))
    return found


def _later_rounds(swiss: Swiss, given: MovementRow) -> list[Phrase]:
    """What becomes of the rounds in which the boards are due that were played already."""
    movement = swiss.running.movement
    numbers = {(board - 1) // movement.boards_per_set + 1 for board in movement.boards_of(given)}
    later = sorted(n for n in numbers if swiss.round < n <= movement.rounds)
    return [Phrase(redrawing.LATER, {"round": number}) for number in later]


def _sound(swiss: Swiss, offers: list[Possible]) -> list[Possible]:
    return [each for each in offers if is_sound(replace(each.movement, played=swiss.round))]
