"""The draw of a Swiss round: shown, changed with a reason, confirmed."""

from typing import NamedTuple, TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.club.wording.names import both, named
from clubscore.club.wording.phrases import said
from clubscore.events.models import Event, Section
from clubscore.events.models.drawn_facts import DrawFacts
from clubscore.events.movement.drawing import (
    LEVEL,
    Draw,
    draw,
    met_before,
    proposed,
    way_means,
    ways_of,
)
from clubscore.events.movement.forms import DrawForm
from clubscore.events.movement.odd_field import (
    ODD_MEANS,
    ODD_WAYS,
    RESTS,
    THREE,
    as_kept,
    odd_ways,
)
from clubscore.events.selectors import directed_by
from clubscore.events.state.drawn_rounds import USUAL_BYE, drawn_for, draws_of, trio_going_on
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import known_plan
from clubscore.laws.errors import RuleError
from clubscore.movements import Pairing
from clubscore.movements.swiss import SWISS_BYE as BYE
from clubscore.movements.swiss import SwissMeeting as Meeting
from clubscore.tableside.problems import Problem


class Drawing:
    """The section whose next round is drawn, and what the director sees."""

    def __init__(self, request: ClubRequest, event: int, given: QueryDict) -> None:
        self.request, self.form = request, DrawForm(given)
        self.event = directed_by(request.actor, event)
        self.room: Room = room_of(self.event)
        swiss = [each for each in self.room.sections if self._is_swiss(each)]
        if not swiss:
            raise Refused(_("Only a Swiss event is drawn round by round."))
        waiting = [each for each in swiss if each in self.room.to_draw] or swiss
        asked = self.room.section(self.form.words_of("section"))
        self.section: Section = asked if asked in swiss else waiting[0]
        self.number = self.room.now(self.section.pk) + 1
        self.everybody = drawn_for(self.section.plan, self.number)
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


class DrawPage(TypedDict):
    """What the draw of a round shows: meetings with whether they met before, ways to draw.

    `trio` are the three who begin to play each other and the boards at their tables, `going_on`
    those who are at it already, `odds` what can be done with an odd number.
    """

    event: Event
    section: Section
    several: bool
    number: int
    rows: list[tuple[int, int, int, bool]]
    everybody: list[tuple[int, str]]
    notes: list[str]
    resting: list[str]
    trio: list[tuple[int, int]]
    trio_boards: str
    going_on: str
    ways: list[WayKey]
    way: str
    odds: list[WayKey]
    odd: str
    drawn: DrawFacts | None
    missing: int
    bye: int
    gives_points: bool
    worth: str
    reason: str
    problems: list[Problem]
    key: str


class Shown(NamedTuple):
    """Who meets whom on the page: as typed, as drawn already, else as proposed."""

    meetings: tuple[Meeting, ...]
    trio: tuple[int, ...]
    drawn: DrawFacts | None


def _shown(drawing: Drawing, pairing: Pairing, problems: list[Problem]) -> Shown:
    # Choosing another way shows its draw.
    chosen = drawing.form.sends("way") or drawing.form.sends("odd")
    drawn = None if chosen else drawing.drawn
    if problems:
        return Shown(drawing.meetings, drawing.trio, drawn)
    if drawn:
        trio = tuple(drawn["trio"]["teams"]) if "trio" in drawn else ()
        return Shown(tuple((one, two) for one, two in drawn["meetings"]), trio, drawn)
    return Shown(pairing.meetings, pairing.trio or (), None)


def _page(drawing: Drawing, problems: list[Problem]) -> HttpResponse:
    room, section, event = drawing.room, drawing.section, drawing.event
    pairing = proposed(room, section, drawing.way, drawing.odd)
    shown = _shown(drawing, pairing, problems)
    drawn = shown.drawn
    again = met_before(room, section, shown.meetings)

    def names(number: int) -> str:
        return named(room.names(section.pk, number))

    context: DrawPage = {
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
    for of_set in (number, number + 1, as_kept(plan, number, trio)["set"]):
        boards = movement.boards_of_set(of_set)
        found.append(str(boards[0]) if len(boards) == 1 else f"{boards[0]}–{boards[-1]}")
    return both(found)
