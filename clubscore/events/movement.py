"""Movements offered for the room as it is tonight, two or three of them in plain words."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.entry import Refused
from clubscore.club.wording import either, said
from clubscore.events.formats import INDIVIDUALS, PAIRS, TEAMS
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.facts import AS_ROWS, EventOpened, PlanFacts
from clubscore.events.par_tables import pars_of
from clubscore.events.plan import recipe
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements import (
    KIND_NAMES,
    KINDS,
    SWISS,
    Movement,
    build,
    describe,
    propose,
    propose_individual,
    propose_prepared,
    propose_teams,
)
from clubscore.movements import MovementProposal as Offered
from clubscore.movements.chooser import FEWEST_PLAYERS, SWISS_ROUNDS, described
from clubscore.movements.howell import SIZES
from clubscore.movements.swiss import ODD

FEWEST = 4
MOST_A_ROUND = 36
# So many sections of late say what is usual in a club.
LATELY = 20
VALUE = re.compile(r"([a-z-]{1,30}):([0-9]{1,2}):([0-9]{1,3}):([12])")
CHOOSE = gettext_noop("Choose one of the movements offered.")


class OfferedMovement(NamedTuple):
    """A movement on offer: the value that chooses it, its description, its good and bad sides.

    `why` says why it comes first: it is the club's usual one, or was asked for.
    """

    value: str
    title: str
    takes: str
    good: list[str]
    bad: list[str]
    movement: Movement
    minutes_a_round: int
    why: str = ""


@lru_cache(maxsize=64)
def _offered(are: str, count: int) -> tuple[Offered, ...]:
    """Looking for movements takes a moment; the same number of pairs asks again and again."""
    if are == INDIVIDUALS:
        return propose_individual(count)
    if are == TEAMS:
        return propose_teams(count)
    return propose(count) if count >= FEWEST else ()


def proposals(count: int, are: str = PAIRS) -> list[OfferedMovement]:
    """Return what can be offered to so many, the best first; nothing to too few."""
    return [in_words(one) for one in _offered(are, count)]


def in_words(one: Offered) -> OfferedMovement:
    """Return a proposal as a page shows it."""
    takes, good, bad = said(one.takes), [*map(said, one.good)], [*map(said, one.bad)]
    minutes = max(1, one.minutes // one.movement.rounds)
    value = value_of(recipe(one.movement))
    return OfferedMovement(value, said(one.title), takes, good, bad, one.movement, minutes)


def value_of(kept: PlanFacts) -> str:
    """Return what a form says of a movement that is kept by its kind."""
    return f"{kept['kind']}:{kept['rounds']}:{kept['boards']}:{kept['winners']}"


def offers(event: Event, count: int) -> list[OfferedMovement]:
    """Return what can be offered to so many at an event.

    First comes what it was opened for or with, else what the club chose last.
    """
    found = proposals(count, event.contestants_are)
    meant = _meant(event, count)
    if meant:
        values = {each.value for each in meant}
        return [*meant, *(each for each in found if each.value not in values)]
    wished = _wished(event, count)
    if wished is not None:
        return [wished, *(each for each in found if each.value != wished.value)]
    usual = _usual(event, count)
    if not usual:
        return found
    try:
        first = in_words(described_as(movement_of_form(usual, count, event.contestants_are)))
    except RuleError:
        return found
    same = next((each for each in found if each.value == usual), first)
    others = [each for each in found if each.value != usual]
    return [same._replace(why=_("our usual")), *others]


def _meant(event: Event, count: int) -> list[OfferedMovement]:
    """Movements for the boards that an event was opened for, or that were prepared for it."""
    if event.contestants_are != PAIRS or count < FEWEST:
        return []
    opened = EventHappening.objects.filter(event=event, kind=EventHappening.Kind.OPENED).first()
    meant = opened.told_as(EventOpened) if opened else EventOpened()
    boards = meant.get("boards", 0)
    if boards:
        winners = meant["winners"]
        why = ngettext("as when opened: %(n)s board", "as when opened: %(n)s boards", boards)
    else:
        boards, winners = _prepared(event), 1
        why = ngettext("for the %(n)s prepared board", "for the %(n)s prepared boards", boards)
    found = propose_prepared(count, boards, winners) if boards else ()
    return [in_words(each)._replace(why=why % {"n": boards}) for each in found]


def _prepared(event: Event) -> int:
    """How many boards have a par, from the first on; 0 where some are left out."""
    pars = pars_of(event)
    return len(pars) if [*pars] == [*range(1, len(pars) + 1)] else 0


def _usual(event: Event, count: int) -> str:
    """What the club last chose for the same number, as the value of a form; twice at least.

    Plans changed during play, drawn round by round or imported do not count.
    """
    chosen = Section.objects.filter(
        club_id=event.club_id,
        plan__pairs=count,
        event__contestants_are=event.contestants_are,
        event__deleted_at=None,
    ).exclude(Q(event=event) | Q(plan__has_key=AS_ROWS))
    lately = chosen.order_by("-event_id")[:LATELY]
    values = {each.event_id: value_of(each.plan) for each in lately if each.plan is not None}
    last, *before = values.values() if values else ("",)
    return last if last in before else ""


def described_as(movement: Movement) -> Offered:
    if movement.contestants_are == PAIRS:
        return describe(movement)
    # What the director is going to choose at each draw of an odd field.
    return described(movement, tuple(n for n in movement.notes if n.phrase == ODD), ())


def kinds_for(are: str, count: int) -> list[tuple[str, str]]:
    """Return the kinds of movement for so many: (key, name)."""
    return [
        (kind.key, _(KIND_NAMES[kind.key]))
        for kind in KINDS.values()
        if kind.are == are and kind.suits(count)
    ]


class MovementChoice(NamedTuple):
    """A movement that is asked for: its kind, rounds, boards a round, winners; None for open."""

    kind: str
    rounds: int | None
    each: int | None
    winners: int | None


def _wished(event: Event, count: int) -> OfferedMovement | None:
    """The movement that the event's template wishes for, so far as so many can play it."""
    opened = EventHappening.objects.filter(event=event, kind=EventHappening.Kind.OPENED).first()
    wish = opened.told_as(EventOpened).get("wish", {}) if opened else {}
    if "kind" not in wish:
        return None
    each, winners = wish.get("each"), wish.get("winners")
    # So many rounds may be none of so many pairs; its kind and its boards come first.
    for rounds in dict.fromkeys((wish.get("rounds"), None)):
        try:
            asked = MovementChoice(wish["kind"], rounds, each, winners)
            found = chosen_movement(asked, count, event.contestants_are)
        except RuleError:
            continue
        minutes = wish.get("minutes") or found.minutes_a_round
        return found._replace(why=_("as the template says"), minutes_a_round=minutes)
    return None


