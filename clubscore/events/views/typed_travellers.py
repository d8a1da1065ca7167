"""Travellers from the keyboard: a board at a time, a line for every table that played it."""

from dataclasses import dataclass, replace
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.events.correct.correcting import Typed, type_results
from clubscore.events.correct.typed_results import read_line, unlike_what_is_there
from clubscore.events.help_text import besides_typed
from clubscore.events.models import Event
from clubscore.events.results.result_words import in_words
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state.event_now import Room, Table
from clubscore.events.state.honours_held import check_honours
from clubscore.events.state.scoring import Scorer, is_odd, valuation_of
from clubscore.events.state.spot_state import Spot, Standing
from clubscore.events.state.veil import known_in_words
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem, Problems


@dataclass
class Row:
    """A line of a traveller: who met where, what is recorded and what was typed."""

    table: Table
    standing: Standing
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


class Sheet:
    """A board's traveller as it is typed."""

    def __init__(self, room: Room, given: QueryDict) -> None:
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

    def _rows(self) -> list[Row]:
        found = []
        for table in self.room.begun_tables():
            if self.board not in table.place.boards:
                continue
            section, place = table.section.pk, table.place
            standing = self.room.standing(Spot(section, place.round, place.table, self.board))
            ns, ew = (self.room.called(section, side) for side in place.sides)
            row = Row(table, standing, ns, ew, "", standing.number)
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

    def _read_row(self, scorer: Scorer, row: Row) -> None:
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
        return _page(request, Sheet(room, request.GET))
    sheet = Sheet(room, request.POST)
    sheet.read()
    if sheet.problems:
        return _page(request, sheet)
    try:
        key = key_of(request.POST)
        type_results(event=found, lines=sheet.typed, key=key, actor=request.actor)
    except Refused as refused:
        # Someone else recorded a result: it is shown, and what was typed stays.
        sheet = Sheet(room_for(request.actor, found), request.POST)
        sheet.problems.append(Problem("", str(refused)))
        for row in sheet.rows:
            row.seen = row.standing.number
        return _page(request, sheet)
    after = Sheet(room_for(request.actor, found), request.POST)
    answer = redirect("event-travellers", event=event)
    answer["Location"] += f"?board={after.next_board}"
    return answer


class TravellerPage(TypedDict):
    """A traveller to type; `wrong` says what is wrong with which line."""

    event: Event
    sheet: Sheet
    problems: list[Problem]
    focus: str
    besides: list[tuple[str, str]]
    wrong: dict[str, str]
    key: str


def _page(request: ClubRequest, sheet: Sheet) -> HttpResponse:
    context: TravellerPage = {
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
