"""At the table: who is here, boards due, results, the other side's word."""

from functools import cached_property
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.caching import phones_keep
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.events.contest_tables.at_table import Contest, asked_or_closed, contest_at
from clubscore.events.contest_tables.closing_boards import after_report
from clubscore.events.models import Event, EventTableLink
from clubscore.events.movement.reader_seat import (
    BOTH,
    Voice,
    named_speaker,
    own_place,
    reads_as,
    seen_at,
    voice_at,
)
from clubscore.events.movement.sitting_out import rest_of
from clubscore.events.play.announcing import announcements_of
from clubscore.events.play.clock_in_words import spoken_clock
from clubscore.events.play.directed import must_tell_auction, note_reached, why_check_again
from clubscore.events.play.directing import call_director, say_here, seconds_left
from clubscore.events.play.lasting_texts import LastingTexts
from clubscore.events.play.ready_pages import CLOCK, PASS, kept_page, place_of
from clubscore.events.play.reporting import SIDES, Report, agree, known, tell
from clubscore.events.play.rounds_ahead import Ahead, ahead
from clubscore.events.play.said_wrong import WRONG
from clubscore.events.play.silent_phones import note_phone, note_whose
from clubscore.events.play.table_page import ASKED, TablePage, sentence_of
from clubscore.events.play.table_waits import Waiting, waiting_at
from clubscore.events.selectors import event_for, section_and_table
from clubscore.events.state.event_now import Room
from clubscore.events.state.honours_held import HONOURS, check_honours
from clubscore.events.state.kept_rooms import room_at
from clubscore.events.state.plan import Place
from clubscore.events.state.scoring import Scorer, looks_odd
from clubscore.events.state.section_clocks import Clock, clock_of
from clubscore.events.state.spot_state import Spot, State
from clubscore.events.state.table_tags import page_name, seen_in, seen_now
from clubscore.laws.errors import RuleError
from clubscore.tableside.handing_in import make_pass
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problem, Problems
from clubscore.tableside.ready_pages import KEY, TOKEN


@open_to(Level.TABLE)
@require_safe
def mine(request: ClubRequest, event: int) -> HttpResponse:
    """Send a player's own phone to the table where their pair sits now."""
    found = event_for(request.actor, event)
    room = room_at(found)
    seat = own_place(request.actor, room)
    if seat is not None:
        section, place = seat
        return redirect("event-at", event=event, spot=f"{section.letter}{place.table}")
    rest = rest_of(request.actor, room)
    if rest is not None:
        return render(request, "events/resting.html", {"event": found, "rest": rest})
    link = request.actor.link
    if isinstance(link, EventTableLink):
        return redirect("event-at", event=event, spot=f"{link.section.letter}{link.table}")
    return redirect("event-ranking", event=event)


class Outbox(TypedDict):
    """Where results that wait on a phone go, and what speaks for it in a code."""

    place: str
    waiting: str
    hand_in: str
    right: str
    code_pass: str


class TableNow(TypedDict):
    """A table for one reader; with `ahead` and `outbox` a phone goes on without the network."""

    page: TablePage
    waiting: list[Waiting]
    event: Event
    spot: str
    problems: list[Problem]
    odd: str
    room: Room
    asks: str
    clock_left: str
    key: str
    csrf_token: str
    lasting: LastingTexts
    contest: Contest | None
    ahead: NotRequired[Ahead]
    outbox: NotRequired[Outbox]


