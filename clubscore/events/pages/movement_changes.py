"""Changing a movement during play: what is possible, one tap, and a second to confirm."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key
from clubscore.club.wording import said
from clubscore.events.formats import PAIRS
from clubscore.events.locks import must_be_playing
from clubscore.events.models import Entry, PlanChange, Section
from clubscore.events.movement_changes import (
    SURGERY_WORDS,
    Possible,
    Running,
    change_movement,
    if_late,
    if_leaves,
    if_played,
    if_rounds,
    last_change,
    newest_standing,
    nothing_possible,
    take_change_back,
)
from clubscore.events.pages.movement import SurgeryForm
from clubscore.events.scoring import still_in
from clubscore.events.selectors import directed_by
from clubscore.events.state import room_of
from clubscore.events.swiss_changes import (
    Swiss,
    if_late_at_swiss,
    if_leaves_swiss,
    if_played_in_swiss,
    if_rounds_of_swiss,
)
from clubscore.laws.errors import RuleError
from clubscore.movements import MovementRow, playing_in
from clubscore.web.forms import Problem, Problems

MOST_LATE = 2
NOT_CARRIED = ("csrfmiddlewaretoken", "key", "chosen", "save", "change", "round_seen")


class Surgery:
    """What a director asks of a section's movement."""

    def __init__(self, request: ClubRequest, event: int, given: QueryDict) -> None:
        self.request, self.form = request, SurgeryForm(given)
        self.given, self.number = given, self.form.number
        self.event = directed_by(request.actor, event)
        self.room = room_of(self.event)
        if not self.room.plans:
            raise Refused(_("Choose the movement first."))
        self.section: Section = (
            self.room.section(self.form.words_of("section")) or self.room.sections[0]
        )
        self.running = Running(self.room, self.section)

    @cached_property
    def swiss(self) -> Swiss | None:
        """The section's Swiss as it runs, where it is one."""
        return Swiss(self.running) if self.room.plan(self.section).is_swiss else None

    @property
    def waiting(self) -> list[Entry]:
        """Pairs that are entered and have no number yet."""
        return [entry for entry in self.room.entries if entry.plays and not entry.number]

    @property
    def late(self) -> list[Entry]:
        """The late pairs that are asked about."""
        return [entry for entry in self.waiting if entry.pk in self.form.numbers_of("entry")]

    def names(self, pair: int) -> list[str]:
        return self.room.names(self.section.pk, pair)

    @cached_property
    def pairs(self) -> list[tuple[int, list[str]]]:
        """The pairs that still play, with their names."""
        if self.swiss:
            going_on = set(still_in(self.section.plan))
        else:
            going_on = playing_in(self.running.as_played(max(0, self.running.round - 1)))
        return [(pair, self.names(pair)) for pair in sorted(going_on)]

    @property
    def has_other_pairs(self) -> bool:
        """Whether pairs other than those of the movement can be entered for a table."""
        return self.event.contestants_are == PAIRS and self.swiss is None

    @property
    def sets(self) -> list[tuple[int, int, int]]:
        """Each set with its first and its last board."""
        movement = self.running.movement
        found = ((n, movement.boards_of_set(n)) for n in range(1, movement.sets + 1))
        return [(number, boards[0], boards[-1]) for number, boards in found]


def _late(asked: Surgery) -> list[Possible]:
    late = asked.late
    if not 0 < len(late) <= MOST_LATE:
        raise Problems(Problem("late", _("Choose one or two late pairs.")))
    if asked.swiss:
        return if_late_at_swiss(asked.swiss, len(late))
    return if_late(asked.running, len(late))


def _leaves(asked: Surgery) -> list[Possible]:
    if asked.swiss:
        return if_leaves_swiss(asked.swiss, asked.number("pair"))
    return if_leaves(asked.running, asked.number("pair"))


def _rounds(asked: Surgery) -> list[Possible]:
    if asked.swiss:
        return if_rounds_of_swiss(asked.swiss, asked.number("rounds"))
    return if_rounds(asked.running, asked.number("rounds"))


def _turned(_asked: Surgery) -> Callable[[MovementRow], MovementRow]:
    return MovementRow.turned


def _other_boards(asked: Surgery) -> Callable[[MovementRow], MovementRow]:
    movement, number = asked.running.movement, asked.number("set")
    if not 0 < number <= movement.sets:
        raise Problems(Problem("set", _("Choose the boards that were played.")))
    boards = movement.boards_of_set(number)

    def change(row: MovementRow) -> MovementRow:
        return row if movement.boards_of(row) == boards else row._replace(boards=boards)

    return change


def _other_pairs(asked: Surgery) -> Callable[[MovementRow], MovementRow]:
    if not asked.has_other_pairs:
        text = _("Where partners or matches change, correct the results at the tables instead.")
        raise Problems(Problem("how", text))
    ns, ew = asked.number("ns"), asked.number("ew")
    known = [pair for pair, _names in asked.pairs]
    if ns == ew or ns not in known or ew not in known:
        raise Problems(Problem("ns", _("Choose the two pairs that sat there.")))
    return lambda row: row._replace(ns=(ns,), ew=(ew,))


