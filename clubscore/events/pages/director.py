"""The director's room during play: who calls, the clock, the tables and what comes next."""

import datetime as dt
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, key_of, new_key
from clubscore.club.models import zone_of
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import said
from clubscore.events.board_state import BoardStage, BoardState, Kind, Spot, spot_key
from clubscore.events.bulk_results import TypingSummary, typed_last
from clubscore.events.corrections import CorrectionEntry, leave_for_later
from clubscore.events.directing import (
    CallForm,
    CaseForm,
    ClockForm,
    RankingForm,
    RoundForm,
    TableForm,
    VisibleBoardsForm,
    answer_call,
    clock_text,
    clock_words,
    look,
    pass_on,
    seconds_left,
    set_clock,
    set_section_clock,
    show_ranking,
    start_round,
    start_section_round,
)
from clubscore.events.finishing import (
    RemovalForm,
    bring_back,
    call_off,
    called_off_events,
    delete_event,
    deleted_lately,
    has_results,
    have_back,
    why_called_off,
)
from clubscore.events.models import (
    Entry,
    Event,
    EventTableLink,
    Section,
)
from clubscore.events.names_from_seats import NamesAsked, SeatsWanted, names_asked, seats_wanted
from clubscore.events.needs import (
    MISSING,
    ODD,
    Need,
    SeenPhone,
    Silence,
    names_are_right,
    needs_of,
    seen_phones,
    silence_of,
)
from clubscore.events.phones import (
    let_phones_in,
    links_of,
    share,
    share_of,
    stop_sharing,
    take_back_links,
)
from clubscore.events.result_words import in_words
from clubscore.events.scoring import Scorer, is_odd
from clubscore.events.selectors import directed_by, event_for, room_for, section_and_table
from clubscore.events.state import Clock, EventState, RoundTable, clock_of, room_of
from clubscore.events.visibility import NOT_YET, all_boards
from clubscore.laws.errors import RuleError
from clubscore.movements.chooser import described
from clubscore.web.forms import Problem
from clubscore.web.hand_codes import code_of, open_again, path_of, read_aloud, shut_of
from clubscore.web.phones import address_of, code_svg, token_of

# What a board's sign says: a shape for the eye, a word for the ear.
SIGNS = {
    "in": ("●", pgettext_lazy("board", "in")),
    "told": ("◐", gettext_lazy("not yet agreed")),
    "to-come": ("○", pgettext_lazy("board", "to come")),
    "disputed": ("!", gettext_lazy("disputed")),
    "odd": ("?", pgettext_lazy("board", "unusual")),
    "later": ("–", gettext_lazy("left for later")),
}


class TableKey(NamedTuple):
    """A table with a sign for each of its boards; `spot` is what an address calls it."""

    name: str
    spot: str
    round: int
    by_slip: bool
    signs: list[tuple[str, str]]
    calls: bool
    waits: bool


class SectionClock(NamedTuple):
    """The clock of a section, as it is shown and in words."""

    letter: str
    clock: Clock
    left: str
    words: str
    round: int
    of: int


class ToDraw(NamedTuple):
    """A section's next round, which is drawn from the ranking."""

    letter: str
    round: int


class Alone(NamedTuple):
    """A section that may begin its next round alone, and the tables for which it would wait."""

    letter: str
    now: int
    waits: list[str]


class WallRow(NamedTuple):
    """Who sits at a table with which boards, for the wall."""

    name: str
    ns: list[str]
    ew: list[str]
    first: int
    last: int


