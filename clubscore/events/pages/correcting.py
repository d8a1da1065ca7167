"""A table as the director sees it: the reports of each board, and the ways to correct it."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused, key_of, new_key, whole_number
from clubscore.club.record_words import OwnWords, read_words
from clubscore.club.wording import MINUS, said
from clubscore.events.board_state import BoardStage, BoardState, Spot, read_spot
from clubscore.events.corrections import (
    CorrectionEntry,
    all_stand,
    foul,
    leave_for_later,
    move_to_board,
    rule,
    stands,
    take_back,
    turn_round,
)
from clubscore.events.directing import has_two_versions
from clubscore.events.models import ResultRevision, Section
from clubscore.events.needs import open_about
from clubscore.events.par_tables import kept_notes
from clubscore.events.reporting import SIDES
from clubscore.events.result_form import (
    AWARDS,
    ShownResult,
    fields_of,
    given_of,
    is_form,
    keys_of,
    read_award,
    result_gap,
    seats_named,
    shown,
    with_earlier_lead,
)
from clubscore.events.result_words import revoke_keys
from clubscore.events.rulings import KINDS, Cited, give_ruling, what_follows
from clubscore.events.scoring import (
    Scorer,
    changed_places,
    check_honours,
    ranked_of,
    valuation_of,
)
from clubscore.events.selectors import (
    as_seen_by,
    directed_by,
    must_not_be_hidden,
    section_and_table,
)
from clubscore.events.state import EventState, RoundTable, room_of
from clubscore.laws.errors import RuleError
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import Problem, Problems

# Unusual results that are put right in one tap, at most.
MOST_ODD = 1_000
REASONS = ("wrong-side", "misread", "wrong-board", "law-12")
SETTLED = "settled"
# The usual reason; for anything else the director chooses one.
USUAL = {"turned": "wrong-side", "moved": "wrong-board", "adjusted": "law-12"}
# What is a ruling whoever asks for it: its kind in the log of rulings.
RULED = {"adjusted": "artificial", "not_played": "not_played", "fouled": "fouled"}


class PlainCorrection(Protocol):
    """A service that corrects a board and asks for nothing more."""

    def __call__(
        self, *, section: Section, spot: Spot, entered: CorrectionEntry, actor: Actor
    ) -> None:
        """Do it."""


class CorrectedBoard:
    """The board of a table in a round that a director puts right."""

    def __init__(self, request: ClubRequest, event: int, spot: str, given: QueryDict) -> None:
        self.request, self.given, self.name = request, given, spot
        self.event = directed_by(request.actor, event)
        self.full = room_of(self.event)
        self.room: EventState = as_seen_by(request.actor, self.full)
        self.section: Section
        self.section, self.number = section_and_table(self.room, spot)
        self.round = whole_number(given.get("round")) or max(1, self.room.now(self.section.pk))
        place = self.room.plan(self.section).places.get((self.round, self.number))
        if place is None or not place.is_played:
            text = _("No one plays at table %(table)s in round %(round)s.")
            raise Refused(text % {"table": self.number, "round": self.round})
        self.table: RoundTable = self.room.table_at(self.section, place)
        board = whole_number(given.get("board"))
        open_ones = [each for each in self.boards if each.result is None]
        chosen = [each for each in self.boards if each.spot.board == board]
        self.standing: BoardState = (chosen or open_ones or self.boards)[0]

    @property
    def boards(self) -> list[BoardState]:
        """The boards due here, and any other that was played here instead."""
        due = list(self.table.boards)
        known = {each.spot for each in due}
        where = (self.section.pk, self.round, self.number)
        return due + [
            each
            for spot, each in self.room.standings.items()
            if spot[:3] == where and spot not in known and (each.result or each.is_hidden)
        ]

    @property
    def other_boards(self) -> list[int]:
        """The boards in play other than the one chosen."""
        in_play = self.room.plan(self.section).boards
        return [each for each in in_play if each != self.standing.spot.board]

    @property
    def entered(self) -> CorrectionEntry:
        """What the form says of the entry itself."""
        reason = self.given.get("other_reason", "").strip() or self.given.get("reason", "")
        seen = whole_number(self.given.get("seen"))
        return CorrectionEntry(
            -1 if seen is None else seen, key_of(self.given), read_words(reason[:200])
        )

    def names(self) -> dict[str, str]:
        """{seat: name} of who sits here by the movement."""
        return self.room.seated(self.section.pk, self.table.place)


def _to_result(place: CorrectedBoard) -> None:
    spot = place.standing.spot
    # The last report of the board, from anyone.
    told = (each.facts for each in reversed(place.standing.revisions) if each.facts)
    before = next(told, ResultFacts())
    said = Scorer(place.room).form(place.given, spot)
    rule_here(place, kept_notes(with_earlier_lead(said, before), before))


def rule_here(place: CorrectedBoard, facts: ResultFacts) -> None:
    """Set what counts at a board. RuleError or Refused where it cannot be."""
    scorer = Scorer(place.room)
    scorer.score(place.standing.spot, facts)
    check_honours(scorer, place.standing.spot, facts)
    rule(section=place.section, spot=place.standing.spot, facts=facts, entered=place.entered,
         actor=place.request.actor)  # fmt: skip


def _turned(place: CorrectedBoard) -> None:
    spots = [place.standing.spot]
    if place.given.get("all"):
        spots = [each.spot for each in place.boards]
    actor = place.request.actor
    turn_round(section=place.section, spots=spots, entered=place.entered, actor=actor)


def _moved(place: CorrectedBoard) -> None:
    board = whole_number(place.given.get("to_board")) or 0
    spot = place.standing.spot._replace(board=board)
    check_honours(Scorer(place.room), spot, place.standing.facts)
    move_to_board(section=place.section, spot=place.standing.spot, board=board,
                  entered=place.entered, actor=place.request.actor)  # fmt: skip


def _fouled(place: CorrectedBoard) -> None:
    board, actor = place.standing.spot.board, place.request.actor
    since = None if place.given.get("what") == "mended" else place.round
    foul(section=place.section, board=board, from_round=since, entered=place.entered, actor=actor)


def _plain(service: PlainCorrection) -> Callable[[CorrectedBoard], None]:
    def do(place: CorrectedBoard) -> None:
        service(section=place.section, spot=place.standing.spot, entered=place.entered,
                actor=place.request.actor)  # fmt: skip

    return do


WAYS: dict[str, Callable[[CorrectedBoard], None]] = {
    "result": _to_result,
    "adjusted": lambda place: rule_here(place, read_award(place.given)),
    "not_played": lambda place: rule_here(place, {"not_played": True}),
    "turned": _turned,
    "moved": _moved,
    "fouled": _fouled,
    "mended": _fouled,
    "stands": _plain(stands),
    "later": _plain(leave_for_later),
    "back": _plain(take_back),
}


@open_to(Level.SCORER)
@require_safe
def table(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show a table's boards of a round with their reports, and the ways to correct them."""
    return _page(CorrectedBoard(request, event, spot, request.GET), [])


