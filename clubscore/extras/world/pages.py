"""The pages of a set against the world, of a table's own package, and of a match of two houses."""

from typing import Any, NamedTuple
from urllib.parse import urlsplit

import django_tables2 as tables
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key
from clubscore.events.models import ContestPackage, ContestSet, Event, EventTableLink
from clubscore.events.selectors import event_for
from clubscore.events.state import room_of
from clubscore.events.visibility import boards_closed_for, closed_here, hour_of, is_sealed
from clubscore.extras.world.hours import hours_offered, set_hour_for_page
from clubscore.extras.world.package import packages_in, texts_of, whole_text
from clubscore.extras.world.packages import (
    CalledForm,
    DecisionForm,
    HoursForm,
    OtherHouseForm,
    boards_to_send,
    close_at,
    decide,
    facts_in,
    make_package,
    may_send,
    newest_of,
    not_to_name,
    package_for,
    set_played,
)
from clubscore.extras.world.tables import (
    HouseBoard,
    WorldRanking,
    ask_to_count,
    board_table,
    bring_other,
    directed_line,
    from_where,
    match_of,
    move_lines,
    others_of,
    package_lines,
    play_with,
    played_lines,
    rank_table,
    table_called,
)
from clubscore.jobs.models import Job
from clubscore.jobs.queue import waits_long
from clubscore.laws.errors import RuleError
from clubscore.web.forms import Problem
from clubscore.web.phones import address_of, code_svg
from clubscore.web.tables import FIGURES, ComparedTable, SignedColumn

A_PAGE, PLAYED_SHOWN = 100, 50
# Of more clubs the reader types which one.
MOST_STRATA = 40


class WorldCounting(NamedTuple):
    """That the worker counts anew: its job, and whether none takes it."""

    job: Job
    waits_long: bool


@open_to(Level.PLAYER)
@require_safe
def worlds(request: ClubRequest) -> HttpResponse:
    """List the sets of the club."""
    sets = ContestSet.objects.filter(club=request.actor.home)
    context: dict[str, Any] = {"sets": [(one, one.packages.count()) for one in sets]}
    return render(request, "events/world/worlds.html", context)


@open_to(Level.TABLE)
@require_safe
def world(request: ClubRequest, kept: int) -> HttpResponse:
    """Show how every table stands, or before a board is closed only who played."""
    return _world_page(request, _set_for(request.actor, kept), [])


def _world_page(
    request: ClubRequest, found: ContestSet, problems: list[Problem], typed: str = ""
) -> HttpResponse:
    shown = WorldRanking(found, boards_closed_for(request.actor, found))
    hour = hour_of(found.pk)
    number = request.GET.get("page") if not shown.is_open else None
    page = Paginator(shown.sent, PLAYED_SHOWN).get_page(number)
    context: dict[str, Any] = {
        "kept": found,
        "world": shown,
        "closed": sorted(shown.seen & shown.contest.boards.keys()),
        "played": played_lines(found, page),
        "counting": _asked_to_count(shown) if shown.is_behind else None,
        "page": page,
        "key": new_key(),
        "problems": problems,
        "typed": typed,
        "until": hour.closes_at if hour is not None else None,
        "sealed": is_sealed(found.pk),
    }
    if request.actor.is_director:
        context["offered"] = hours_offered(found)
        if hour is not None:
            context["hour"] = set_hour_for_page(hour, request)
    if shown.is_open:
        stratum = request.GET.get("club", "")
        clubs = shown.clubs
        context["strata_many"] = len(clubs) > MOST_STRATA
        context["strata"], context["stratum"] = clubs[:MOST_STRATA], stratum
        context["table"] = rank_table(shown, stratum).sorted_by(request, A_PAGE)
        context["moves"] = move_lines(shown)
    return render(request, "events/world/world.html", context, status=422 if problems else 200)


def _asked_to_count(shown: WorldRanking) -> WorldCounting:
    job = ask_to_count(shown.kept, shown.seen)
    return WorldCounting(job, waits_long(job))


@open_to(Level.DIRECTOR)
@require_POST
def world_hours(request: ClubRequest, kept: int) -> HttpResponse:
    """Seal the set until a day and hour."""
    found, form = _set_for(request.actor, kept), HoursForm(request.POST)
    typed = form.words_of("closes")
    try:
        close_at(kept=found, typed=typed, key=form.key, actor=request.actor)
        return redirect("world", kept=kept)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    return _world_page(request, found, form.problems, typed)


