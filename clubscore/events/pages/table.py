"""The page of a table at an event: boards due, results told and agreed, and how it is kept.

All phones of a table ask for it when its tag has changed. A page is kept ready until anything at
the event or in the club changes; what is each reader's own, and the clock, are put in last. Each
process keeps its own, and nothing is lost where another process answers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple, NotRequired, TypedDict, cast
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, Max
from django.http import HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club import clock
from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import Remembered
from clubscore.club.entry import Refused, key_of, new_key, whole_number
from clubscore.club.wording import said
from clubscore.events.board_state import BoardStage, Spot
from clubscore.events.directing import (
    announcements_of,
    call_director,
    clock_text,
    say_here,
    seconds_left,
)
from clubscore.events.models import Call, Event, EventHappening, EventTableLink, ResultRevision
from clubscore.events.models.facts import AllHere
from clubscore.events.needs import note_phone, note_whose
from clubscore.events.offline import RoundsAhead, ahead
from clubscore.events.plan import PlannedMeeting
from clubscore.events.reporting import (
    SIDES,
    WRONG,
    Report,
    agree,
    known,
    must_tell_auction,
    note_final_contract,
    tell,
    why_check_again,
)
from clubscore.events.scoring import HONOURS, Scorer, check_honours, looks_odd
from clubscore.events.seats import (
    BOTH,
    Voice,
    named_speaker,
    own_place,
    reads_as,
    rest_of,
    seen_at,
    voice_at,
)
from clubscore.events.selectors import event_for, section_and_table
from clubscore.events.set_table import Contest, after_report, contest_at, set_table_state
from clubscore.events.state import SEEN_AT_TABLE, SEEN_BY_ALL, Clock, EventState, clock_of, room_of
from clubscore.events.table_page import ASKED, TablePage, Waiting, sentence_of, waiting_at
from clubscore.events.visibility import closes_at
from clubscore.laws.errors import RuleError
from clubscore.web.caching import KEY, TOKEN, decided_by, phones_keep, with_own
from clubscore.web.forms import Problem, Problems
from clubscore.web.hand_codes import make_pass
from clubscore.web.phones import address_of

# ---- Parts of a table's page that hold as long as movement, entries and terms: rendered once.

PARTS = "events/parts"


class LastingTexts:
    """What a table's page says that no report changes. The room keeps it (`Room.lasting`)."""

    def __init__(self, page: TablePage) -> None:
        self._page = page
        self._said: Mapping[str, object] = {"page": page, "event": page.room.event}

    def _once(self, what: tuple[object, ...], template: str, **more: object) -> SafeString:
        """Return a part, which `what` tells from all others of this round."""
        room = self._page.room
        # What a round said is not asked for again.
        now = (room.event.round, *sorted(room.event.behind.items()))
        of_round = room.lasting.get("texts", (None, {}))
        then, known = cast(tuple[object, dict[object, SafeString]], of_round)
        if then != now:
            known = {}
            room.lasting["texts"] = (now, known)
        if what not in known:
            known[what] = render_to_string(f"{PARTS}/{template}", {**self._said, **more})
        return known[what]

    @property
    def away(self) -> SafeString:
        """The frame that a phone fills in while the server cannot be reached."""
        return self._once(("away",), "away.html")

    @property
    def bars(self) -> SafeString:
        """The keys of a result, kept where nothing is entered in them."""
        page = self._page
        keys = SimpleLazyObject(lambda: page.keys)
        shown = {"keys": keys, "lead": page.room.event.asks_lead}
        if not page.is_blank:
            return render_to_string(f"{PARTS}/bars.html", shown)
        return self._once(("bars", *page.seats.items()), "bars.html", **shown)

    @property
    def session(self) -> SafeString:
        """Everything that is played at this table, round by round."""
        page = self._page
        return self._once(("session", page.section.pk, page.number), "session_here.html")


