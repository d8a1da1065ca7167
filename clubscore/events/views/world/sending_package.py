"""The package of a table: how its players are named, then a code, a link and a file."""

from typing import NamedTuple, NotRequired, TypedDict
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.contests.code_texts import texts_of, whole_text
from clubscore.events.models import ContestPackage, ContestSet, Event
from clubscore.events.selectors import event_for
from clubscore.events.state.contest_boards import closed_here
from clubscore.events.state.event_now import room_of
from clubscore.events.state.set_hours import is_sealed
from clubscore.events.world.closed_boards_of import boards_closed_for
from clubscore.events.world.kept_packages import facts_in, newest_of
from clubscore.events.world.making_packages import (
    boards_to_send,
    make_package,
    may_send,
    not_to_name,
    set_played,
)
from clubscore.events.world.world_forms import CalledForm
from clubscore.laws.errors import RuleError
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problem
from clubscore.tableside.qr import code_svg


class Code(NamedTuple):
    """A code to scan: which of how many."""

    at: int
    of: int
    drawing: SafeString


class PackagePage(TypedDict):
    """How the players of a table are named; once it is signed, what to send."""

    event: Event
    kept: ContestSet
    boards: int
    left_out: list[Person]
    form: CalledForm
    problems: list[Problem]
    made: NotRequired[ContestPackage]
    codes: NotRequired[list[Code]]
    text: NotRequired[str]
    address: NotRequired[str]


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
    context: PackagePage = {
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


def _codes(request: ClubRequest, made: ContestPackage) -> list[Code]:
    """The codes of a package; none where it is too long for them."""
    try:
        texts = texts_of(facts_in(made))
    except RuleError:
        return []
    return [
        Code(at, len(texts), code_svg(_in_code(request, text), repair="l"))
        for at, text in enumerate(texts, start=1)
    ]


def _in_code(request: ClubRequest, text: str) -> str:
    """What a code says: an address in capitals, of which a code holds more; else the bare text."""
    address = address_of(request, reverse("package-link", args=[text]))
    parts = urlsplit(address)
    base = f"{parts.scheme}://{parts.netloc}"
    is_bare = parts.path == reverse("package-link", args=[text])
    return f"{base.upper()}{parts.path}" if address and is_bare else address or text