@open_to(Level.TABLE)
@require_safe
def world_board(request: ClubRequest, kept: int, board: int) -> HttpResponse:
    """Show all who played a board, wherever, once it is closed for the reader."""
    found = _set_for(request.actor, kept)
    shown = WorldRanking(found, boards_closed_for(request.actor, found))
    if board not in shown.contest.boards:
        raise Http404
    if board not in shown.seen:
        raise Refused(_("This board is not closed for you yet. Play it first."))
    context: dict[str, Any] = {
        "kept": found,
        "board": board,
        "closed": sorted(shown.seen & shown.contest.boards.keys()),
        "counting": _asked_to_count(shown) if shown.is_board_behind(board) else None,
        "table": board_table(shown, board).sorted_by(request, A_PAGE),
        "directed": directed_line(shown, board),
    }
    return render(request, "events/world/board.html", context)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def world_packages(request: ClubRequest, kept: int) -> HttpResponse:
    """List every package that came; turn one or its club away, or take that back."""
    found, form = _set_for(request.actor, kept), DecisionForm(request.POST)
    if request.method == "POST":
        try:
            _decide(request.actor, form)
        except Refused as refusal:
            form.refuse(refusal, f"reason-{form.number_of('package')}")
    rows = found.packages.order_by("-pk")
    page = Paginator(rows, PLAYED_SHOWN).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "kept": found,
        "lines": package_lines(found, page),
        "page": page,
        "problems": form.problems if request.method == "POST" else [],
        "key": new_key(),
    }
    status = 422 if context["problems"] else 200
    return render(request, "events/world/packages.html", context, status=status)


def _decide(actor: Actor, form: DecisionForm) -> None:
    deciding = form.deciding
    if deciding is None:
        raise Refused(_("Choose what to do with the package."))
    package = package_for(actor, form.number_of("package") or 0)
    decide(package=package, deciding=deciding, key=form.key, actor=actor)


def _set_for(actor: Actor, pk: int) -> ContestSet:
    """Return a set of an actor's club; a phone at a table finds the one that is played there."""
    found = ContestSet.objects.select_related("club").filter(club=actor.club, pk=pk).first()
    if actor.club is None or found is None:
        raise Http404
    if actor.level == Level.TABLE:
        link = actor.link
        if not isinstance(link, EventTableLink) or link.section.event.contest_set_id != pk:
            raise Http404
    return found


# ---- The package of a table.


class PackageCode(NamedTuple):
    """A code to scan: which of how many."""

    at: int
    of: int
    drawing: SafeString


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def event_package(request: ClubRequest, event: int) -> HttpResponse:
    """Ask how the players are named, sign the package, show it as code, link and file."""
    found = _sent_by(request.actor, event)
    form = CalledForm(request.POST if request.method == "POST" else {"how": ""})
    if request.method != "POST":
        return _page(request, found, form, [])
    try:
        make_package(event=found, called=form.called, actor=request.actor)
        return redirect("event-package", event=event)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    return _page(request, found, form, form.problems)


@open_to(Level.TABLE)
@require_safe
def event_package_file(request: ClubRequest, event: int) -> HttpResponse:
    """Send the package of a table as a file."""
    found = _sent_by(request.actor, event)
    made = newest_of(found)
    if made is None:
        raise Http404
    answer = JsonResponse(facts_in(made), json_dumps_params={"indent": 1})
    name = f"{found.club.slug}-{found.evening}-{made.digest[:8]}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _sent_by(actor: Actor, pk: int) -> Event:
    """Return an event whose package somebody may send, who has its boards behind them."""
    event = event_for(actor, pk)
    kept, room = set_played(event), room_of(event)
    if not may_send(actor, room):
        raise PermissionDenied
    if is_sealed(kept.pk):
        raise Refused(_("The set is sealed until it closes for every club. Send it then."))
    # A code or a file has the results of all boards that the table has closed.
    if closed_here(room) - boards_closed_for(actor, kept):
        raise Refused(
            _("The package has results of boards that are not closed for you. The table sends it.")
        )
    return event


