"""What hangs in the playing room: the wall, announcements, the caddy's list, late questions."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, new_key
from clubscore.club.wording import named
from clubscore.events.directing import (
    AnnouncementForm,
    LeadForm,
    TableForm,
    announce,
    announcements_of,
    ask_for_lead,
    clock_words,
    minutes_over,
    set_by_slip,
    take_down,
)
from clubscore.events.formats import PAIRS
from clubscore.events.models import Section
from clubscore.events.needs import (
    MOST_LETTERS,
    EarlierBoard,
    ask_about,
    earlier_boards,
    questions,
)
from clubscore.events.pages.director import DirectorPage
from clubscore.events.pages.reading import is_unchanged, tag_of, unchanged
from clubscore.events.pages.table import TableRequest as At
from clubscore.events.ranking_tables import whole_lists
from clubscore.events.rankings import Lists
from clubscore.events.seats import boards_now
from clubscore.events.selectors import (
    as_seen_by,
    directed_by,
    event_for,
    how_far,
    room_for,
    section_and_table,
)
from clubscore.events.state import Clock, EventState, clock_of, room_of
from clubscore.events.table_page import SideMove, moves_from
from clubscore.movements import at_change
from clubscore.web.forms import LineField, PageForm, Pick


def next_moves(room: EventState) -> list[str]:
    """Return who and what moves after this round: what holds for all first, then the others."""
    event, found = room.event, []
    if not event.round or event.finished_at is not None:
        return []
    for section in room.sections:
        if section.pk in room.plans:
            lines = _section_moves(room, section)
            many = len(room.sections) > 1
            title = _("Section %(section)s") % {"section": section.letter}
            found += [title, *lines] if many and lines else lines
    return found


def _section_moves(room: EventState, section: Section) -> list[str]:
    plan, now = room.plan(section), room.now(section.pk)
    if now >= plan.rounds:
        return [_("This is the last round.")]
    if not plan.is_drawn(now + 1):
        return [_("The next round is drawn when this one is over.")]
    sides: dict[str, list[tuple[int, SideMove]]] = {"ns": [], "ew": []}
    for place in plan.of_round(now):
        for move, going in zip(moves_from(room, section, place), plan.goings(place), strict=True):
            sides[place.way_of(going.number)].append((place.table, move))
    general = []
    if room.event.contestants_are == PAIRS:
        for side, words in (
            ("ns", _stays(sides["ns"])),
            ("ew", _goes_up(sides["ew"], plan.tables)),
        ):
            if words:
                general.append(words)
                sides[side] = [each for each in sides[side] if not each[1].table]
    boards = _boards_down(room, section)
    rest = [move.text for _table, move in (*sides["ns"], *sides["ew"])]
    alone = [each for each in _alone(room, section) if each not in rest]
    return [*general, *([boards] if boards else []), *rest, *alone]


def _alone(room: EventState, section: Section) -> list[str]:
    """Who sits at a table without opponents in the next round."""
    following = room.plan(section).of_round(room.now(section.pk) + 1)
    # Of a team that lost one of two opponents only one half waits, and its own table says so.
    playing = {number for place in following if place.is_played for number in place.numbers}
    return [
        _("%(names)s: sit out next round") % {"names": named(room.names(section.pk, number))}
        for place in following
        if not place.is_played
        for number in place.numbers
        if number not in playing
    ]


def _stays(moves: Iterable[tuple[int, SideMove]]) -> str:
    """Where all North-South that play on stay, say so."""
    return _("North–South stay.") if all(move.stays for _t, move in moves) else ""


def _goes_up(moves: list[tuple[int, SideMove]], tables: int) -> str:
    """Where all East-West that play on go up as many tables, say so; the last goes to the first."""
    up = {(move.table - table) % tables for table, move in moves if move.table}
    if up == {1}:
        return _("East–West go up one table.")
    return _("East–West go up two tables.") if up == {2} else ""


def _boards_down(room: EventState, section: Section) -> str:
    """Where all boards go down one table, say so; otherwise the caddy's list does."""
    plan = room.plan(section)
    moves = at_change(plan.movement, room.now(section.pk))
    ways = {(each.before[0] - each.after[0]) % plan.tables if len(each.before) == 1
            and len(each.after) == 1 else None for each in moves}  # fmt: skip
    return _("Boards go down one table.") if ways == {1} else ""


class EarlierForm(PageForm):
    """Which board is meant, and what was wrong with it."""

    text = LineField(
        most=MOST_LETTERS, missing=gettext_noop("Enter what was wrong with the board.")
    )

    def __init__(self, given: Given | None, played: Mapping[str, EarlierBoard]) -> None:
        super().__init__(given)
        self.fields["which"] = Pick(
            played, wrong=gettext_noop("Choose the board."), usual=next(iter(played), "")
        )
        self.played = played

    @property
    def about(self) -> EarlierBoard:
        """The board that is asked about."""
        return self.played[self.words_of("which")]