HOW: dict[str, Callable[[Surgery], Callable[[MovementRow], MovementRow]]] = {
    "turned": _turned,
    "boards": _other_boards,
    "pairs": _other_pairs,
}


def _played(asked: Surgery) -> list[Possible]:
    how = HOW.get(asked.form.words_of("how"))
    if how is None:
        raise Problems(Problem("how", _("Choose what was different.")))
    at, table = asked.number("round"), asked.number("table")
    if asked.swiss:
        return if_played_in_swiss(asked.swiss, at, table, how(asked))
    return if_played(asked.running, at, table, how(asked))


WAYS: dict[str, Callable[[Surgery], list[Possible]]] = {
    "late": _late,
    "leaves": _leaves,
    "rounds": _rounds,
    "played": _played,
}


@open_to(Level.SCORER)
@require_safe
def change(request: ClubRequest, event: int) -> HttpResponse:
    """Show the ways to change the movement, and the changes so far."""
    return _page(Surgery(request, event, request.GET), [])


@open_to(Level.SCORER)
def offers(request: ClubRequest, event: int) -> HttpResponse:
    """Show what is possible; a POST shows one of them again, with "save" it is done."""
    asked = Surgery(request, event, request.POST if request.method == "POST" else request.GET)
    form = asked.form
    must_be_playing(asked.event)
    way = WAYS.get(form.words_of("what"))
    if way is None:
        return _page(asked, [Problem("", _("Choose what to change."))])
    try:
        found = way(asked)
    except Problems as error:
        return _page(asked, error.problems)
    except RuleError as error:
        return _page(asked, [Problem(error.where, said(error))])
    if request.method != "POST":
        return _offers(asked, found)
    chosen = next((each for each in found if each.value == form.typed("chosen")), None)
    if chosen is None:
        raise Refused(_("The movement or the round has changed. Check again."))
    if not form.sends("save"):
        return _offers(asked, [chosen], sure=True)
    change_movement(
        section=asked.section,
        chosen=chosen,
        entries=[entry.pk for entry in asked.late] if way is _late else (),
        seen=form.seen,
        key=form.key,
        actor=request.actor,
    )
    return _to_page(asked)


@open_to(Level.SCORER)
@require_POST
def back(request: ClubRequest, event: int) -> HttpResponse:
    """Take the last change back."""
    asked = Surgery(request, event, request.POST)
    take_change_back(
        section=asked.section,
        change=asked.number("taken"),
        seen=asked.form.seen,
        key=asked.form.key,
        actor=request.actor,
    )
    return _to_page(asked)


def _to_page(asked: Surgery) -> HttpResponse:
    answer = redirect("event-change", event=asked.event.pk)
    answer["Location"] += f"?section={asked.section.letter}"
    return answer


def _context(asked: Surgery) -> dict[str, Any]:
    return {
        "event": asked.event,
        "room": asked.room,
        "asked": asked,
        "section": asked.section,
        "change": last_change(asked.section),
        "key": new_key(),
        "words": SURGERY_WORDS[asked.event.contestants_are],
    }


def _offers(asked: Surgery, found: list[Possible], *, sure: bool = False) -> HttpResponse:
    hidden = [
        (name, value)
        for name, values in asked.given.lists()
        for value in values
        if name not in NOT_CARRIED
    ]
    context: dict[str, Any] = {
        **_context(asked),
        "offers": [(each, _since(asked, each)) for each in found],
        "nothing": "" if found else _nothing(asked),
        "hidden": hidden,
        "sure": sure,
        "reserve": not sure and asked.form.words_of("what") == "late",
    }
    return render(asked.request, "events/surgery_offers.html", context)


def _nothing(asked: Surgery) -> str:
    return nothing_possible(asked.running, asked.form.words_of("what"), len(asked.late))


def _since(asked: Surgery, one: Possible) -> str:
    if asked.form.words_of("what") in ("rounds", "played"):
        return ""
    text = _("now, from round %(round)s on") if one.since == asked.running.round else _(
        "from round %(round)s on"
    )  # fmt: skip
    return text % {"round": one.since}


def _page(asked: Surgery, problems: list[Problem]) -> HttpResponse:
    runs = asked.event.round > 0 and asked.event.finished_at is None
    plan = asked.room.plan(asked.section)
    changes = PlanChange.objects.filter(section=asked.section).order_by("-pk")
    context: dict[str, Any] = {
        **_context(asked),
        "runs": runs,
        "plan": plan,
        "rounds": range(1, asked.room.now(asked.section.pk) + 1),
        "tables": range(1, plan.tables + 1),
        "changes": list(changes),
        "newest": newest_standing(asked.section),
        "given": asked.given,
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(asked.request, "events/surgery.html", context, status=status)
