"""The pages on which results are typed from the keyboard: slips, and travellers board by board."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, key_of, new_key, whole_number
from clubscore.club.wording import said
from clubscore.events.board_state import BoardState, Spot
from clubscore.events.bulk_results import (
    TypedLine,
    TypingSummary,
    read_line,
    read_placed,
    table_of_board,
    unlike_the_rest,
    unlike_what_is_there,
)
from clubscore.events.corrections import Typed, type_results
from clubscore.events.help_text import besides_typed
from clubscore.events.pages.director import room_page
from clubscore.events.result_words import in_words
from clubscore.events.scoring import Scorer, check_honours, is_odd, valuation_of
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state import EventState, RoundTable
from clubscore.events.visibility import known_in_words
from clubscore.laws.errors import RuleError
from clubscore.web.forms import Problem, Problems


@dataclass
class TypedTravellerRow:
    """A line of a traveller: who met where, what is recorded and what was typed."""

    table: RoundTable
    standing: BoardState
    ns: str
    ew: str
    text: str
    seen: int

    @property
    def name(self) -> str:
        """What the form calls it."""
        return f"r{self.table.place.round}-{self.table.name}"

    @property
    def known(self) -> str:
        """What is recorded, in words."""
        return known_in_words(self.standing)


class TypedTraveller:
    """A board's traveller as it is typed."""

    def __init__(self, room: EventState, given: QueryDict) -> None:
        self.room, self.given = room, given
        self.boards = sorted({board for plan in room.plans.values() for board in plan.boards})
        asked = whole_number(given.get("board"))
        open_ones = sorted({hole.spot.board for hole in room.holes()})
        self.open = open_ones
        self.met = {board for table in room.begun_tables() for board in table.place.boards}
        self.board = asked if asked in self.boards else (open_ones or self.boards)[0]
        self.rows = sorted(
            self._rows(), key=lambda row: (row.table.name[0], row.table.place.numbers)
        )
        self.problems: list[Problem] = []
        self.typed: list[Typed] = []

    def _rows(self) -> list[TypedTravellerRow]:
        found = []
        for table in self.room.begun_tables():
            if self.board not in table.place.boards:
                continue
            section, place = table.section.pk, table.place
            standing = self.room.standing(Spot(section, place.round, place.table, self.board))
            ns, ew = (self.room.called(section, side) for side in place.sides)
            row = TypedTravellerRow(table, standing, ns, ew, "", standing.number)
            row.text = self.given.get(row.name, "")
            seen = whole_number(self.given.get(f"seen-{row.name}"))
            row.seen = standing.number if seen is None else seen
            found.append(row)
        return found

    @property
    def next_board(self) -> int:
        """The board to type after this one: the next that lacks results, else the next."""
        after = [each for each in self.open if each > self.board]
        later = [each for each in self.boards if each > self.board]
        return (after or self.open or later or self.boards)[0]

    @property
    def focus(self) -> str:
        """The line where typing continues: the first to correct, else the first not yet in."""
        wrong = [each.field for each in self.problems if each.field]
        empty = [row.name for row in self.rows if not row.known]
        return next(iter(wrong or empty), "")

    def read(self) -> None:
        """Read every line; with anything in `problems`, nothing is recorded."""
        scorer = Scorer(self.room)
        for row in self.rows:
            if row.text.strip():
                self._read_row(scorer, row)
        if not self.typed and not self.problems:
            first = self.rows[0].name if self.rows else ""
            self.problems.append(Problem(first, _("Type a line, like 4SX-2 E.")))
        if not self.problems:
            self._look_once_more(scorer)

    def _read_row(self, scorer: Scorer, row: TypedTravellerRow) -> None:
        spot = row.standing.spot
        try:
            facts = read_line(f"{self.board} {row.text}").facts
            scorer.score(spot, facts)
            check_honours(scorer, spot, facts)
        except Problems as error:
            self.problems += [Problem(row.name, each.text) for each in error.problems]
        except RuleError as error:
            self.problems.append(Problem(row.name, f"{row.text.strip()}: {said(error)}"))
        else:
            self.typed.append(Typed(row.table.section, spot, facts, row.seen))

    def _look_once_more(self, scorer: Scorer) -> None:
        """Query what is unlike the field, the deal, or what is recorded.

        The field is the traveller as typed, with recorded results for empty lines.
        """
        facts = {row.standing.spot: row.standing.facts for row in self.rows if row.standing.result}
        facts |= {line.spot: line.facts for line in self.typed}
        scores = {spot: scorer.score(spot, each) for spot, each in facts.items()}
        names = {row.standing.spot: row.name for row in self.rows}
        for number, line in enumerate(self.typed):
            others = [score for spot, score in scores.items()
                      if spot != line.spot and score is not None]  # fmt: skip
            text = unlike_what_is_there(scorer, line.spot, line.facts)
            if not text and is_odd(scores[line.spot], others):
                text = _("%(typed)s is unlike every other result.")
                text %= {"typed": in_words(line.facts)}
            if text and "looked" in self.given:
                self.typed[number] = replace(line, looked=True)
            elif text:
                self.problems.append(Problem(names[line.spot], text))