class DirectorPage:
    """The director's page of a room."""

    def __init__(self, room: EventState, letter: str = "") -> None:
        self.room = room
        # The section whose tables are shown; all of them where there is none of that letter.
        self.letter = letter if room.section(letter) else ""
        self.event = room.event
        self.tables = room.tables() if room.event.round else []
        self.scorer = Scorer(room)
        self.odd = odd_results(self.scorer)

    @property
    def movements(self) -> list[str]:
        """What is to be played, a line a section, as it was offered."""
        plans = self.room.plans.values()
        return [said(described(plan.movement, (), ()).title) for plan in plans]

    @property
    def minutes_left(self) -> str:
        """What the clock shows, like 14:20."""
        return clock_text(seconds_left(self.event))

    @property
    def section_clocks(self) -> list[SectionClock]:
        """The clock of each section, where there are several and rounds are played."""
        event = self.event
        if len(self.room.sections) < 2 or not event.round or event.finished_at is not None:
            return []
        found = []
        for each in self.room.sections:
            own, plan = clock_of(self.room, each.pk), self.room.plans.get(each.pk)
            left, words = clock_text(seconds_left(own)), clock_words(event, own)
            now, of = self.room.now(each.pk), plan.rounds if plan else 0
            found.append(SectionClock(each.letter, own, left, words, now, of))
        return found

    @property
    def lag(self) -> int:
        """How many rounds sections are behind, in all."""
        return sum(self.event.behind.values())

    @property
    def to_draw(self) -> list[ToDraw]:
        """The rounds that are still to be drawn before they can begin."""
        return [ToDraw(each.letter, self.room.now(each.pk) + 1) for each in self.room.to_draw]

    @property
    def drawn(self) -> list[ToDraw]:
        """The rounds that were drawn and may be drawn again."""
        to_draw = {each.letter for each in self.to_draw}
        drawn = (each for each in self.room.swiss if each.letter not in to_draw)
        return [ToDraw(each.letter, self.room.now(each.pk) + 1) for each in drawn]

    @property
    def alone(self) -> list[Alone]:
        """The sections that may go on without the others."""
        room = self.room
        if len(room.sections) < 2 or not self.event.round or self.event.finished_at is not None:
            return []
        to_draw = {each.letter for each in self.to_draw}
        return [
            Alone(each.letter, room.now(each.pk), self._waits_in(each))
            for each in room.sections
            if each.letter not in to_draw and room.now(each.pk) < room.plan(each).rounds
        ]

    def _waits_in(self, section: Section) -> list[str]:
        return [
            self.short(table)
            for table in self.tables
            if table.section.pk == section.pk and table.missing
        ]

    @property
    def is_over_time(self) -> bool:
        """Whether the round should be over."""
        return (seconds_left(self.event) or 0) < 0

    @property
    def count(self) -> tuple[int, int]:
        """How many boards of the round are in, and how many there are."""
        boards = [each for table in self.tables for each in table.boards]
        return sum(each.state is BoardStage.IN for each in boards), len(boards)

    @property
    def waits_for(self) -> list[str]:
        """The tables without which the round cannot close."""
        return [table.name for table in self.tables if table.missing]

    @property
    def shown_waits(self) -> list[str]:
        """The same as they are called."""
        return [self.short(table) for table in self.tables if table.missing]

    @property
    def is_last(self) -> bool:
        """Whether no section has a further round."""
        plans = self.room.plans.items()
        return all(self.room.now(pk) >= plan.rounds for pk, plan in plans)

    @cached_property
    def without_par(self) -> int:
        """How many boards of a par contest that is about to begin have no par. One query."""
        if self.event.round or not self.event.scored_by.needs_par:
            return 0
        return len({each.number for each in all_boards(self.room)} - {*self.room.pars})

    @property
    def is_final(self) -> bool:
        """Whether nothing can be changed any more."""
        return self.event.final_at is not None and self.event.final_at <= clock.now()

    @cached_property
    def needs(self) -> list[Need]:
        """What needs the director, calls first, then disputes; none once the ranking is final."""
        return [] if self.is_final else needs_of(self.scorer, self.tables, self.odd, self.phones)

    @cached_property
    def phones(self) -> list[SeenPhone]:
        """When each phone was last heard of. One query."""
        return seen_phones(self.room)

    @property
    def silence(self) -> Silence | None:
        """Since when all phones are silent, None while it is not the network."""
        return silence_of(self.room, self.phones)

    @property
    def silent(self) -> str:
        """The tables with a silent phone, by which the page knows whether that has changed."""
        silent = (need for need in self.needs if need.kind == MISSING and need.board is None)
        return "-".join(sorted(need.table for need in silent))

    @property
    def corrected(self) -> list[tuple[str, int]]:
        """What both sides corrected at their table in this round: the table and the board."""
        return [
            (self.short(table), each.spot.board)
            for table in self.tables
            for each in table.boards
            if each.is_corrected_by_both
        ]

    @property
    def urgent_needs(self) -> list[Need]:
        """All of it but unusual results."""
        return [need for need in self.needs if need.kind != ODD]

    @property
    def odd_needs(self) -> list[Need]:
        """Results that are unlike the rest, the cards or the directed contract."""
        return [need for need in self.needs if need.kind == ODD]

    @property
    def odd_seen(self) -> list[str]:
        """The unusual results as a form carries them: where, and which revision was seen."""
        return [f"{spot_key(spot)}:{self.room.standing(spot).number}" for spot in sorted(self.odd)]

    @property
    def count_needs(self) -> int:
        """How many lines there are: unusual results are one, and so are seats without names.

        Results that are missing are one more, unless each is a line already.
        """
        folded = bool(self.odd_needs) + bool(self.seats_wanted.many)
        lines = len(self.urgent_needs) + len(self.names_asked) + folded
        # A silent phone's line is about no board by itself.
        listed = sum(each.kind == MISSING and each.board is not None for each in self.needs)
        return lines + (self.missing > listed)

    @cached_property
    def missing(self) -> int:
        """How many boards have no result although their round is over, or all were played."""
        if self.event.finished_at is not None:
            return 0
        return sum(
            (each.state is BoardStage.LATER and self.is_last)
            or (each.state in NOT_YET and each.spot.round < self.room.now(each.spot.section))
            for each in self.room.holes()
        )

    @property
    def names_asked(self) -> list[NamesAsked]:
        """Names from the seats that differ, and wait for somebody to settle them."""
        return [] if self.is_final else names_asked(self.room)

    @property
    def seats_wanted(self) -> SeatsWanted:
        """How many seats have no name yet, and at which tables."""
        return SeatsWanted(0, []) if self.is_final else seats_wanted(self.room)

    @property
    def table_keys(self) -> list[TableKey]:
        """A key for each table, with a sign for each of its boards."""
        calling = {(call.section_id, call.table) for call in self.room.calls}
        return [
            TableKey(
                name=self.short(table),
                spot=table.name,
                round=table.place.round,
                by_slip=self.is_by_slip(table),
                signs=[self.sign(each) for each in table.boards],
                calls=(table.section.pk, table.number) in calling,
                waits=bool(table.missing),
            )
            for table in self.tables
            if self.letter in ("", table.section.letter)
        ]

    @property
    def called_at(self) -> list[str]:
        """The tables to which the director comes, in the order of their calls."""
        sections = {section.pk: section for section in self.room.sections}
        return [self.room.table_name(sections[e.section_id], e.table) for e in self.room.calls]

    @property
    def wall_rows(self) -> list[WallRow]:
        """Who sits where in this round, for the wall."""
        return [
            WallRow(
                name=self.short(table),
                ns=self.room.names(table.section.pk, table.place.ns),
                ew=self.room.names(table.section.pk, table.place.ew),
                first=table.place.boards[0],
                last=table.place.boards[-1],
            )
            for table in self.tables
        ]

    @property
    def wall_rests(self) -> list[str]:
        """Who sits out in this round, for the wall; of a pair that has no table too."""
        found = []
        for section in self.room.sections:
            now = self.room.now(section.pk)
            plan = self.room.plans.get(section.pk) if now else None
            if plan is None or not plan.is_drawn(now):
                continue
            playing = {n for each in plan.of_round(now) if each.is_played for n in each.numbers}
            found += [
                str(entry)
                for entry in self.room.entries
                if entry.section_id == section.pk
                and entry.number not in (None, *playing)
                and entry.withdrawn_at is None
                and not plan.has_left(entry.number, now)
            ]
        return found

    @property
    def left(self) -> list[tuple[str, int]]:
        """Who has left the event, and from which round on."""
        found = [
            (str(entry), plan.left_since[number])
            for (section, number), entry in self.room.by_number.items()
            if (plan := self.room.plans.get(section))
            and plan.has_left(number, self.room.now(section))
        ]
        return sorted(found, key=lambda each: each[1])

    def is_by_slip(self, table: RoundTable) -> bool:
        """Whether a table has no phone, so that its slips are typed."""
        return (table.section.pk, table.number) in self.room.by_slip

    def short(self, table: RoundTable) -> str:
        """Return a table's number, with its section where there are more."""
        return self.room.table_name(table.section, table.number)

    def sign(self, standing: BoardState) -> tuple[str, str]:
        """Return the sign of a board and its word."""
        shape, word = SIGNS["odd" if standing.spot in self.odd else standing.state.value]
        return shape, str(word)


