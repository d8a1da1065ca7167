"""Results from the keyboard: slips and travellers, a line each."""

from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.events.correct.correcting import Typed, type_results
from clubscore.events.correct.typed_results import (
    Line,
    TypedLine,
    read_line,
    read_placed,
    table_of_board,
    unlike_the_rest,
)
from clubscore.events.help_text import besides_typed
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state.event_now import Room, Table
from clubscore.events.state.honours_held import check_honours
from clubscore.events.state.scoring import Scorer, valuation_of
from clubscore.events.state.spot_state import Spot
from clubscore.events.state.veil import known_in_words
from clubscore.events.views.directing import room_page
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem, Problems

MOST_LINES = 60


class Slip:
    """A table's slip of a round, or a board's traveller, as it is typed."""

    def __init__(self, room: Room, given: QueryDict) -> None:
        self.room, self.given = room, given
        wanted = given.get("table", "")
        now = room.event.round_in(wanted[:1])
        self.round = min(whole_number(given.get("round")) or max(1, now), room.rounds)
        tables = room.tables(self.round)
        if not tables:
            text = _("Round %(round)s has not been drawn yet.") % {"round": self.round}
            raise Refused(text)
        self.tables = tables
        self.table: Table = next((t for t in tables if t.name == wanted), tables[0])
        self.problems: list[Problem] = []
        self.asks_again = "looked" in given
        self.typed: list[Typed] = []

    def read(self) -> None:
        """Read every line; with anything in `problems`, nothing is recorded."""
        texts = [text for text in self.given.get("lines", "").splitlines() if text.strip()]
        if len(texts) > MOST_LINES:
            text = _("Too many lines: type at most %(most)s at a time.") % {"most": MOST_LINES}
            self.problems.append(Problem("lines", text))
            return
        scorer = Scorer(self.room)
        for text in texts:
            try:
                line = read_line(text)
                table_of_board(self.room, self.table, line.board)
                spot = self._spot(line.board)
                self._once_only(spot)
                scorer.score(spot, line.facts)
                check_honours(scorer, spot, line.facts)
                looked = self._once_more(scorer, spot, line)
            except Problems as error:
                self.problems += error.problems
            except RuleError as error:
                self.problems.append(Problem("lines", f"{text.strip()}: {said(error)}"))
            else:
                seen = self.room.standing(spot).number
                self.typed.append(Typed(self.table.section, spot, line.facts, seen, looked))
        if not texts:
            self.problems.append(Problem("lines", _("Type a line, like 14 4SX-2 E.")))

    def _spot(self, board: int) -> Spot:
        return Spot(self.table.section.pk, self.round, self.table.number, board)

    def _once_only(self, spot: Spot) -> None:
        if any(each.spot == spot for each in self.typed):
            text = _("Board %(board)s is listed twice. Type it once.") % {"board": spot.board}
            raise Problems(Problem("lines", text))

    def _once_more(self, scorer: Scorer, spot: Spot, line: TypedLine) -> bool:
        """Return whether an unusual line was checked; ask about one that was not."""
        unlike = unlike_the_rest(scorer, spot, line.facts)
        if unlike and "looked" not in self.given:
            self.asks_again = True
            raise Problems(Problem("lines", unlike))
        return bool(unlike)


@open_to(Level.SCORER)
def typing(request: ClubRequest, event: int) -> HttpResponse:
    """Show the page for a keyboard; a POST records the lines of a slip, all or none."""
    found = directed_by(request.actor, event)
    room = room_for(request.actor, found)
    if not room.plans:
        raise Refused(_("Choose the movement first."))
    if request.method != "POST":
        return _page(request, Slip(room, request.GET))
    given = request.POST
    slip = Slip(room, given)
    slip.read()
    if slip.problems:
        return _page(request, slip)
    try:
        type_results(event=found, lines=slip.typed, key=key_of(given), actor=request.actor)
    except Refused as refused:
        slip.problems.append(Problem("lines", str(refused)))
        return _page(request, slip)
    names = [each.name for each in slip.tables]
    following = names[(names.index(slip.table.name) + 1) % len(names)]
    answer = redirect("event-typing", event=event)
    answer["Location"] += f"?round={slip.round}&table={following}"
    return answer


class SlipPage(TypedDict):
    """A slip to type: its table, what is recorded there, what was typed."""

    event: Event
    slip: Slip
    rounds: range
    tables: list[tuple[str, str]]
    shown: str
    ns: list[str]
    ew: list[str]
    boards: list[tuple[int, str]]
    lines: str
    besides: list[tuple[str, str]]
    again: bool
    problems: list[Problem]
    key: str


def _page(request: ClubRequest, slip: Slip) -> HttpResponse:
    table = slip.table
    section = table.section.pk
    context: SlipPage = {
        "event": slip.room.event,
        "slip": slip,
        "rounds": range(1, slip.room.rounds + 1),
        "tables": [(t.name, slip.room.table_name(t.section, t.number)) for t in slip.tables],
        "shown": slip.room.table_name(table.section, table.number),
        "ns": slip.room.names(section, table.place.ns),
        "ew": slip.room.names(section, table.place.ew),
        "boards": [(each.spot.board, known_in_words(each)) for each in table.boards],
        "lines": slip.given.get("lines", ""),
        "besides": besides_typed(valuation_of(slip.room.event).more_fields),
        "again": bool(slip.problems) and slip.asks_again,
        "problems": slip.problems,
        "key": key_of(slip.given) if slip.problems else new_key(),
    }
    status = 422 if slip.problems else 200
    return render(request, "events/typing.html", context, status=status)


@open_to(Level.SCORER)
@require_POST
def typed_line(request: ClubRequest, event: int) -> HttpResponse:
    """Record one typed line; round and table are understood."""
    found, given = directed_by(request.actor, event), request.POST
    room = room_for(request.actor, found)
    line = Line(given.get("line", ""), key_of(given), "looked" in given)
    try:
        placed, scorer = read_placed(room, line.text), Scorer(room)
        check_honours(scorer, placed.spot, placed.facts)
        unlike = unlike_the_rest(scorer, placed.spot, placed.facts)
    except Problems as error:
        return room_page(request, room, line._replace(problems=tuple(error.problems)))
    except RuleError as error:
        return room_page(request, room, line._replace(problems=(Problem("line", said(error)),)))
    if unlike and not line.looked:
        line = line._replace(problems=(Problem("line", unlike),), asks=True)
        return room_page(request, room, line)
    seen = room.standing(placed.spot).number
    typed = Typed(placed.table.section, placed.spot, placed.facts, seen, bool(unlike))
    try:
        type_results(event=found, lines=[typed], key=line.key, actor=request.actor)
    except Refused as refused:
        return room_page(request, room, line._replace(problems=(Problem("line", str(refused)),)))
    return redirect("event", event=event)