# ---- A table's page at an event kept ready, until anything at the event or in the club changes.
#
# All phones of a table ask for it when its tag has changed, and again when they wake. What it shows
# is decided by the event's revision, the club's, and the reader: level, language, and which pair it
# is who read at their own table, else the person and the table whose phone it is. What is each
# reader's own is put in at the last moment, and so is the clock. Each process keeps its own:
# nothing is lost where another process answers. The first phone of a table takes 6 ms of processor,
# each other one 2: as a round begins all phones of a room ask at once.

PAGES_KEPT = 256
# Places for the reader's pass and for what the round has left.
PASS, CLOCK = f"pass-{new_key()}", f"clock-{new_key()}"


class _Ready(NamedTuple):
    """A page, and for which revisions it holds."""

    holds: tuple[object, ...]
    page: bytes
    clock: Clock


# By table and reader: what a newer revision shows takes the place of what an older one did.
_pages: Remembered[tuple[object, ...], _Ready] = Remembered(PAGES_KEPT)


def place_of(event: Event) -> str:
    """Return what a pass calls an event."""
    return f"event-{event.pk}"


def kept_page(
    request: ClubRequest,
    event: Event,
    whose: tuple[object, ...],
    make: Callable[[], HttpResponse],
    clock_now: Callable[[], Clock],
) -> HttpResponse:
    """Return the page that is ready, or make it and keep it if it is a page at all.

    `whose` is what `reads_as` says. Whoever makes it writes TOKEN, KEY, PASS and CLOCK
    where those belong; `clock_now` says what the last of them shows.
    """
    reader = (*whose, *_asked(request, event))
    # A set opens by the clock: no revision says it.
    until = closes_at(event.contest_set_id)
    opened = until is None or until <= clock.now()
    holds = (event.revision, until, opened, *decided_by(request))
    ready = _pages.get(reader)
    if ready is None or ready.holds != holds:
        made = make()
        if made.status_code != 200:
            return made
        ready = _Ready(holds, made.content, clock_now())
        _pages.keep(reader, ready)
    left = escape(clock_text(seconds_left(ready.clock)))
    page = with_own(request, ready.page).replace(CLOCK.encode(), left.encode())
    own = make_pass(request.actor, place_of(event))
    return HttpResponse(page.replace(PASS.encode(), own.encode()))


def _asked(request: ClubRequest, event: Event) -> tuple[object, ...]:
    """Which page is asked for, and how, as far as that decides what it says."""
    actor, asked, side = request.actor, request.GET, request.GET.get("side")
    return (
        event.pk,
        request.path,
        get_language(),
        int(actor.level),
        # A contest's table shows each phone its own player's cards.
        actor.device if event.contest_set_id is not None else "",
        address_of(request, "/"),
        whole_number(asked.get("board")),
        "differ" in asked,
        WRONG in asked,
        side if side in SIDES else "",
    )


# ---- What tells a phone at an event's table that its page is no longer as it was: the table's tag.
#
# A tag changes with the round, the clock, the movement, what is announced, and what happens at that
# table. Nothing of it is stored. Whatever it says is written by somebody who takes the event, so
# the tags of a committed revision are read once for all tables and remembered.

# A table of an event: the key of its section, and its number there.
At = tuple[int, int]


@dataclass(frozen=True)
class EventTags:
    """The tags of all tables of an event, at one revision of it."""

    event: Event
    # By table: the newest revision of a result, open calls, what only its page shows.
    last: Mapping[At, int]
    calls: Mapping[At, int]
    here: Mapping[At, int]
    # What happened that every table's page shows.
    to_all: int

    def of(self, section: int, table: int) -> str:
        """Return the tag of a table, whether or not there is one of that number."""
        at = (section, table)
        here = self.here.get(at, 0) + self.to_all
        return _tag(self.event, self.last.get(at), self.calls.get(at, 0), here)


_read: Remembered[tuple[int, int], EventTags] = Remembered()