class At:
    """A table's page as a request asks for it."""

    def __init__(self, request: ClubRequest, event: int | Event, spot: str) -> None:
        self.request = request
        self.event = event if isinstance(event, Event) else event_for(request.actor, event)
        # All there is: what a result is checked against, and what the page's tag is made of.
        self.full: Room = room_at(self.event)
        self.section, self.table = section_and_table(self.full, spot)
        self.name = spot

    @cached_property
    def room(self) -> Room:
        """What the reader may see."""
        return seen_at(self.request.actor, self.full, self.section, self.place())

    @cached_property
    def voice(self) -> Voice:
        """For whom the reader speaks."""
        return voice_at(self.request.actor, self.room, self.section, self.place())

    def place(self) -> Place | None:
        """Who sits here in the round played now, or first before play begins."""
        now = max(1, self.full.now(self.section.pk))
        return self.full.plan(self.section).places.get((now, self.table))

    def clock(self) -> Clock:
        """The clock of the table's section."""
        return clock_of(self.full, self.section.pk)

    def voice_in(self, where: Spot) -> Voice:
        """For whom the reader speaks of a round, who may sit otherwise in the one played now."""
        place = self.full.plan(self.section).places.get((where.round, self.table))
        if place is None:
            return self.voice
        found = voice_at(self.request.actor, self.room, self.section, place)
        if not found.speaks:
            raise PermissionDenied
        return found

    def must_speak(self) -> None:
        """Turn away spectators."""
        if not self.voice.speaks:
            raise PermissionDenied

    def page(
        self,
        given: QueryDict,
        problems: list[Problem] | None = None,
        *,
        odd: str = "",
        kept: bool = False,
    ) -> HttpResponse:
        """Show the table around a form that may be half filled.

        With `kept` the reader's own and the clock are left open, to be put in for every reader.
        """
        asked = asked_or_closed(given, self.room, self.section, self.place())
        shown = TablePage(self.room, self.section, self.table, self.voice, asked)
        context: TableNow = {
            "page": shown,
            "waiting": waiting_at(shown),
            "event": self.event,
            "spot": self.name,
            "problems": problems or [],
            "odd": odd,
            "room": self.room,
            "asks": self._asks(),
            "clock_left": CLOCK if kept else spoken_clock(seconds_left(shown.clock)),
            "key": KEY if kept else key_of(given),
            "csrf_token": TOKEN if kept else get_token(self.request),
            "lasting": LastingTexts(shown),
            "contest": contest_at(shown, self.request),
        }
        if self.voice.speaks and shown.is_open:
            context |= {"ahead": ahead(shown, self.request.actor), "outbox": self.outbox(kept)}
        status = 422 if problems or odd else 200
        return render(self.request, "events/table.html", context, status=status)

    def _asks(self) -> str:
        """Return what the page asks with, whether anything changed since."""
        section, table = self.section.pk, self.table
        asks = {"about": page_name(self.event.pk, section, table), "section": section}
        return urlencode(asks | {"table": table, "seen": seen_in(self.full, section, table)})

    def outbox(self, kept: bool) -> Outbox:
        """Where results that wait on this phone go, and what speaks for it in a code."""
        place = place_of(self.event)
        return {
            "place": place,
            "waiting": reverse("event-waiting", args=[self.event.pk]),
            "hand_in": address_of(self.request, reverse("event-hand-in", args=[self.event.pk])),
            # The page's script says which table.
            "right": reverse("event-tell", args=[self.event.pk, "TABLE"]),
            "code_pass": PASS if kept else make_pass(self.request.actor, place),
        }

    def speaker(self, given: QueryDict, side: str) -> Actor:
        """Return who speaks: by name where a key that bears one was tapped."""
        if self.voice.side != BOTH:
            return self.request.actor
        place = self.place()
        at = (self.section, place) if place else None
        return named_speaker(self.request.actor, self.room, at, side, given.get("by", ""))


