"""Choose the movement of each section, in plain words; divide a large field into sections."""

from typing import TypedDict

from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.edit_conflicts import ChangedMeanwhile
from clubscore.club.wording.phrases import said
from clubscore.events.entries.forms import StartForm
from clubscore.events.locks import is_noted
from clubscore.events.models import Entry, Event, Section
from clubscore.events.movement.forms import MovementForm, SectionsForm
from clubscore.events.movement.proposals import (
    Proposal,
    asked_for,
    kinds_for,
    movement_asked,
    nothing_to_offer,
    offers,
)
from clubscore.events.play.directing import (
    choose_movement,
    exchange_numbers,
    movements_chosen,
    start_round,
)
from clubscore.events.play.sections import LETTERS, divide, most_sections
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import Plan
from clubscore.events.terms.event_words import how_many
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem


class Choosing:
    """The section whose movement is chosen, and who plays in it."""

    def __init__(self, request: ClubRequest, event: int, given: QueryDict) -> None:
        self.request, self.given = request, given
        self.form = MovementForm(given)
        self.event = directed_by(request.actor, event)
        self.room: Room = room_of(self.event)
        self.section: Section = (
            self.room.section(self.form.words_of("section")) or self.room.sections[0]
        )
        self.are = self.event.contestants_are

    @property
    def all_who_play(self) -> int:
        """How many are entered in the whole event."""
        return sum(entry.plays for entry in self.room.entries)

    @property
    def count(self) -> int:
        """How many are entered in this section."""
        alone = len(self.room.sections) == 1
        return sum(
            entry.plays and (alone or entry.section_id == self.section.pk)
            for entry in self.room.entries
        )

    def offered(self, problems: list[Problem]) -> list[Proposal]:
        """What is on offer, one that the director asked for first."""
        if self.event.round:
            return []
        found = offers(self.event, self.count)
        if self.form.words_of("kind"):
            try:
                found.insert(0, asked_for(self.form.wish, self.count, self.are))
            except RuleError as error:
                problems.append(Problem("kind", said(error)))
        if not found and not problems:
            problems.append(Problem("", nothing_to_offer(self.count, self.are)))
        return found


@open_to(Level.SCORER)
def movement(request: ClubRequest, event: int) -> HttpResponse:
    """Show two or three proposals in plain words; a POST chooses one, or changes two numbers."""
    given = request.POST if request.method == "POST" else request.GET
    asked = Choosing(request, event, given)
    if request.method != "POST":
        return _page(asked, [])
    try:
        _choose(asked)
    except RuleError as error:
        return _page(asked, [Problem("", said(error))])
    except ChangedMeanwhile:
        return _chosen_meanwhile(request, event)
    if asked.form.sends("one"):
        return _back(asked)
    if all(each.plan or each.pk == asked.section.pk for each in asked.room.sections):
        return redirect("event", event=event)
    return _back(asked)


@open_to(Level.SCORER)
@require_POST
def start(request: ClubRequest, event: int) -> HttpResponse:
    """Choose the movement that was proposed, unless one is chosen, and start the first round."""
    asked, form = Choosing(request, event, request.POST), StartForm(request.POST)
    begins = f"{form.key}:round"
    if is_noted(asked.event, begins):
        return redirect("event", event=event)
    try:
        with transaction.atomic():
            if form.words_of("movement"):
                choose_movement(
                    section=asked.section,
                    movement=movement_asked(form.words_of("movement"), asked.count, asked.are),
                    minutes=form.number_of("minutes") or 0,
                    key=form.key,
                    actor=request.actor,
                    seen=form.number_of("seen"),
                )
            start_round(event=asked.event, key=begins, actor=request.actor, seen=0)
    except RuleError as error:
        return _page(asked, [Problem("", said(error))])
    except ChangedMeanwhile:
        return _chosen_meanwhile(request, event)
    return redirect("event", event=event)


def _chosen_meanwhile(request: ClubRequest, event: int) -> HttpResponse:
    text = _("Changed by someone else; the current choice is shown. Choose again, or cancel.")
    return _page(Choosing(request, event, request.POST), [Problem("", text)])


def _choose(asked: Choosing) -> None:
    """Choose the movement of the form, or swap two numbers."""
    form, actor = asked.form, asked.request.actor
    key, seen = form.key, form.number_of("seen")
    if form.sends("one"):
        one, other = form.numbers
        exchange_numbers(
            section=asked.section, one=one, other=other, key=key, actor=actor, seen=seen
        )
        return
    choose_movement(
        section=asked.section,
        movement=movement_asked(form.words_of("movement"), asked.count, asked.are),
        minutes=form.number_of("minutes") or 0,
        key=key,
        actor=actor,
        seen=seen,
    )


@open_to(Level.SCORER)
@require_POST
def sections(request: ClubRequest, event: int) -> HttpResponse:
    """Divide the field into so many sections, or set who plays in which."""
    asked = Choosing(request, event, request.POST)
    form = SectionsForm(request.POST, entries=asked.room.entries)
    try:
        divide(
            event=asked.event,
            count=form.number_of("count") or 0,
            wanted=form.wanted,
            key=form.key,
            actor=request.actor,
            seen=form.number_of("seen"),
        )
    except ChangedMeanwhile:
        return _chosen_meanwhile(request, event)
    return redirect("event-movement", event=event)


def _back(asked: Choosing) -> HttpResponse:
    answer = redirect("event-movement", event=asked.event.pk)
    answer["Location"] += f"?section={asked.section.letter}"
    return answer


class MovementPage(TypedDict):
    """What the page shows on which a section's movement is chosen; `counts` of sections."""

    event: Event
    room: Room
    section: Section
    letters: str
    many: str
    offered: list[Proposal]
    kinds: list[tuple[str, str]]
    given: QueryDict
    plan: Plan | None
    numbers: list[tuple[int, Entry]]
    counts: range
    entries: list[tuple[Entry, str]]
    seen: int
    problems: list[Problem]
    key: str


def _page(asked: Choosing, problems: list[Problem]) -> HttpResponse:
    event, room, section = asked.event, asked.room, asked.section
    offered = asked.offered(problems)
    most = 1 if event.round else most_sections(asked.all_who_play)
    entries = [entry for entry in room.entries if entry.plays]
    context: MovementPage = {
        "event": event,
        "room": room,
        "section": section,
        "letters": LETTERS[: len(room.sections)],
        "many": how_many(asked.are, asked.count),
        "offered": offered,
        "kinds": [] if event.round else kinds_for(asked.are, asked.count),
        "given": asked.given,
        "plan": room.plans.get(section.pk),
        "numbers": [
            (number, entry)
            for (of, number), entry in sorted(room.by_number.items())
            if of == section.pk
        ],
        "counts": range(1, most + 1),
        "entries": [(entry, _letter(room, entry.section_id)) for entry in entries],
        "seen": movements_chosen(event),
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems and asked.request.method == "POST" else 200
    return render(asked.request, "events/movement.html", context, status=status)


def _letter(room: Room, section: int | None) -> str:
    return next((each.letter for each in room.sections if each.pk == section), "")