def event_tags(event: Event) -> EventTags:
    """Return the tags of an event's tables at its revision. Four queries, however many tables.

    None where they are remembered: `event` says which revision, and need not be asked anew.
    """
    key = (event.pk, event.revision)
    found = _read.get(key)
    if found is None:
        found = _event_tags(event)
        # What a transaction writes may yet be taken back, and its count be given to another.
        if not transaction.get_connection().in_atomic_block:
            _read.keep(key, found)
    return found


def _by_table(rows: Iterable[tuple[int, int, int]]) -> dict[At, int]:
    return {(section, table): number for section, table, number in rows}


def _event_tags(event: Event) -> EventTags:
    said = ResultRevision.objects.filter(section__event=event).order_by()
    last = said.values_list("section", "table").annotate(Max("pk"))
    calling = Call.objects.filter(section__event=event, answered_at=None).order_by()
    calls = calling.values_list("section", "table").annotate(Count("pk"))
    happened = EventHappening.objects.filter(event=event).order_by()
    at_table = happened.filter(kind__in=SEEN_AT_TABLE)
    here = at_table.values_list("data__section", "data__table").annotate(Count("pk"))
    return EventTags(
        event,
        _by_table(last),
        _by_table(calls),
        _by_table(here),
        happened.filter(kind__in=SEEN_BY_ALL).count(),
    )


def page_name(event: int, section: int, table: int) -> str:
    """Return what a table's page is called where phones hear of its tag."""
    return f"event-{event}-{section}-{table}"


def seen_now(event: Event, section: int, table: int) -> str:
    """Return the tag of a table's page as it would be at the event's revision."""
    return event_tags(event).of(section, table)


def seen_in(room: EventState, section: int, table: int) -> str:
    """Return the tag of a table's page as this room has it. No query but the calls."""
    at = (section, table)
    numbers = [
        revision.pk
        for spot, standing in room.standings.items()
        if (spot.section, spot.table) == at
        for revision in standing.revisions
    ]
    calls = sum((call.section_id, call.table) == at for call in room.calls)
    here = sum(
        each.kind in SEEN_BY_ALL or (each.kind in SEEN_AT_TABLE and _table_of(each) == at)
        for each in room.happenings
    )
    return _tag(room.event, max(numbers, default=None), calls, here)


def _table_of(happening: EventHappening) -> At:
    """The section and the table of a happening that only its table's page shows."""
    here = happening.told_as(AllHere)
    return here["section"], here["table"]


def _tag(event: Event, last: int | None, calls: int, here: int) -> str:
    rounds = (event.round, sorted(event.behind.items()))
    clock = (rounds, event.ends_at, event.seconds_left, event.finished_at, event.ranking_open,
             event.asks_lead, event.called_off_at)  # fmt: skip
    return sha256(repr((clock, last, calls, here)).encode()).hexdigest()[:16]


# ---- At the table: who is here, boards due, results, the other side's word.


@open_to(Level.TABLE)
@require_safe
def mine(request: ClubRequest, event: int) -> HttpResponse:
    """Send a player's own phone to the table where their pair sits now."""
    found = event_for(request.actor, event)
    room = room_of(found)
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


class EventTableNow(TypedDict):
    """A table for one reader; with `ahead` and `outbox` a phone goes on without the network."""

    page: TablePage
    waiting: list[Waiting]
    event: Event
    spot: str
    problems: list[Problem]
    odd: str
    room: EventState
    asks: str
    clock_left: str
    key: str
    csrf_token: str
    lasting: LastingTexts
    contest: Contest | None
    ahead: NotRequired[RoundsAhead]
    outbox: NotRequired[Outbox]


