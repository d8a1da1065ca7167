"""What stands at the head of an event's papers: whose it is, how far it is, how it is scored."""

from collections.abc import Iterator
from fractions import Fraction

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.days import long_date
from clubscore.club.wording.figures import figure
from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said
from clubscore.events.models import Event
from clubscore.events.rankings.lists import Lists
from clubscore.events.selectors import how_far
from clubscore.events.terms.event_words import option_words, scoring_name
from clubscore.movements.kinds import KIND_NAMES
from clubscore.movements.rows import ROUNDS, TABLES, counted
from clubscore.ranking import show_number


def title_of(event: Event) -> str:
    """Return an event with its day, as people say it."""
    return f"{event.name}, {long_date(event.evening)}"


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