@open_to(Level.TABLE)
@phones_keep
@require_safe
def at_table(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show a table: all four here, the board due now, the other side's word."""
    found = event_for(request.actor, event)
    note_whose(found, request.actor)
    at = At(request, found, spot)
    if not ASKED.issuperset(request.GET):
        return _page_or_way(request, at, kept=False)
    whose = reads_as(request.actor, at.full, at.section, at.place())
    return kept_page(request, found, whose, lambda: _page_or_way(request, at, kept=True), at.clock)


def _page_or_way(request: ClubRequest, at: At, *, kept: bool) -> HttpResponse:
    """The table's page; a player's own phone is sent to where its pair sits now."""
    moved = at.request.actor.level == Level.TABLE and not at.voice.speaks
    if moved and own_place(request.actor, at.room) is not None:
        return redirect("event-mine", event=at.event.pk)
    return at.page(request.GET, kept=kept)


def _spot(at: At, given: QueryDict) -> Spot:
    round_, board = whole_number(given.get("round")), whole_number(given.get("board"))
    if round_ is None or board is None:
        raise Refused(_("Choose a board that is due now."))
    return Spot(at.section.pk, round_, at.table, board)


def _is_new(at: At, given: QueryDict, where: Spot) -> bool:
    """Whether a result may still be recorded, so that an odd one is asked about first.

    A phone that heard no answer sends again what is recorded and may be agreed by now; any other
    result of a board that is agreed is refused, and no page has a form for it.
    """
    is_agreed = at.full.standing(where).state is State.IN and WRONG not in given
    return not is_agreed and not known(at.event, key_of(given))


@open_to(Level.TABLE)
@require_POST
def tell_result(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record what one side reports of a board; an unusual result is queried first."""
    at, given = At(request, event, spot), request.POST
    at.must_speak()
    where = _spot(at, given)
    voice = at.voice_in(where)
    side = given.get("side", "") if voice.side == BOTH else voice.tells_as()
    if not voice.may_speak_for(side):
        side = voice.tells_as()
    scorer = Scorer(at.room)
    try:
        facts = scorer.form(given, where)
        place = at.room.plan(at.section).places.get((where.round, where.table))
        due = place is not None and where.board in place.boards
        due = due and where.round <= at.full.now(at.section.pk)
        if due:
            must_tell_auction(scorer, where)
            check_honours(scorer, where, facts)
        odd = due and looks_odd(Scorer(at.full), where, facts)
        unlike = why_check_again(scorer, where, facts) if due else ""
    except Problems as error:
        return at.page(given, error.problems)
    except RuleError as error:
        field = "ask-honours" if error.where == HONOURS else "ask-result"
        return at.page(given, [Problem(field, said(error))])
    if (odd or unlike) and "looked" not in given and _is_new(at, given, where):
        return at.page(
            given, odd=unlike or _("Check again: who was declarer, and how many tricks?")
        )
    wrong = WRONG in given
    report = Report(where.round, where.table, where.board, facts, key_of(given), wrong)
    with transaction.atomic():
        tell(section=at.section, report=report, side=side, actor=at.speaker(given, side))
        after_report(event=at.event, key=report.key, actor=request.actor)
    return _to_board(event, spot, where.board)


def _to_board(event: int, spot: str, board: int) -> HttpResponse:
    answer = redirect("event-at", event=event, spot=spot)
    answer["Location"] += f"?board={board}"
    return answer


@open_to(Level.TABLE)
@require_POST
def agree_result(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record that a side agrees with what the other said."""
    at, given = At(request, event, spot), request.POST
    at.must_speak()
    side = given.get("side", "")
    if side not in SIDES:
        raise PermissionDenied
    where = _spot(at, given)
    if not at.voice_in(where).may_speak_for(side):
        raise PermissionDenied
    with transaction.atomic():
        agree(
            section=at.section,
            spot=where,
            seen=whole_number(given.get("seen")) or 0,
            side=side,
            key=key_of(given),
            actor=at.speaker(given, side),
        )
        after_report(event=at.event, key=key_of(given), actor=request.actor)
    return _to_board(event, spot, where.board)


@open_to(Level.TABLE)
@require_POST
def all_here(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record that all four are here, or call the director since they are not."""
    at, given = At(request, event, spot), request.POST
    at.must_speak()
    say_here(
        section=at.section,
        table=at.table,
        round_=whole_number(given.get("round")) or 0,
        all_four="no" not in given,
        key=key_of(given),
        actor=request.actor,
    )
    return redirect("event-at", event=event, spot=spot)


@open_to(Level.TABLE)
@require_POST
def say_reached(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record what a par contest's auction reached; the page then shows what to play."""
    at, given = At(request, event, spot), request.POST
    at.must_speak()
    where = _spot(at, given)
    try:
        note_reached(
            section=at.section,
            spot=where,
            reached=given.get("reached", ""),
            key=key_of(given),
            actor=request.actor,
        )
    except Problems as error:
        return at.page(given, error.problems)
    return _to_board(event, spot, where.board)


@open_to(Level.TABLE)
@require_POST
def call(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Call the director to this table."""
    at = At(request, event, spot)
    at.must_speak()
    why = request.POST.get("why", "").strip()[:80]
    call_director(section=at.section, table=at.table, why=why, actor=request.actor)
    board = whole_number(request.POST.get("board"))
    return _to_board(event, spot, board) if board else redirect("event-at", event=event, spot=spot)


@open_to(Level.TABLE)
@require_POST
def sentence(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Say a result that is being entered back as a sentence, with what it scores."""
    at, given = At(request, event, spot), request.POST
    shown = sentence_of(Scorer(at.room), _spot(at, given), given)
    return render(request, "events/parts/sentence.html", {"sentence": shown, "key": new_key()})


@open_to(Level.TABLE)
@require_safe
def live(request: ClubRequest, event: int) -> HttpResponse:
    """Tell a page whether anything changed since the revision that it has seen."""
    found = event_for(request.actor, event)
    if request.actor.level == Level.TABLE:
        note_phone(found, request.actor.device)
    section = whole_number(request.GET.get("section"))
    table = whole_number(request.GET.get("table"))
    now = seen_now(found, section, table) if section and table else str(found.revision)
    if request.GET.get("seen") == now:
        return HttpResponse(status=204)
    news = {"event": found, "announcements": announcements_of(found)}
    answer = render(request, "events/parts/news.html", news)
    answer["HX-Trigger-After-Settle"] = "table-changed"
    return answer