class TableRequest:
    """A table's page as a request asks for it."""

    def __init__(self, request: ClubRequest, event: int | Event, spot: str) -> None:
        self.request = request
        self.event = event if isinstance(event, Event) else event_for(request.actor, event)
        # All there is: what a result is checked against, and what the page's tag is made of.
        self.full: EventState = room_of(self.event)
        self.section, self.table = section_and_table(self.full, spot)
        self.name = spot

    @cached_property
    def room(self) -> EventState:
        """What the reader may see."""
        return seen_at(self.request.actor, self.full, self.section, self.place())

    @cached_property
    def voice(self) -> Voice:
        """For whom the reader speaks."""
        return voice_at(self.request.actor, self.room, self.section, self.place())

    def place(self) -> PlannedMeeting | None:
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
        asked = set_table_state(given, self.room, self.section, self.place())
        shown = TablePage(self.room, self.section, self.table, self.voice, asked)
        context: EventTableNow = {
            "page": shown,
            "waiting": waiting_at(shown),
            "event": self.event,
            "spot": self.name,
            "problems": problems or [],
            "odd": odd,
            "room": self.room,
            "asks": self._asks(),
            "clock_left": CLOCK if kept else clock_text(seconds_left(shown.clock)),
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
    at = TableRequest(request, found, spot)
    if not ASKED.issuperset(request.GET):
        return _page_or_way(request, at, kept=False)
    whose = reads_as(request.actor, at.full, at.section, at.place())
    return kept_page(request, found, whose, lambda: _page_or_way(request, at, kept=True), at.clock)


def _page_or_way(request: ClubRequest, at: TableRequest, *, kept: bool) -> HttpResponse:
    """The table's page; a player's own phone is sent to where its pair sits now."""
    moved = at.request.actor.level == Level.TABLE and not at.voice.speaks
    if moved and own_place(request.actor, at.room) is not None:
        return redirect("event-mine", event=at.event.pk)
    return at.page(request.GET, kept=kept)


def _spot(at: TableRequest, given: QueryDict) -> Spot:
    round_, board = whole_number(given.get("round")), whole_number(given.get("board"))
    if round_ is None or board is None:
        raise Refused(_("Choose a board that is due now."))
    return Spot(at.section.pk, round_, at.table, board)


def _is_new(at: TableRequest, given: QueryDict, where: Spot) -> bool:
    """Whether a result may still be recorded, so that an odd one is asked about first.

    A phone that heard no answer sends again what is recorded and may be agreed by now; any other
    result of a board that is agreed is refused, and no page has a form for it.
    """
    is_agreed = at.full.standing(where).state is BoardStage.IN and WRONG not in given
    return not is_agreed and not known(at.event, key_of(given))


@open_to(Level.TABLE)
@require_POST
def tell_result(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record what one side reports of a board; an unusual result is queried first."""
    at, given = TableRequest(request, event, spot), request.POST
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
        if at.event.contest_set_id is not None:
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
    at, given = TableRequest(request, event, spot), request.POST
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
        if at.event.contest_set_id is not None:
            after_report(event=at.event, key=key_of(given), actor=request.actor)
    return _to_board(event, spot, where.board)


@open_to(Level.TABLE)
@require_POST
def all_here(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record that all four are here, or call the director since they are not."""
    at, given = TableRequest(request, event, spot), request.POST
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
def record_final_contract(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Record what a par contest's auction reached; the page then shows what to play."""
    at, given = TableRequest(request, event, spot), request.POST
    at.must_speak()
    where = _spot(at, given)
    try:
        note_final_contract(
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
    at = TableRequest(request, event, spot)
    at.must_speak()
    why = request.POST.get("why", "").strip()[:80]
    call_director(section=at.section, table=at.table, why=why, actor=request.actor)
    board = whole_number(request.POST.get("board"))
    return _to_board(event, spot, board) if board else redirect("event-at", event=event, spot=spot)


@open_to(Level.TABLE)
@require_POST
def sentence(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Say a result that is being entered back as a sentence, with what it scores."""
    at, given = TableRequest(request, event, spot), request.POST
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
