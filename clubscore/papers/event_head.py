"""What an event's papers say alike: whose they are, how it is scored, points and places."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording import both, figure, listed, long_date, named, said
from clubscore.events.formats import numbered, option_words, scoring_name
from clubscore.events.models import Event
from clubscore.events.models.facts import Side, members
from clubscore.events.rankings import CardLine, Lists
from clubscore.events.result_words import points_words
from clubscore.events.selectors import how_far
from clubscore.events.state import EventState
from clubscore.movements.kinds import KIND_NAMES
from clubscore.movements.rows import ROUNDS, TABLES, counted
from clubscore.papers.table_cards import people_of
from clubscore.ranking import show_number


def title_of(event: Event) -> str:
    """Return an event with its day, as people say it."""
    return f"{event.name}, {long_date(event.evening)}"


def file_name(event: Event, kind: str) -> str:
    """Return the name of a file of this kind; days sort."""
    return f"{event.name}, {event.evening.isoformat()} {kind}"


def identity_of(event: Event) -> str:
    """Return whose paper it is: the event, its day and the club."""
    return f"{title_of(event)} · {event.club.name}"


def state_of(event: Event) -> str:
    """Return how far an event is, as a sentence."""
    told = render_to_string("events/parts/state.html", {"event": event, "state": how_far(event)})
    state = " ".join(told.split())
    return state if state.endswith(".") else f"{state}."


def hall_facts(lists: Lists) -> Iterator[str]:
    """How many tables, rounds and boards, and by which movement; of a file its boards alone."""
    plans = [
        lists.room.plans[each.pk] for each in lists.room.sections if each.pk in lists.room.plans
    ]
    if plans:
        yield said(counted(TABLES, sum(plan.tables for plan in plans)))
        yield said(counted(ROUNDS, max(plan.rounds for plan in plans)))
    boards = {board for plan in plans for board in plan.boards} or set(lists.boards)
    text = ngettext("%(n)s board", "%(n)s boards", len(boards))
    yield text % {"n": len(boards)}
    yield from dict.fromkeys(
        _(KIND_NAMES.get(plan.movement.kind, plan.movement.kind)) for plan in plans
    )


def scoring_facts(lists: Lists) -> list[str]:
    """What happened in the hall, how it is scored, and what was chosen of that: a sentence each."""
    event = lists.ranked.event
    chosen = [
        option_words(option, value)
        for option in event.scored_by.options
        if isinstance(value := event.options.of(option), str) and value
    ]
    regulated = [
        _(each.phrase) % each.named
        for each in event.scored_by.regulations(event)
        # What the organiser chose stands among the options.
        if not each.option
    ]
    told = (listed(hall_facts(lists)), scoring_line(lists), *chosen, *regulated)
    return [f"{each}." for each in told]


def poster_facts(lists: Lists) -> list[str]:
    """How many boards were played, and how they are scored."""
    boards = len(lists.boards)
    return [ngettext("%(n)s board", "%(n)s boards", boards) % {"n": boards}, scoring_line(lists)]


def scoring_line(lists: Lists) -> str:
    """The scoring with its top, where all boards have the same."""
    name = scoring_name(lists.room.event.scoring)
    tops = {each.top for found in lists.travellers.values() for each in found if each.top}
    return listed((name, _("top %(n)s") % {"n": _number(*tops)})) if len(tops) == 1 else name


def _number(value: Fraction) -> str:
    return figure(show_number(value))


def heading(title: str, event: Event, facts: Iterable[str] = ()) -> Iterator[str]:
    """The title, whose paper it is, how far the event is, and what else stands at its head."""
    yield title
    yield listed((title_of(event), event.club.name))
    yield state_of(event)
    yield from facts


def heading_of_results(title: str, lists: Lists) -> Iterator[str]:
    """The same above results, with how they are scored."""
    yield from heading(title, lists.room.event, scoring_facts(lists))


def who_is(are: str, key: str) -> str:
    """Return a contestant, or the two who formed a pair, by what lists call them: "Pair 8"."""
    return both(numbered(are, each) for each in key.split("+"))


def key_of(room: EventState, section: int, side: Side | None) -> str:
    """Return what lists call a side of a section, as `who_is` reads it."""
    letters = {each.pk: each.letter if len(room.sections) > 1 else "" for each in room.sections}
    return "+".join(f"{letters[section]}{number}" for number in members(side))


def north_south(are: str, key: str, names: Iterable[str]) -> str:
    """Return who sits North-South, with their names."""
    return _("%(who)s North–South: %(names)s") % {"who": who_is(are, key), "names": named(names)}


def east_west(are: str, key: str, names: Iterable[str]) -> str:
    """Return who sits East-West, with their names."""
    return _("%(who)s East–West: %(names)s") % {"who": who_is(are, key), "names": named(names)}


def sits(are: str, key: str, way: str) -> str:
    """Return who sits which way, without names: "Pair 8, East-West"."""
    return _("%(who)s, %(way)s") % {"who": who_is(are, key), "way": direction(way)}


def at_table(room: EventState, section: int, ns: Side | None, ew: Side | None) -> Iterator[str]:
    """Both sides of a table, as far as somebody sits there."""
    are = room.event.contestants_are
    if ns is not None:
        yield north_south(are, key_of(room, section, ns), _names(room, section, ns))
    if ew is not None:
        yield east_west(are, key_of(room, section, ew), _names(room, section, ew))


def _names(room: EventState, section: int, side: Side) -> list[str]:
    return [name for number in members(side) for name in people_of(room, section, number)]


def direction(way: str) -> str:
    """Return a direction in words; `way` is "ns" or "ew"."""
    return _("North–South") if way.lower() == "ns" else _("East–West")


def of_whom(who: str, points: str) -> str:
    """Return whose points these are: "Pair 1: 7 points"."""
    return pgettext("points", "%(who)s: %(points)s") % {"who": who, "points": points_words(points)}


def boards_words(boards: str) -> str:
    """Return the boards of a round, given as they are printed: "5", "5–8"."""
    text = _("Board %(boards)s") if boards.isdigit() else _("Boards %(boards)s")
    return text % {"boards": boards}


class Summary(NamedTuple):
    """Boards with their points, percentages each way, the sum and how many were possible.

    What is not known is empty: without a top nothing is in percent.
    """

    best: tuple[int, str] | None
    worst: tuple[int, str] | None
    ns_percent: str
    ew_percent: str
    sum: str
    possible: str


def summary_of(card: Sequence[CardLine]) -> Summary:
    """Return the summary of a contestant's own results."""
    known = [row for row in card if row.exact is not None]
    by_worth = sorted(known, key=_worth)
    best = by_worth[-1] if by_worth else None
    worst = by_worth[0] if by_worth else None
    tops = [row.exact_top for row in known if row.exact_top]
    return Summary(
        (best.board, best.points) if best else None,
        (worst.board, worst.points) if worst else None,
        _percent(row for row in known if row.is_ns),
        _percent(row for row in known if not row.is_ns),
        _number_of_card_summary(sum((row.exact or Fraction(0) for row in known), Fraction(0)))
        if known
        else "",
        _number_of_card_summary(sum(tops, Fraction(0))) if tops and len(tops) == len(known) else "",
    )


def _worth(row: CardLine) -> Fraction:
    exact = row.exact or Fraction(0)
    return exact / row.exact_top if row.exact_top else exact


def _percent(rows: Iterable[CardLine]) -> str:
    found = list(rows)
    tops = [row.exact_top for row in found if row.exact_top]
    if not found or len(tops) != len(found):
        return ""
    won = sum((row.exact or Fraction(0) for row in found), Fraction(0))
    return figure(show_number(100 * won / sum(tops, Fraction(0))))


def _number_of_card_summary(value: Fraction) -> str:
    return figure(show_number(value))


class AverageWorth(NamedTuple):
    """What an average brings on a board, and its top, as a list shows them."""

    average: str
    top: str


def worth_of(lists: Lists, board: int) -> AverageWorth | None:
    """Return what a board is worth; None where it has no top, or more than one."""
    tops = {each.top for each in lists.travellers[board] if each.top}
    if len(tops) != 1:
        return None
    (top,) = tops
    return AverageWorth(_number_of_card_summary(top / 2), _number_of_card_summary(top))