def odd_results(scorer: Scorer) -> set[Spot]:
    """Return where a result is unlike all others of its board; not what the director ruled."""
    by_board: dict[int, list[tuple[BoardState, int]]] = {}
    for standing in scorer.room.standings.values():
        if standing.result is None:
            continue
        score = scorer.result(standing).score
        if score is not None:
            by_board.setdefault(standing.spot.board, []).append((standing, score))
    return {
        standing.spot
        for board, rows in by_board.items()
        for at, (standing, score) in enumerate(rows)
        if standing.result is not None
        and standing.result.kind != Kind.RULED
        and is_odd(
            score,
            [other for place, (_s, other) in enumerate(rows) if place != at],
            scorer.room.plays[board],
        )
    }


# ---- Removing an event.


@open_to(Level.DIRECTOR)
def remove(request: ClubRequest, event: int) -> HttpResponse:
    """Show what can be done with an event that is not to count; a POST does it, or undoes it."""
    gone = deleted_lately(request.actor.home, event)
    found = gone or event_for(request.actor, event, told_too=True)
    if request.method != "POST":
        return _page(request, found, [])
    form = RemovalForm(request.POST)
    what, key = form.words_of("what"), form.key
    if what == "delete":
        delete_event(event=found, key=key, actor=request.actor)
        return redirect("event-remove", event=event)
    if what == "undo":
        have_back(event=found, key=key, actor=request.actor)
    elif what == "bring-back":
        bring_back(event=found, key=key, actor=request.actor)
    elif what == "call-off":
        return _call_off(request, found, form)
    else:
        raise Refused(_("Choose what to do with the event."))
    return _to(found)