@open_to(Level.SCORER)
def typed_travellers(request: ClubRequest, event: int) -> HttpResponse:
    """Show a board's traveller to type; a POST records its lines, all or none."""
    found = directed_by(request.actor, event)
    room = room_for(request.actor, found)
    if not room.plans:
        raise Refused(_("Choose the movement first."))
    if request.method != "POST":
        return _page(request, TypedTraveller(room, request.GET))
    sheet = TypedTraveller(room, request.POST)
    sheet.read()
    if sheet.problems:
        return _page(request, sheet)
    try:
        key = key_of(request.POST)
        type_results(event=found, lines=sheet.typed, key=key, actor=request.actor)
    except Refused as refused:
        # Someone else recorded a result: it is shown, and what was typed stays.
        sheet = TypedTraveller(room_for(request.actor, found), request.POST)
        sheet.problems.append(Problem("", str(refused)))
        for row in sheet.rows:
            row.seen = row.standing.number
        return _page(request, sheet)
    after = TypedTraveller(room_for(request.actor, found), request.POST)
    answer = redirect("event-travellers", event=event)
    answer["Location"] += f"?board={after.next_board}"
    return answer


def _page(request: ClubRequest, sheet: TypedTraveller) -> HttpResponse:
    context: dict[str, Any] = {
        "event": sheet.room.event,
        "sheet": sheet,
        "problems": sheet.problems,
        "focus": sheet.focus,
        "besides": besides_typed(valuation_of(sheet.room.event).more_fields),
        "wrong": {each.field: each.text for each in sheet.problems},
        "key": key_of(sheet.given) if sheet.problems else new_key(),
    }
    status = 422 if sheet.problems else 200
    return render(request, "events/travellers.html", context, status=status)


MOST_LINES = 60


class TypedSlip:
    """A table's slip of a round, or a board's traveller, as it is typed."""

    def __init__(self, room: EventState, given: QueryDict) -> None:
        self.room, self.given = room, given
        wanted = given.get("table", "")
        now = room.event.round_in(wanted[:1])
        self.round = min(whole_number(given.get("round")) or max(1, now), room.rounds)
        tables = room.tables(self.round)
        if not tables:
            text = _("Round %(round)s has not been drawn yet.") % {"round": self.round}
            raise Refused(text)
        self.tables = tables
        self.table: RoundTable = next((t for t in tables if t.name == wanted), tables[0])
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
        return _page_of_typing(request, TypedSlip(room, request.GET))
    given = request.POST
    slip = TypedSlip(room, given)
    slip.read()
    if slip.problems:
        return _page_of_typing(request, slip)
    try:
        type_results(event=found, lines=slip.typed, key=key_of(given), actor=request.actor)
    except Refused as refused:
        slip.problems.append(Problem("lines", str(refused)))
        return _page_of_typing(request, slip)
    names = [each.name for each in slip.tables]
    following = names[(names.index(slip.table.name) + 1) % len(names)]
    answer = redirect("event-typing", event=event)
    answer["Location"] += f"?round={slip.round}&table={following}"
    return answer


def _page_of_typing(request: ClubRequest, slip: TypedSlip) -> HttpResponse:
    table = slip.table
    section = table.section.pk
    context: dict[str, Any] = {
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
    line = TypingSummary(given.get("line", ""), key_of(given), "looked" in given)
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
