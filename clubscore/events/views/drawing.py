"""The draw of a Swiss round: shown, changed with a reason, confirmed."""

from typing import NamedTuple, TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.events.models import Event, Section
from clubscore.events.models.kept_facts import DrawFacts
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
from clubscore.events.selectors import directed_by
from clubscore.events.state.drawn_rounds import USUAL_BYE, draws_of, still_in
from clubscore.events.state.event_now import Room, room_of
from clubscore.laws.errors import RuleError
from clubscore.movements.kinds.swiss import BYE, Meeting
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
        asked = self.room.section(self.form.read["section"])
        self.section: Section = asked if asked in swiss else waiting[0]
        self.number = self.room.now(self.section.pk) + 1
        self.everybody = still_in(self.section.plan)
        if self.number > self.room.plan(self.section).rounds:
            raise Refused(_("That was the last round. Finish the session."))

    def _is_swiss(self, section: Section) -> bool:
        return section.pk in self.room.plans and self.room.plan(section).is_swiss

    @property
    def way(self) -> str:
        """How the round is to be drawn; as it was where it is drawn already."""
        known = ways_of(self.event)
        before = self.drawn.get("way", LEVEL) if self.drawn else LEVEL
        asked = self.form.read["way"] or before
        return asked if asked in known else LEVEL

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Who meets whom by the form."""
        return self.form.meetings(len(self.everybody) // 2)

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
    told, worth = form.read, form.typed("worth", USUAL_BYE)
    try:
        draw(
            section=drawing.section,
            drawn=Draw(drawing.meetings, worth, told["reason"], drawing.way),
            seen=-1 if told["seen"] is None else told["seen"],
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
    """What the draw of a round shows: meetings with whether they met before, ways to draw."""

    event: Event
    section: Section
    several: bool
    number: int
    rows: list[tuple[int, int, int, bool]]
    everybody: list[tuple[int, str]]
    notes: list[str]
    resting: list[str]
    ways: list[WayKey]
    way: str
    drawn: DrawFacts | None
    missing: int
    bye: int
    gives_points: bool
    worth: str
    reason: str
    problems: list[Problem]
    key: str


def _page(drawing: Drawing, problems: list[Problem]) -> HttpResponse:
    room, section, event = drawing.room, drawing.section, drawing.event
    pairing = proposed(room, section, drawing.way)
    # Choosing another way shows its draw.
    drawn = None if drawing.form.sends("way") else drawing.drawn
    shown: tuple[Meeting, ...] = pairing.meetings
    if problems:
        shown = drawing.meetings
    elif drawn:
        shown = tuple((one, two) for one, two in drawn["meetings"])
    again = met_before(room, section, shown)
    context: DrawPage = {
        "event": event,
        "section": section,
        "several": len(room.sections) > 1,
        "number": drawing.number,
        "rows": [(at, *two, two in again) for at, two in enumerate(shown, 1)],
        "everybody": [
            (number, named(room.names(section.pk, number))) for number in drawing.everybody
        ],
        "notes": [said(each) for each in pairing.notes if each.phrase != BYE],
        "resting": room.names(section.pk, pairing.bye) if not drawn and pairing.bye else [],
        "ways": [
            WayKey(key, _(text), way_means(event, key), key == drawing.way)
            for key, text in ways_of(event).items()
        ],
        "way": drawing.way,
        "drawn": drawn,
        "missing": drawing.missing,
        "bye": len(drawing.everybody) % 2,
        "gives_points": event.scored_by.victory_points,
        "worth": drawing.form.typed("worth", drawn["worth"] if drawn else USUAL_BYE),
        "reason": drawing.form.typed("reason"),
        "problems": problems,
        "key": drawing.form.key,
    }
    status = 422 if problems else 200
    return render(drawing.request, "events/draw.html", context, status=status)
