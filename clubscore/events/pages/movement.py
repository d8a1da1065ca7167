"""The pages on which a director chooses movements and confirms the draw of a Swiss round."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import ChangedMeanwhile, Given, Refused, new_key, whole_number
from clubscore.club.wording import both, named, said
from clubscore.events.directing import (
    LETTERS,
    choose_movement,
    divide,
    exchange_numbers,
    most_sections,
    movements_chosen,
    start_round,
)
from clubscore.events.draw import (
    LEVEL,
    ODD_MEANS,
    ODD_WAYS,
    RESTS,
    THREE,
    Draw,
    as_stored,
    draw,
    met_before,
    odd_ways,
    proposed,
    way_means,
    ways_of,
)
from clubscore.events.formats import how_many
from clubscore.events.locks import is_noted
from clubscore.events.models import Entry, Section
from clubscore.events.models.facts import DrawFacts
from clubscore.events.movement import (
    MovementChoice,
    OfferedMovement,
    chosen_movement,
    kinds_for,
    movement_of_form,
    nothing_to_offer,
    offers,
)
from clubscore.events.movement_changes import SeenMovement
from clubscore.events.opening import StartForm
from clubscore.events.plan import known_plan
from clubscore.events.scoring import USUAL_BYE, draws_of, paired_for, trio_going_on
from clubscore.events.selectors import directed_by
from clubscore.events.state import EventState, room_of
from clubscore.laws.errors import RuleError
from clubscore.movements import SwissPairing
from clubscore.movements.swiss import SWISS_BYE as BYE
from clubscore.movements.swiss import SwissMeeting as Meeting
from clubscore.web.forms import LineField, PageForm, Problem, TextField, WholeField, Wholes


class MovementForm(PageForm):
    """Which movement a section plays, so many minutes a round; or two numbers that change places.

    `kind`, with rounds, boards a round and winners, asks for a proposal. `seen` counts the choices
    that the page knew of.
    """

    section = TextField()
    kind = TextField()
    rounds = WholeField()
    each = WholeField()
    winners = WholeField()
    movement = TextField()
    minutes = WholeField()
    one = TextField()
    other = TextField()
    seen = WholeField()

    @property
    def wish(self) -> MovementChoice:
        """The movement that is asked for, to be proposed."""
        rounds, each, winners = map(self.number_of, ("rounds", "each", "winners"))
        return MovementChoice(self.words_of("kind"), rounds, each, winners)

    @property
    def numbers(self) -> tuple[int, int]:
        """The two numbers, as they are called: "pair 3" is three; 0 for none."""
        one, two = (re.sub(r"\D", "", self.words_of(name)) for name in ("one", "other"))
        return whole_number(one) or 0, whole_number(two) or 0


class SectionsForm(PageForm):
    """Into how many sections the field is divided, and in which of them somebody is to play."""

    count = WholeField()
    seen = WholeField()

    def __init__(self, given: Given, *, entries: Iterable[Entry]) -> None:
        super().__init__(given)
        self.entries = [entry.pk for entry in entries]
        for pk in self.entries:
            self.fields[f"of-{pk}"] = TextField()

    @property
    def wanted(self) -> dict[int, str]:
        """The section of each entry that the page asks about, {entry: letter}."""
        return {pk: self.words_of(f"of-{pk}") for pk in self.entries if self.sends(f"of-{pk}")}


class DrawForm(PageForm):
    """How a round of a section is drawn: by which way, who meets whom, what a bye is worth, why.

    `odd` says what is done with an odd number.
    """

    section = TextField()
    way = TextField()
    odd = TextField()
    worth = TextField()
    reason = LineField(most=200)
    seen = WholeField()

    def meetings(self, count: int) -> tuple[Meeting, ...]:
        """Return who meets whom, in so many meetings; 0 for what is no number."""
        both = ((self.typed(f"one-{at}"), self.typed(f"other-{at}")) for at in range(1, count + 1))
        return tuple((whole_number(one) or 0, whole_number(other) or 0) for one, other in both)

    @property
    def trio(self) -> tuple[int, ...]:
        """The three who begin to play each other; 0 for what is no number."""
        return tuple(whole_number(self.typed(f"trio-{at}")) or 0 for at in (1, 2, 3))


class SurgeryForm(PageForm):
    """What a director changes of a movement that runs, and what the page had seen of it.

    `what` is the way: late pairs (`entry`), a pair that leaves, fewer or more rounds, or a table
    that played `round` otherwise, `how`. `taken` is a change that is taken back.
    """

    section = TextField()
    what = TextField()
    chosen = TextField()
    entry = Wholes()
    pair = WholeField()
    rounds = WholeField()
    how = TextField()
    round = WholeField()
    table = WholeField()
    set = WholeField()
    ns = WholeField()
    ew = WholeField()
    taken = WholeField()
    change = WholeField()
    round_seen = WholeField()

    def number(self, name: str) -> int:
        """Return a number of the form; 0 if it has none."""
        return self.number_of(name) or 0

    @property
    def seen(self) -> SeenMovement:
        """The change and the round that the page showed."""
        return SeenMovement(self.number("change"), self.number("round_seen"))


# ---- The draw of a Swiss round.


class Drawing:
    """The section whose next round is drawn, and what the director sees."""

    def __init__(self, request: ClubRequest, event: int, given: QueryDict) -> None:
        self.request, self.form = request, DrawForm(given)
        self.event = directed_by(request.actor, event)
        self.room: EventState = room_of(self.event)
        swiss = [each for each in self.room.sections if self._is_swiss(each)]
        if not swiss:
            raise Refused(_("Only a Swiss event is drawn round by round."))
        waiting = [each for each in swiss if each in self.room.to_draw] or swiss
        asked = self.room.section(self.form.words_of("section"))
        self.section: Section = asked if asked in swiss else waiting[0]
        self.number = self.room.now(self.section.pk) + 1
        self.everybody = paired_for(self.section.plan, self.number)
        self.odd_ways = odd_ways(self.section.plan, self.number)
        if self.number > self.room.plan(self.section).rounds:
            raise Refused(_("That was the last round. Finish the session."))

    def _is_swiss(self, section: Section) -> bool:
        return section.pk in self.room.plans and self.room.plan(section).is_swiss

    @property
    def way(self) -> str:
        """How the round is to be drawn; as it was where it is drawn already."""
        known = ways_of(self.event)
        before = self.drawn.get("way", LEVEL) if self.drawn else LEVEL
        asked = self.form.words_of("way") or before
        return asked if asked in known else LEVEL

    @property
    def busy(self) -> list[int]:
        """Who is not drawn because their three-way match goes on."""
        trio = trio_going_on(self.section.plan, self.number)
        return trio.here(self.number) if trio else []

    @property
    def odd(self) -> str:
        """What is to be done with an odd number, as drawn already; empty where it is even."""
        before = ""
        if self.drawn:
            before = THREE if self.drawn.get("trio") else RESTS
        asked = self.form.words_of("odd") or before
        return asked if asked in self.odd_ways else next(iter(self.odd_ways), "")

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Who meets whom by the form."""
        return self.form.meetings(len(self.everybody) // 2 - (self.odd == THREE))

    @property
    def trio(self) -> tuple[int, ...]:
        """The three who play each other by the form."""
        return self.form.trio if self.odd == THREE else ()

    @property
    def drawn(self) -> DrawFacts | None:
        """The round as it is drawn already, None where it is not."""
        draws = draws_of(self.section.plan)
        return draws[self.number - 1] if len(draws) >= self.number else None

    @property
    def missing(self) -> int:
        """How many boards of the rounds so far have no result yet."""
        return sum(1 for each in self.room.holes() if each.result is None)


@open_to(Level.SCORER)
def draw_round(request: ClubRequest, event: int) -> HttpResponse:
    """Show the next round as the ranking has it; a POST confirms it, changed or not."""
    drawing = Drawing(request, event, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST":
        return _page(drawing, [])
    form = drawing.form
    worth, seen = form.typed("worth", USUAL_BYE), form.number_of("seen")
    reason = form.words_of("reason")
    try:
        draw(
            section=drawing.section,
            drawn=Draw(drawing.meetings, worth, reason, drawing.way, drawing.trio),
            seen=-1 if seen is None else seen,
            key=form.key,
            actor=request.actor,
        )
    except RuleError as error:
        return _page(drawing, [Problem(error.where, said(error))])
    return redirect("event", event=event)


class WayKey(NamedTuple):
    """A way to draw: its key and words, what it does, and whether it is chosen."""

    key: str
    text: str
    means: str
    chosen: bool


class DrawShown(NamedTuple):
    """Who meets whom on the page: as typed, as drawn already, else as proposed."""

    meetings: tuple[Meeting, ...]
    trio: tuple[int, ...]
    drawn: DrawFacts | None


def _shown(drawing: Drawing, pairing: SwissPairing, problems: list[Problem]) -> DrawShown:
    # Choosing another way shows its draw.
    chosen = drawing.form.sends("way") or drawing.form.sends("odd")
    drawn = None if chosen else drawing.drawn
    if problems:
        return DrawShown(drawing.meetings, drawing.trio, drawn)
    if drawn:
        trio = tuple(drawn["trio"]["teams"]) if "trio" in drawn else ()
        return DrawShown(tuple((one, two) for one, two in drawn["meetings"]), trio, drawn)
    return DrawShown(pairing.meetings, pairing.trio or (), None)


def _page(drawing: Drawing, problems: list[Problem]) -> HttpResponse:
    room, section, event = drawing.room, drawing.section, drawing.event
    pairing = proposed(room, section, drawing.way, drawing.odd)
    shown = _shown(drawing, pairing, problems)
    drawn = shown.drawn
    again = met_before(room, section, shown.meetings)

    def names(number: int) -> str:
        return named(room.names(section.pk, number))

    context: dict[str, Any] = {
        "event": event,
        "section": section,
        "several": len(room.sections) > 1,
        "number": drawing.number,
        "rows": [(at, *two, two in again) for at, two in enumerate(shown.meetings, 1)],
        "everybody": [(number, names(number)) for number in drawing.everybody],
        "notes": [said(each) for each in pairing.notes if each.phrase != BYE],
        "resting": room.names(section.pk, pairing.bye) if not drawn and pairing.bye else [],
        "trio": [*enumerate(shown.trio, 1)],
        "trio_boards": _boards_of(drawing, shown.trio),
        "going_on": both(map(names, drawing.busy)),
        "ways": _ways(drawing),
        "way": drawing.way,
        "odds": _odds(drawing),
        "odd": drawing.odd,
        "drawn": drawn,
        "missing": drawing.missing,
        "bye": drawing.odd == RESTS,
        "gives_points": event.scored_by.victory_points,
        "worth": drawing.form.typed("worth", drawn["worth"] if drawn else USUAL_BYE),
        "reason": drawing.form.typed("reason"),
        "problems": problems,
        "key": drawing.form.key,
    }
    status = 422 if problems else 200
    return render(drawing.request, "events/draw.html", context, status=status)


def _ways(drawing: Drawing) -> list[WayKey]:
    return [
        WayKey(key, _(text), way_means(drawing.event, key), key == drawing.way)
        for key, text in ways_of(drawing.event).items()
    ]


def _odds(drawing: Drawing) -> list[WayKey]:
    """What can be chosen for an odd number; nothing where there is no choice."""
    if len(drawing.odd_ways) < 2:
        return []
    return [
        WayKey(key, _(ODD_WAYS[key]), _(ODD_MEANS[key]), key == drawing.odd)
        for key in drawing.odd_ways
    ]


def _boards_of(drawing: Drawing, trio: tuple[int, ...]) -> str:
    """The boards at the tables of three who play each other; nothing where it is not three."""
    plan, number = drawing.section.plan, drawing.number
    if plan is None or len(trio) != 3:
        return ""
    movement = known_plan(plan).movement
    found = []
    for of_set in (number, number + 1, as_stored(plan, number, trio)["set"]):
        boards = movement.boards_of_set(of_set)
        found.append(str(boards[0]) if len(boards) == 1 else f"{boards[0]}–{boards[-1]}")
    return both(found)


# ---- Choosing the movement.


class Choosing:
    """The section whose movement is chosen, and who plays in it."""

    def __init__(self, request: ClubRequest, event: int, given: QueryDict) -> None:
        self.request, self.given = request, given
        self.form = MovementForm(given)
        self.event = directed_by(request.actor, event)
        self.room: EventState = room_of(self.event)
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

    def offered(self, problems: list[Problem]) -> list[OfferedMovement]:
        """What is on offer, one that the director asked for first."""
        if self.event.round:
            return []
        found = offers(self.event, self.count)
        if self.form.words_of("kind"):
            try:
                found.insert(0, chosen_movement(self.form.wish, self.count, self.are))
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
        return _page_of_movement(asked, [])
    try:
        _choose(asked)
    except RuleError as error:
        return _page_of_movement(asked, [Problem("", said(error))])
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
                    movement=movement_of_form(form.words_of("movement"), asked.count, asked.are),
                    minutes=form.number_of("minutes") or 0,
                    key=form.key,
                    actor=request.actor,
                    seen=form.number_of("seen"),
                )
            start_round(event=asked.event, key=begins, actor=request.actor, seen=0)
    except RuleError as error:
        return _page_of_movement(asked, [Problem("", said(error))])
    except ChangedMeanwhile:
        return _chosen_meanwhile(request, event)
    return redirect("event", event=event)


def _chosen_meanwhile(request: ClubRequest, event: int) -> HttpResponse:
    text = _("Changed by someone else; the current choice is shown. Choose again, or cancel.")
    return _page_of_movement(Choosing(request, event, request.POST), [Problem("", text)])


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
        movement=movement_of_form(form.words_of("movement"), asked.count, asked.are),
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


def _page_of_movement(asked: Choosing, problems: list[Problem]) -> HttpResponse:
    event, room, section = asked.event, asked.room, asked.section
    offered = asked.offered(problems)
    most = 1 if event.round else most_sections(asked.all_who_play)
    entries = [entry for entry in room.entries if entry.plays]
    context: dict[str, Any] = {
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


def _letter(room: EventState, section: int | None) -> str:
    return next((each.letter for each in room.sections if each.pk == section), "")