@open_to(Level.TABLE)
def earlier(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show which boards may be asked about; a POST asks the director."""
    at = At(request, event, spot)
    at.must_speak()
    whose = earlier_boards(at.room, at.section, at.place(), at.voice)
    played = {each.name: each for one in whose for each in one.played}
    form = EarlierForm(request.POST if request.method == "POST" else None, played)
    if form.is_valid():
        try:
            ask_about(section=at.section, played=form.about, text=form.words_of("text"),
                      key=form.key, actor=request.actor)  # fmt: skip
        except Refused as refused:
            form.refuse(refused, "which")
        else:
            return redirect("event-earlier", event=event, spot=spot)
    mine = {each.spot for each in played.values()}
    context: dict[str, Any] = {
        "event": at.event,
        "spot": spot,
        "shown": at.room.table_name(at.section, at.table),
        "whose": whose,
        # A table's phone lies before both sides: no words of a board that one has yet to play.
        "asked": [
            each for each in questions(as_seen_by(request.actor, at.full)) if each.spot in mine
        ],
        "which": form.typed("which"),
        "text": form.typed("text"),
        "most": MOST_LETTERS,
        "problems": form.problems,
        "key": new_key(),
    }
    return render(request, "events/earlier.html", context, status=422 if form.problems else 200)


@open_to(Level.SCORER)
def announcements(request: ClubRequest, event: int) -> HttpResponse:
    """Show what is announced; a POST publishes or removes an announcement."""
    found, form = directed_by(request.actor, event), AnnouncementForm(request.POST)
    if request.method == "POST":
        text, down = form.words_of("text"), form.number_of("down")
        if down is not None:
            take_down(event=found, announcement=down, key=form.key, actor=request.actor)
            return redirect("event-announce", event=event)
        if text.strip():
            announce(event=found, text=text, key=form.key, actor=request.actor)
            return redirect("event", event=event)
        form.add_error("text", _("Write the announcement."))
    context: dict[str, Any] = {
        "event": found,
        "announcements": announcements_of(found),
        "text": form.typed("text"),
        "problems": form.problems,
        "key": new_key(),
    }
    return render(request, "events/announce.html", context, status=422 if form.errors else 200)


@open_to(Level.SCORER)
@require_POST
def lead(request: ClubRequest, event: int) -> HttpResponse:
    """Let the tables' phones ask for the card led, or no longer."""
    found, form = directed_by(request.actor, event), LeadForm(request.POST)
    asked = bool(form.words_of("asked"))
    ask_for_lead(event=found, asked=asked, key=form.key, actor=request.actor)
    return redirect("event-phones", event=event)


@open_to(Level.SCORER)
@require_POST
def by_slip(request: ClubRequest, event: int) -> HttpResponse:
    """Mark a table as having no phone, or as having one again."""
    room, form = room_of(directed_by(request.actor, event)), TableForm(request.POST)
    section, table = section_and_table(room, form.words_of("spot"))
    was = (section.pk, table) in room.by_slip
    set_by_slip(section=section, table=table, by_slip=not was, key=form.key,
                actor=request.actor)  # fmt: skip
    return redirect("event-phones", event=event)


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest, event: int) -> HttpResponse:
    """Show an event on the wall; who asks again while nothing changed gets 304 and no page."""
    found = event_for(request.actor, event)
    room = room_for(request.actor, found)
    clocks = [Clock(found.ends_at, found.seconds_left)]
    clocks += [clock_of(room, section.pk) for section in room.sections]
    over = [minutes_over(each) for each in clocks]
    tag = f'{tag_of(found)[:-1]}-{"-".join("" if n is None else str(n) for n in over)}"'
    if is_unchanged(request, tag):
        return unchanged(tag)
    lists = Lists(room) if found.ranking_open and not found.called_off_at else None
    context: dict[str, Any] = {
        "event": found,
        "room": room,
        "page": DirectorPage(room),
        "lists": lists,
        "shown": whole_lists(lists) if lists else [],
        "clock": clock_words(found, clocks[0]),
        "is_over": any(each is not None for each in over),
        "next_moves": next_moves(room),
        "state": how_far(found),
        "tag": tag,
        "no_menu": True,
    }
    answer = render(request, "events/wall.html", context)
    answer["ETag"] = tag
    return answer


@open_to(Level.TABLE)
@require_safe
def caddy(request: ClubRequest, event: int) -> HttpResponse:
    """Show whoever carries boards what to carry; who asks again unchanged gets 304."""
    found = event_for(request.actor, event)
    tag = tag_of(found)
    if is_unchanged(request, tag):
        return unchanged(tag)
    room = room_for(request.actor, found)
    context: dict[str, Any] = {
        "event": found,
        "room": room,
        "sections": boards_now(room),
        "tag": tag,
    }
    answer = render(request, "events/caddy.html", context)
    answer["ETag"] = tag
    return answer
