"""The director's room: what needs attention, the clock, the rounds, the ranking, the end."""

import datetime as dt
from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.evening import zone_of
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.events.correct.correcting import Entered, leave_for_later
from clubscore.events.correct.typed_results import Line, typed_last
from clubscore.events.models import Event, EventShare, EventTableLink, Section
from clubscore.events.names_taken import names_are_right
from clubscore.events.phones import (
    let_phones_in,
    links_of,
    share,
    share_of,
    stop_sharing,
    take_back_links,
)
from clubscore.events.play.cases import look, pass_on
from clubscore.events.play.directing import (
    answer_call,
    set_clock,
    set_section_clock,
    show_ranking,
    start_round,
    start_section_round,
)
from clubscore.events.play.director_page import DirectorPage
from clubscore.events.play.forms import (
    BoardsForm,
    CallForm,
    CaseForm,
    ClockForm,
    RankingForm,
    RoundForm,
    TableForm,
)
from clubscore.events.play.silent_phones import Silence
from clubscore.events.results.result_words import in_words
from clubscore.events.selectors import directed_by, event_for, room_for, section_and_table
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.spot_state import Spot, Standing
from clubscore.events.views.ending import called_off_page
from clubscore.tableside.hand_codes import code_of, open_again, path_of, shut_of, spoken
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problem
from clubscore.tableside.qr import code_svg
from clubscore.tableside.secret_addresses import token_of

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


class RoomPage(TypedDict):
    """What the director sees; `line` is a typed one that was not recorded."""

    event: Event
    room: Room
    page: DirectorPage
    silence: Silence | None
    final_at: dt.datetime
    share: EventShare | None
    for_phones: str
    line: Line
    typed: Standing | None
    typed_words: str
    problems: tuple[Problem, ...]
    key: str


def room_page(request: ClubRequest, room: Room, line: Line | None = None) -> HttpResponse:
    """Show the director's page, with a typed line that was not recorded where there is one."""
    typed = typed_last(room)
    page = DirectorPage(room, request.GET.get("section", ""))
    context: RoomPage = {
        "event": room.event,
        "room": room,
        "page": page,
        "silence": page.silence,
        "final_at": usual_end(room.event),
        "share": share_of(room.event),
        "for_phones": address_of(request, "/"),
        "line": line or Line(),
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
    found, form = directed_by(request.actor, event), BoardsForm(request.POST)
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
            entered = Entered(each.number, key, OwnWords("round-closed"))
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


class PhonesPage(TypedDict):
    """The codes of the tables, and how a table is opened by hand."""

    event: Event
    room: Room
    codes: list[TableCode]
    tables: list[tuple[str, str, bool]]
    lacking: bool
    shut: set[str]
    by_hand: str
    key: str


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
        digits = spoken(code_of(link.nonce))
        codes.append(
            TableCode(
                link,
                room.table_name(link.section, link.table),
                address,
                code_svg(address) if address else "",
                digits,
            )
        )
    context: PhonesPage = {
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


def _tables(room: Room) -> list[tuple[str, str, bool]]:
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