@open_to(Level.SCORER)
@require_POST
def put_right(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show which places a correction changes; with "save" make it."""
    place = CorrectedBoard(request, event, spot, request.POST)
    must_not_be_hidden(place.room, place.standing.spot.board)
    way = WAYS.get(_what(request.POST))
    if way is None:
        return _page(place, [Problem("", _("Choose what to correct."))])
    try:
        if "save" not in request.POST:
            return _look(place, way)
        if not place.entered.reason:
            return _look(
                place, way, [Problem("reason", _("Please give a reason. Everyone can read it."))]
            )
        _save(place, way)
    except Problems as error:
        return _page(place, error.problems)
    except RuleError as error:
        return _page(place, [Problem("", said(error))])
    answer = redirect("event-table", event=event, spot=spot)
    answer["Location"] += f"?round={place.round}&board={place.standing.spot.board}"
    return answer


@open_to(Level.SCORER)
@require_POST
def all_right(request: ClubRequest, event: int) -> HttpResponse:
    """Let all unusual results that the page showed count as they are."""
    found = directed_by(request.actor, event)
    room = as_seen_by(request.actor, room_of(found))
    odd = {}
    for text in request.POST.getlist("odd")[:MOST_ODD]:
        key, _colon, seen = text.partition(":")
        spot = read_spot(key)
        if spot is None or spot not in room.standings:
            raise Refused(_("A result in this list is not here any more. Check the list again."))
        must_not_be_hidden(room, spot.board)
        odd[spot] = whole_number(seen) or 0
    all_stand(event=found, odd=odd, key=key_of(request.POST), actor=request.actor)
    return redirect("event", event=event)


def _save(place: CorrectedBoard, way: Callable[[CorrectedBoard], None]) -> None:
    """Correct a board; what is a ruling by its nature stands in the log of rulings too."""
    what = RULED.get(_what(place.given))
    if what is None:
        way(place)
        return
    actor = place.request.actor
    cited = Cited(what, KINDS[what][1], actor.label)
    give_ruling(section=place.section, spot=place.standing.spot, cited=cited,
                entered=place.entered, actor=actor, do=lambda: way(place))  # fmt: skip


def _what(given: QueryDict) -> str:
    """What to correct; the button of an award or of a passed board says it by itself."""
    if "award" in given:
        return "adjusted"
    return "result" if "passed_out" in given else given.get("what", "")


def _look(
    place: CorrectedBoard,
    way: Callable[[CorrectedBoard], None],
    problems: list[Problem] | None = None,
) -> HttpResponse:
    """Do it, see what it changes, and roll it back: what is shown is what will happen."""
    before = ranked_of(place.full)
    after_room, after = what_follows(place.event, lambda: way(place))
    now = after_room.standing(place.standing.spot)
    is_disputed = place.standing.state is BoardStage.DISPUTED
    usual = SETTLED if is_disputed else USUAL.get(_what(place.given), "")
    reasons = (SETTLED, *REASONS) if is_disputed else REASONS
    hidden = [
        (name, value)
        for name, values in place.given.lists()
        for value in values
        if name not in ("csrfmiddlewaretoken", "reason", "other_reason", "save")
    ]
    context: dict[str, Any] = {
        "event": place.event,
        "spot": place.name,
        "shown": place.room.table_name(place.section, place.number),
        "place": place,
        "was": shown(place.standing.facts),
        "sat": _sides_of(place.standing),
        "sit": _sides_of(now),
        "now": shown(now.facts),
        "changes": changed_places(place.room, before, after),
        "hidden": hidden,
        "reasons": [(OwnWords(each), each == usual) for each in reasons],
        "problems": problems or [],
    }
    return render(place.request, "events/look.html", context, status=422 if problems else 200)


def _sides_of(standing: BoardState) -> tuple[str, str] | None:
    """The numbers that sat North–South and East–West; None while nothing is reported."""
    return standing.revisions[-1].shown_sides if standing.revisions else None


class CorrectedVersion(NamedTuple):
    """What one side reported, and the form for it; `other` is an outcome without a contract."""

    side: str
    names: list[str]
    result: ShownResult
    given: list[tuple[str, str]]
    other: str


def _version(place: CorrectedBoard, side: str, facts: ResultFacts) -> CorrectedVersion:
    return CorrectedVersion(
        side,
        place.room.names(place.section.pk, place.table.place.side(side)),
        shown(facts, place.names()),
        fields_of(given_of(facts, valuation_of(place.event))),
        next((each for each in ("passed_out", "not_played") if each in facts), ""),
    )


def _said(standing: BoardState) -> list[tuple[str, ResultRevision]]:
    """What the sides reported while nothing is settled, and what was said otherwise since."""
    late = [(each.side, each) for each in standing.contrary]
    return [*standing.versions.items(), *standing.proposed.items(), *late]


class BoardHere(NamedTuple):
    """A board with its result, or with what each side reported."""

    standing: BoardState
    board: int
    result: ShownResult
    score: int | None
    versions: list[CorrectedVersion]


def _board(place: CorrectedBoard, scorer: Scorer, standing: BoardState) -> BoardHere:
    return BoardHere(
        standing,
        standing.spot.board,
        result_gap() if standing.is_hidden else shown(standing.facts, place.names()),
        scorer.result(standing).score if standing.result else None,
        [
            _version(place, side, revision.facts or {})
            for side, revision in _said(standing)
            if not standing.is_hidden
        ],
    )


def _page(place: CorrectedBoard, problems: list[Problem]) -> HttpResponse:
    scorer, names, standing = Scorer(place.room), place.names(), place.standing
    given = place.given if is_form(place.given) else given_of(standing.facts, scorer.valuation)
    boards = [_board(place, scorer, each) for each in place.boards]
    context: dict[str, Any] = {
        "event": place.event,
        "spot": place.name,
        "shown": place.room.table_name(place.section, place.number),
        "place": place,
        "called": {
            way: place.room.called(place.section.pk, place.table.place.side(way)) for way in SIDES
        },
        "boards": boards,
        "chosen": next(each for each in boards if each.standing is standing),
        "keys": keys_of(scorer.valuation, given, names),
        "revokes": revoke_keys(scorer.valuation, given, seats_named(names)),
        "rounds": range(1, max(1, place.room.now(place.section.pk)) + 1),
        "awards": [
            (f"{ns}/{ew}", ns.replace("-", MINUS), ew.replace("-", MINUS)) for ns, ew in AWARDS
        ],
        "fouled": place.room.fouled.get((place.section.pk, standing.spot.board)),
        "has_two_versions": has_two_versions(standing),
        "to_look": [standing.spot.board],
        "asked": open_about(place.room, standing.spot),
        "history": [(each, shown(each.facts or {}, names)) for each in standing.revisions],
        "problems": problems,
        "key": new_key(),
    }
    return render(place.request, "events/put_right.html", context, status=422 if problems else 200)
