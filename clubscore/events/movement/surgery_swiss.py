"""Changes to a Swiss during play: draws so far remain, later rounds follow the change."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from clubscore.club.own_words import own
from clubscore.events.models.kept_facts import DRAWS, GONE, SPARE, TOLD, DrawFacts, PlanFacts
from clubscore.events.movement.surgery_offers import GONE as NOT_HERE
from clubscore.events.movement.surgery_offers import Possible, Running, as_it_was
from clubscore.events.state.drawn_rounds import USUAL_BYE, byes_in, draws_of, still_in
from clubscore.events.state.plan import known_plan
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements import Row, is_sound, put_match_right
from clubscore.movements.surgery import redrawing
from clubscore.movements.surgery.effects import MORE_BOARDS
from clubscore.movements.surgery.late_and_leaving import COUNTS
from clubscore.movements.surgery.lengths import ENDS, PLAYED

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

    def met(self, one: int, other: int) -> bool:
        """Whether two have met in a round so far."""
        return any({one, other} == set(two) for each in self.draws for two in each["meetings"])


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
    if swiss.round < swiss.running.movement.rounds:
        values = {"number": number, "other": number + 1, "count": count}
        title = Phrase(redrawing.JOINS, values)
        effects = [*_missed(swiss.round), _with_bye(len(still_in(plan)))]
        found.append(swiss.offer("joins", swiss.round + 1, title, effects, plan))
    return _sound(swiss, found)


def _missed(rounds: int) -> list[Phrase]:
    return [Phrase(redrawing.MISSED, {"rounds": rounds})] if rounds else []


def _with_bye(here: int) -> Phrase:
    return Phrase(redrawing.WITH_BYE if here % 2 else redrawing.WITHOUT_BYE, {"here": here})


def if_leaves_swiss(swiss: Swiss, number: int) -> list[Possible]:
    """Those who leave are no longer drawn; their opponent in the current round has the bye."""
    here = still_in(swiss.plan)
    if number not in here:
        raise RuleError("gone", NOT_HERE, "pair", pair=number)
    gone = [*swiss.plan.get(GONE, ()), number]
    plan: PlanFacts = {**swiss.plan, GONE: gone}
    stands = Phrase(COUNTS, {"number": number})
    effects = [stands, _with_bye(len(here) - 1)]
    found = []
    if swiss.round < swiss.running.movement.rounds and len(here) > LEAST:
        title = Phrase(redrawing.DRAWN_NO_MORE, {"number": number})
        found.append(swiss.offer("drawn-no-more", swiss.round + 1, title, effects, plan))
    return _sound(swiss, [*_leaving_now(swiss, number, gone, effects), *found])


def _leaving_now(
    swiss: Swiss, number: int, gone: list[int], effects: list[Phrase]
) -> list[Possible]:
    """In the round that is played, as long as nothing is recorded there."""
    if any(
        number in row.seated and swiss.running.has_results(row.table)
        for row in swiss.running.movement.rows_of_round(swiss.round)
    ):
        return []
    draw = swiss.draw

    def redrawn(meetings: list[list[int]], bye: int | None) -> PlanFacts:
        return {**swiss.redrawn(meetings, bye), GONE: gone}

    values: dict[str, int | None] = {"number": number}
    if number in byes_in(draw):
        meetings = [list(two) for two in draw["meetings"] if number not in two]
        title = Phrase(redrawing.LEAVES, values)
        plan = redrawn(meetings, None)
        return [swiss.offer("now", swiss.round, title, effects, plan)]
    at, match = next((i, two) for i, two in enumerate(draw["meetings"]) if number in two)
    other = next(each for each in match if each != number)
    values |= {"other": other, "bye": draw["bye"]}
    meetings = [list(two) for two in draw["meetings"]]
    meetings[at] = [other, 0]
    title = Phrase(redrawing.LEAVES_BYE, values)
    plan = redrawn(meetings, draw["bye"])
    found = [swiss.offer("now", swiss.round, title, effects, plan)]
    if draw["bye"] and not swiss.met(other, draw["bye"]):
        meetings = [*map(list, meetings)]
        meetings[at] = [other, draw["bye"]]
        title = Phrase(redrawing.LEAVES_OPPONENT, values)
        plan = redrawn(meetings, None)
        found.append(swiss.offer("now-meets-bye", swiss.round, title, effects, plan))
    return found


def if_rounds_of_swiss(swiss: Swiss, rounds: int) -> list[Possible]:
    """More rounds or fewer; every round is drawn, so any number from this one on will do."""
    before = known_plan(swiss.plan)
    if rounds < swiss.round:
        raise RuleError("rounds", PLAYED, "rounds", played=swiss.round)
    if rounds == before.rounds:
        return []
    size = before.movement.boards_per_set
    spare = swiss.plan.get(SPARE)
    if spare and rounds >= spare:
        raise RuleError("rounds", SPARES, "rounds", first=(spare - 1) * size + 1)
    drawn = draws_of(swiss.running.section.plan)[:rounds]
    plan: PlanFacts = {**swiss.plan, "rounds": rounds, "boards": size * rounds, DRAWS: drawn}
    values = {"first": size * before.rounds + 1, "last": size * rounds}
    if rounds < before.rounds:
        title, effects = Phrase(ENDS, {"rounds": rounds}), []
    else:
        title = Phrase(redrawing.GOES_ON, {"rounds": rounds})
        effects = [Phrase(MORE_BOARDS, values)]
        if rounds > len(still_in(plan)) - 1:
            effects.append(Phrase(redrawing.MEET_TWICE, {}))
    effects.append(Phrase(redrawing.BOARDS, {"boards": size * rounds}))
    offer = swiss.offer("rounds", swiss.round + 1, title, effects, plan)
    return _sound(swiss, [offer._replace(effects=[own(each) for each in effects])])


def if_played_in_swiss(
    swiss: Swiss, round_: int, table: int, change: Callable[[Row], Row]
) -> list[Possible]:
    """How it goes on where a table played other boards or sat the wrong way round."""
    running = swiss.running
    before = replace(known_plan(swiss.plan).movement, notes=())
    told, given = as_it_was(running, round_, table, change)
    repair = put_match_right(before, swiss.round, told, running.untouched)
    later = _later_rounds(swiss, given)
    found = []
    for offer in repair.offers:
        rows = {row[:2]: row for row in offer.movement.rows if row.table}
        changed = {row[:2]: row for row in before.rows if row.table and rows.get(row[:2]) != row}
        kept = {(each[0], each[1]): each for each in swiss.plan.get(TOLD, ())}
        for at, number in changed:
            row = rows.get((at, number))
            seats = ([*row.ns], [*row.ew], [*row.boards]) if row else ([], [], [])
            kept[at, number] = (at, number, *seats)
        plan: PlanFacts = {
            **swiss.plan,
            TOLD: [kept[spot] for spot in sorted(kept)],
            SPARE: swiss.plan.get(SPARE, before.rounds + 1),
            DRAWS: draws_of(running.section.plan),
        }
        effects = [*repair.said, *offer.effects, *later]
        made = swiss.offer(offer.key, swiss.round + 1, offer.title, effects, plan)
        found.append(made._replace(given=given, effects=[own(each) for each in effects]))
    return _sound(swiss, found)


def _later_rounds(swiss: Swiss, given: Row) -> list[Phrase]:
    """What becomes of the rounds in which the boards are due that were played already."""
    movement = swiss.running.movement
    numbers = {(board - 1) // movement.boards_per_set + 1 for board in movement.boards_of(given)}
    later = sorted(n for n in numbers if swiss.round < n <= movement.rounds)
    return [Phrase(redrawing.LATER, {"round": number}) for number in later]


def _sound(swiss: Swiss, offers: list[Possible]) -> list[Possible]:
    return [each for each in offers if is_sound(replace(each.movement, played=swiss.round))]