def chosen_movement(wish: MovementChoice, count: int, are: str) -> OfferedMovement:
    """Return the movement that a director asks for. RuleError says what would be right."""
    kind, rounds, each, winners = wish
    if kind not in dict(kinds_for(are, count)):
        raise RuleError("movement", CHOOSE, "kind")
    if kind.endswith(SWISS):
        rounds = rounds or SWISS_ROUNDS
    winners = winners if KINDS[kind].two_winners else None
    movement = build(kind, count, rounds=rounds, winners=winners)
    if each:
        boards = movement.sets * min(each, MOST_A_ROUND)
        movement = build(kind, count, rounds=rounds, winners=winners, boards=boards)
    return in_words(described_as(movement))._replace(why=_("as you asked"))


def movement_of_form(value: str, count: int, are: str = PAIRS) -> Movement:
    """Return the movement that a form chose. RuleError says what would be right."""
    match = VALUE.fullmatch(value)
    if match is None or match[1] not in KINDS or KINDS[match[1]].are != are:
        raise RuleError("movement", CHOOSE, "movement")
    kind, rounds, boards, winners = match[1], int(match[2]), int(match[3]), int(match[4])
    return build(kind, count, rounds=rounds, boards=boards, winners=winners)


def nothing_to_offer(count: int, are: str = PAIRS) -> str:
    """Return the text shown when there are no proposals."""
    if are == INDIVIDUALS:
        sizes = either(each for each in SIZES if each >= FEWEST_PLAYERS)
        text = _("Players of an individual: %(sizes)s. Entered: %(count)s.")
        return text % {"sizes": sizes, "count": count}
    if are == TEAMS:
        return _("A match needs at least two teams.")
    text = _("A movement needs at least four pairs. Entered: %(pairs)s.")
    return text % {"pairs": count}


MOST_TABLES: Final = 30
# Which way the pair sits that has nobody opposite, and the movement that is made for it.
HALF: Final = {"ns": "half-table-ns", "ew": "half-table-ew"}


class CountedTables(NamedTuple):
    """So many whole tables, and which way a pair sits alone at one more; "" for none."""

    tables: int
    half: str = ""

    def count(self, are: str) -> int:
        """How many pairs, or players of an individual, that is."""
        if are == INDIVIDUALS:
            return 4 * self.tables
        return 2 * self.tables + bool(self.half)


class CountedOffer(NamedTuple):
    """A movement on offer, and where the pair sits that sits alone."""

    proposal: OfferedMovement
    alone: str


def read_room(tables: int | None, half: str, are: str) -> CountedTables:
    """Return what was counted. Refused names the field and what would be right."""
    if tables is None or not 1 <= tables <= MOST_TABLES:
        text = _("How many tables are full? Enter a number from 1 to %(most)s.")
        raise Refused(text % {"most": MOST_TABLES}, "tables")
    return CountedTables(tables, half if half in HALF and are == PAIRS else "")


def offers_for(event: Event, room: CountedTables) -> list[CountedOffer]:
    """Return the movements for a room, first one with the half table as it was counted.

    Refused where so many cannot play.
    """
    are = event.contestants_are
    count = room.count(are)
    found = offers(event, count)
    if not found:
        raise Refused(nothing_to_offer(count, are), "tables")
    if room.half:
        found.sort(key=lambda each: not _stands(each.movement, room))
        if not _stands(found[0].movement, room):
            made = build(HALF[room.half], count)
            found.insert(0, in_words(described_as(made)))
    return [CountedOffer(each, _alone(each.movement)) for each in found]


def _stands(movement: Movement, room: CountedTables) -> bool:
    """Whether the half table is the last one, and its pair sits the way that was counted."""
    return any(
        row.table == room.tables + 1 and bool(row.ns) != bool(row.ew)
        and ("ns" if row.ns else "ew") == room.half
        for row in movement.rows_of_round(1)
    )  # fmt: skip


def _alone(movement: Movement) -> str:
    """Where the pair sits in the first round that nobody sits opposite; "" for none."""
    for row in movement.rows_of_round(1):
        if row.table and bool(row.ns) != bool(row.ew):
            values = {"table": row.table, "number": (row.ns or row.ew)[0]}
            if row.ns:
                return _("Pair %(number)s sits alone at table %(table)s, North–South.") % values
            return _("Pair %(number)s sits alone at table %(table)s, East–West.") % values
    here = {number for row in movement.rows_of_round(1) if row.table for number in row.seated}
    for number in range(1, movement.contestants + 1):
        if number not in here:
            return _("Pair %(number)s has no table in round 1.") % {"number": number}
    return ""