def _call_off(request: ClubRequest, event: Event, form: RemovalForm) -> HttpResponse:
    reason = form.words_of("reason")
    try:
        call_off(event=event, reason=reason, key=form.key, actor=request.actor)
    except RuleError as error:
        form.refuse(error, error.where)
        return _page(request, event, form.problems)
    return _to(event)


def _to(event: Event) -> HttpResponseRedirect:
    return redirect("event-ranking" if event.told else "event", event=event.pk)


def _page(request: ClubRequest, event: Event, problems: list[Problem]) -> HttpResponse:
    paid = Entry.objects.filter(event=event).exclude(paid_at=None)
    context: dict[str, Any] = {
        "event": event,
        "has_results": has_results(event) or event.finished_at is not None,
        # What was ticked at the door is in Accounts only once the session is finished.
        "paid": 0 if event.finished_at else sum(len(each.people) for each in paid),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/remove.html", context, status=422 if problems else 200)


@open_to(Level.SCORER)
@require_safe
def called_off(request: ClubRequest) -> HttpResponse:
    """List the events that were called off, each with why, when and by whom."""
    rows = [(event, why_called_off(event)) for event in called_off_events(request.actor.home)]
    return render(request, "events/called_off_list.html", {"rows": rows})


def called_off_page(request: ClubRequest, event: Event) -> HttpResponse:
    """Show an event that was called off to those who run the room, and how to restore it."""
    why = why_called_off(event)
    if why is None:
        raise Http404
    context: dict[str, Any] = {"event": event, "why": why, "key": new_key()}
    return render(request, "events/called_off.html", context)


# ---- The room itself.

USUAL_DAYS, USUAL_HOUR = 3, 20


@open_to(Level.PLAYER)
@require_safe
def event_page(request: ClubRequest, event: int) -> HttpResponse:
    """Show the room to those who run it; players are sent to their table, or to who plays."""
    found = event_for(request.actor, event, told_too=True)
    if found.called_off_at and request.actor.is_scorer:
        return called_off_page(request, found)
    if found.told:
        return redirect("event-ranking", event=event)
    if not request.actor.is_scorer:
        return redirect("event-mine" if found.round else "event-entries", event=event)
    room = room_for(request.actor, found)
    if not room.plans:
        return redirect("event-entries", event=event)
    return room_page(request, room)


def room_page(
    request: ClubRequest, room: EventState, line: TypingSummary | None = None
) -> HttpResponse:
    """Show the director's page, with a typed line that was not recorded where there is one."""
    typed = typed_last(room)
    page = DirectorPage(room, request.GET.get("section", ""))
    context: dict[str, Any] = {
        "event": room.event,
        "room": room,
        "page": page,
        "silence": page.silence,
        "final_at": usual_end(room.event),
        "share": share_of(room.event),
        "for_phones": address_of(request, "/"),
        "line": line or TypingSummary(),
        "typed": typed,
        "typed_words": in_words(typed.facts) if typed else "",
        "problems": line.problems if line else (),
        "key": new_key(),
    }
    status = 422 if line else 200
    return render(request, "events/event.html", context, status=status)


def usual_end(event: Event) -> dt.datetime:
    """Return when the correction period usually runs out, by the club's clock."""
    day = event.evening + dt.timedelta(days=USUAL_DAYS)
    return dt.datetime.combine(day, dt.time(USUAL_HOUR), zone_of(event.club))


@open_to(Level.SCORER)
@require_safe
def silence(request: ClubRequest, event: int) -> HttpResponse:
    """Show whether all phones have fallen silent at once, and what to do then.

    Where other single tables have fallen silent than the page shows, it draws itself anew.
    """
    room = room_of(directed_by(request.actor, event))
    page = DirectorPage(room)
    context = {"event": room.event, "silence": page.silence}
    answer = render(request, "events/parts/silence.html", context)
    if request.GET.get("tables", "") != page.silent:
        answer["HX-Trigger-After-Settle"] = "table-changed"
    return answer


@open_to(Level.SCORER)
@require_POST
def look_before(request: ClubRequest, event: int) -> HttpResponse:
    """Show a director boards that their own side has yet to play: their choice, which is kept."""
    found, form = directed_by(request.actor, event), VisibleBoardsForm(request.POST)
    look(event=found, boards=form.numbers_of("board"), key=form.key, actor=request.actor)
    then = form.words_of("then")
    safe = url_has_allowed_host_and_scheme(then, allowed_hosts=None)
    return redirect(then if safe else reverse("event", args=[event]))


@open_to(Level.SCORER)
@require_POST
def ask_another(request: ClubRequest, event: int) -> HttpResponse:
    """Ask another director, or both sides, to settle a board that one has yet to play."""
    form = CaseForm(request.POST)
    room = room_of(directed_by(request.actor, event))
    section, table = section_and_table(room, form.words_of("spot"))
    spot = Spot(section.pk, form.number_of("round") or 0, table, form.number_of("board") or 0)
    pass_on(section=section, spot=spot, key=form.key, actor=request.actor)
    return redirect("event", event=event)


@open_to(Level.SCORER)
@require_POST
def next_round(request: ClubRequest, event: int) -> HttpResponse:
    """Start the next round: never by itself."""
    found, form = directed_by(request.actor, event), RoundForm(request.POST)
    seen = form.number_of("seen")
    seen, letter = -1 if seen is None else seen, form.words_of("section")
    if letter:
        section = _section(found, letter)
        start_section_round(section=section, key=form.key, actor=request.actor, seen=seen)
    else:
        lag = form.number_of("lag") or 0
        start_round(event=found, key=form.key, actor=request.actor, seen=seen, lag=lag)
    return redirect("event", event=event)


def _section(event: Event, letter: str) -> Section:
    section = room_of(event).section(letter)
    if section is None:
        raise Refused(_("There is no such section. Choose another."))
    return section


@open_to(Level.SCORER)
@require_POST
def clock_key(request: ClubRequest, event: int) -> HttpResponse:
    """Pause the clock, let it run, give a minute more or less."""
    found, form = directed_by(request.actor, event), ClockForm(request.POST)
    what, letter = form.words_of("what"), form.words_of("section")
    if not letter:
        set_clock(event=found, what=what, key=form.key, actor=request.actor)
        return redirect("event", event=event)
    section = _section(found, letter)
    set_section_clock(section=section, what=what, key=form.key, actor=request.actor)
    return redirect("event", event=event)


@open_to(Level.SCORER)
@require_POST
def name_is_right(request: ClubRequest, event: int) -> HttpResponse:
    """Let the name that a phone took stand: the line goes from what needs the director."""
    found, form = directed_by(request.actor, event), CallForm(request.POST)
    names_are_right(
        room=room_of(found), happening=form.number_of("call") or 0, key=key_of(request.POST),
        actor=request.actor,
    )  # fmt: skip
    return redirect("event", event=event)


@open_to(Level.SCORER)
@require_POST
def answer(request: ClubRequest, event: int) -> HttpResponse:
    """Record that the director went to a table that called."""
    found, form = directed_by(request.actor, event), CallForm(request.POST)
    answer_call(event=found, call=form.number_of("call") or 0, actor=request.actor)
    spot = form.words_of("spot")
    if spot:
        room = room_of(found)
        section, table = section_and_table(room, spot)
        places = room.plan(section).places
        if places[max(1, room.now(section.pk)), table].is_played:
            return redirect("event-table", event=event, spot=spot)
    return redirect("event", event=event)


@open_to(Level.SCORER)
@require_POST
def later(request: ClubRequest, event: int) -> HttpResponse:
    """Leave the boards that a table lacks for later, so that the round can close."""
    found, form = directed_by(request.actor, event), TableForm(request.POST)
    room = room_of(found)
    tables = room.tables()
    if form.words_of("spot") != "all":
        at = section_and_table(room, form.words_of("spot"))
        tables = [table for table in tables if (table.section, table.number) == at]
    for table in tables:
        for each in table.missing:
            key = f"{form.key}:{table.name}:{each.spot.board}"
            entered = CorrectionEntry(each.number, key, OwnWords("round-closed"))
            leave_for_later(section=table.section, spot=each.spot, entered=entered,
                            actor=request.actor)  # fmt: skip
    return redirect("event", event=event)


@open_to(Level.SCORER)
@require_POST
def curtain(request: ClubRequest, event: int) -> HttpResponse:
    """Open the ranking to the players, hide it, share it, or take the shared address back."""
    found = directed_by(request.actor, event, told_too=True)
    form = RankingForm(request.POST)
    key, what = form.key, form.words_of("what")
    if what in ("show", "hide"):
        show_ranking(event=found, shown=what == "show", key=key, actor=request.actor)
    elif what == "share":
        hides = form.sends("hides_names")
        share(event=found, hides_names=hides, key=key, actor=request.actor)
    elif what == "stop":
        stop_sharing(event=found, key=key, actor=request.actor)
    else:
        raise Refused(_("Choose to show, hide or share the ranking."))
    return redirect("event-ranking", event=event)


class TableCode(NamedTuple):
    """A table's code: its address as text and as a picture, and its digits."""

    link: EventTableLink
    name: str
    address: str
    svg: str
    code: str


@open_to(Level.SCORER)
def phones(request: ClubRequest, event: int) -> HttpResponse:
    """Show the tables' codes; a POST lets phones in, or takes the codes back."""
    found = directed_by(request.actor, event)
    room = room_of(found)
    if request.method == "POST":
        change = take_back_links if "take_back" in request.POST else let_phones_in
        key = key_of(request.POST)
        for section in room.sections:
            change(section=section, key=f"{key}:{section.letter}", actor=request.actor)
        return redirect("event-phones", event=event)
    links = [link for section in room.sections for link in links_of(section)]
    codes = []
    for link in links:
        address = address_of(request, reverse("event-enter", args=[token_of(link.nonce)]))
        digits = read_aloud(code_of(link.nonce))
        codes.append(
            TableCode(
                link,
                room.table_name(link.section, link.table),
                address,
                code_svg(address) if address else "",
                digits,
            )
        )
    context: dict[str, Any] = {
        "event": found,
        "room": room,
        "codes": codes,
        "tables": _tables(room),
        "lacking": sum(plan.tables for plan in room.plans.values()) > len(codes),
        "shut": shut_of(links),
        "by_hand": address_of(request, path_of(found.club)),
        "key": new_key(),
    }
    return render(request, "events/phones.html", context)


@open_to(Level.SCORER)
@require_POST
def by_hand_again(request: ClubRequest, event: int) -> HttpResponse:
    """Let the tables of an event be opened by hand again."""
    found = directed_by(request.actor, event)
    open_again([link for section in found.sections.all() for link in links_of(section)])
    return redirect("event-phones", event=event)


def _tables(room: EventState) -> list[tuple[str, str, bool]]:
    """Every table as an address names it, as people call it, and whether it is by slip."""
    return [
        (
            f"{section.letter}{number}",
            room.table_name(section, number),
            (section.pk, number) in room.by_slip,
        )
        for section in room.sections
        if section.pk in room.plans
        for number in range(1, room.plan(section).tables + 1)
    ]