def _page(
    request: ClubRequest, event: Event, form: CalledForm, problems: list[Problem]
) -> HttpResponse:
    context: dict[str, Any] = {
        "event": event,
        "kept": set_played(event),
        "boards": len(boards_to_send(event)),
        "left_out": not_to_name(event),
        "form": form,
        "problems": problems,
    }
    made = newest_of(event)
    if made is not None:
        text = whole_text(facts_in(made))
        context["made"], context["text"] = made, text
        context["codes"] = _codes(request, made)
        context["address"] = address_of(request, reverse("package-link", args=[text]))
    return render(request, "events/world/package.html", context, status=422 if problems else 200)


def _codes(request: ClubRequest, made: ContestPackage) -> list[PackageCode]:
    """The codes of a package; none where it is too long for them."""
    try:
        texts = texts_of(facts_in(made))
    except RuleError:
        return []
    return [
        PackageCode(at, len(texts), code_svg(_in_code(request, text), repair="l"))
        for at, text in enumerate(texts, start=1)
    ]


def _in_code(request: ClubRequest, text: str) -> str:
    """What a code says: an address in capitals, of which a code holds more; else the bare text."""
    address = address_of(request, reverse("package-link", args=[text]))
    parts = urlsplit(address)
    base = f"{parts.scheme}://{parts.netloc}"
    is_bare = parts.path == reverse("package-link", args=[text])
    return f"{base.upper()}{parts.path}" if address and is_bare else address or text


# ---- A match of two houses.


class OtherTable(NamedTuple):
    """A table that a match can be played with, told without a score."""

    pk: int
    name: str
    where: str


class MatchTable(ComparedTable):
    """A board, North-South's score in both houses, and the IMPs of this house's North-South."""

    number = tables.Column(verbose_name=gettext_lazy("Board"), attrs=FIGURES)
    here = SignedColumn(verbose_name=gettext_lazy("here"))
    there = SignedColumn(verbose_name=gettext_lazy("there"))
    imps = SignedColumn(verbose_name=gettext_lazy("IMPs"))


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def event_houses(request: ClubRequest, event: int) -> HttpResponse:
    """Show a match of two houses; a POST takes the other house's package, or one that came."""
    found = _played_by(request.actor, event)
    form = OtherHouseForm(request.POST)
    if request.method != "POST":
        return _page_of_house_pages(request, found, form, [])
    text, chosen = form.words_of("text"), form.number_of("package")
    try:
        if text.strip() or chosen is None:
            given = packages_in(text)
            if not given:
                raise Refused(_("Paste the text of the other house's code, or its link."), "text")
            bring_other(event=found, given=given, key=form.key, actor=request.actor)
        else:
            play_with(event=found, package=chosen, key=form.key, actor=request.actor)
        return redirect("event-houses", event=event)
    except RuleError as error:
        form.refuse(error, "text")
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    return _page_of_house_pages(request, found, form, form.problems)


def _played_by(actor: Actor, pk: int) -> Event:
    """Return an event of a set whose table somebody sat at, or runs."""
    event = event_for(actor, pk)
    set_played(event)
    if not may_send(actor, room_of(event)):
        raise PermissionDenied
    return event


def _page_of_house_pages(
    request: ClubRequest, event: Event, form: OtherHouseForm, problems: list[Problem]
) -> HttpResponse:
    kept = set_played(event)
    match = match_of(event, boards_closed_for(request.actor, kept))
    context: dict[str, Any] = {
        "event": event,
        "kept": kept,
        "others": [
            OtherTable(row.pk, table_called(package) or _("a table"), from_where(package))
            for row, package in others_of(event)
        ],
        "text": form.words_of("text") if problems else "",
        "problems": problems,
        "key": new_key(),
    }
    if match is not None:
        name = table_called(match.other) or _("a table")
        context["match"] = match
        context["other"] = OtherTable(0, name, from_where(match.other))
        context["table"] = _table(match.boards, request)
    status = 422 if problems else 200
    return render(request, "events/world/houses.html", context, status=status)


def _table(boards: list[HouseBoard], request: ClubRequest) -> MatchTable:
    table = MatchTable(boards)
    table.caption = _("Boards of the match")
    return table.sorted_by(request)
