"""Connect phones: the codes, and what anyone who scans one sees."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Club, Person
from clubscore.rubbers.line_up.who_plays import belonging
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import RoomLink, Sitting, TableLink
from clubscore.rubbers.selectors import open_sittings, part_of, sitting_for
from clubscore.rubbers.sitting.phones import (
    PhoneKept,
    let_phones_in,
    link_by_token,
    link_of,
    take_back_link,
)
from clubscore.rubbers.sitting.room_door import close_door, door_of, open_door
from clubscore.rubbers.state.deal_lines import ScoreLine, score_lines
from clubscore.rubbers.state.headings import PartHeading, part_heading
from clubscore.rubbers.state.part_state import standing_of
from clubscore.tableside.hand_codes import code_of, open_again, path_of, shut_of, spoken
from clubscore.tableside.letting_in import begin_session
from clubscore.tableside.page_form import PhoneForm
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.qr import code_svg, wifi_text
from clubscore.tableside.secret_addresses import EVENT_PHONE, token_of


@dataclass(frozen=True)
class Wifi:
    """The club's network: its name, and the code by which a phone joins it."""

    name: str
    svg: str


class TablePhonesPage(TypedDict):
    """What the page of a table's code shows; without a code there is nothing to scan or type."""

    sitting: Sitting
    link: TableLink | None
    key: str
    wifi: Wifi | None
    address: NotRequired[str]
    svg: NotRequired[str]
    by_hand: NotRequired[str]
    code: NotRequired[str]
    shut: NotRequired[bool]


def _wifi(club: Club) -> Wifi | None:
    if not club.wifi_name:
        return None
    return Wifi(club.wifi_name, code_svg(wifi_text(club.wifi_name, club.wifi_password)))


class RoomPhonesPage(TypedDict):
    """The codes of the room, and its tables."""

    wifi: Wifi | None
    door: RoomLink | None
    address: str
    svg: str
    # Where a phone is shown how to trust the club, "" without https; and its code.
    trust: str
    trust_svg: str
    sittings: list[Sitting]


@open_to(Level.PLAYER)
def room_phones(request: ClubRequest) -> HttpResponse:
    """Show the two codes of the room, and every table's; a POST opens the door or closes it."""
    actor, club = request.actor, request.actor.home
    if request.method == "POST":
        if not actor.is_scorer:
            raise PermissionDenied
        (close_door if "take_back" in request.POST else open_door)(club=club, actor=actor)
        return redirect("phones")
    door = door_of(club)
    path = reverse("room-door", args=[token_of(door.nonce)]) if door else reverse("home")
    address = address_of(request, path)
    trust = address_of(request, reverse("trust")) if settings.SECURE_PORT else ""
    context: RoomPhonesPage = {
        "wifi": _wifi(club),
        "door": door,
        "address": address,
        "svg": code_svg(address) if address else "",
        "trust": trust,
        "trust_svg": code_svg(trust) if trust else "",
        "sittings": list(open_sittings(club)),
    }
    return render(request, "rubbers/phones.html", context)


@open_to(Level.TABLE)
def table_phones(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a table's code; a POST lets phones in, or takes the code back."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    if request.method == "POST":
        key = key_of(request.POST)
        if "take_back" in request.POST:
            take_back_link(sitting=sitting, key=key, actor=actor)
        elif "again" in request.POST:
            if not actor.is_scorer:
                raise PermissionDenied
            open_again(filter(None, [link_of(sitting)]))
        else:
            let_phones_in(sitting=sitting, key=key, actor=actor)
        return redirect("table-phones", pk=pk)
    link = link_of(sitting)
    context: TablePhonesPage = {
        "sitting": sitting,
        "link": link,
        "key": new_key(),
        "wifi": _wifi(sitting.club),
    }
    if link is not None:
        address = address_of(request, reverse("enter", args=[token_of(link.nonce)]))
        context |= {
            "address": address,
            "svg": code_svg(address) if address else "",
            "by_hand": address_of(request, path_of(sitting.club)),
            "code": spoken(code_of(link.nonce)),
            "shut": bool(shut_of([link])),
        }
    return render(request, "rubbers/table_phones.html", context)


class EnterPage(TypedDict):
    """The table of a code, and who could be holding the phone."""

    sitting: Sitting
    heading: PartHeading | None
    score: list[ScoreLine]
    names: list[str]
    people: list[Person]
    token: str


@open_to(Level.VISITOR)
def enter(request: ClubRequest, token: str) -> HttpResponse:
    """Say what this phone is: the table's, or somebody's own. Then it may enter deals there."""
    link = link_by_token(token)
    if link is None:
        return render(request, "rubbers/code_ran_out.html", status=404)
    people = [c.person for c in belonging(link.sitting)]
    if request.method == "POST":
        person = PhoneForm(request.POST, people=people).person
        let_in(request, link, None if person is None else person.pk)
        return redirect("table", pk=link.sitting_id)
    part = part_of(link.sitting)
    standing = standing_of(part) if part is not None else None
    score = score_lines(standing) if standing is not None else []
    context: EnterPage = {
        "sitting": link.sitting,
        "heading": part_heading(standing) if standing is not None else None,
        "score": score,
        "names": [line.names for line in score] or [person.short_name for person in people],
        "people": people,
        "token": token,
    }
    return render(request, "rubbers/enter.html", context)


def let_in(request: ClubRequest, link: TableLink, person: int | None) -> None:
    """Let this phone in at a table, as somebody's own or as the table's."""
    begin_session(request, link)
    request.session.pop(EVENT_PHONE, None)
    request.session["phone"] = PhoneKept(link=link.pk, person=person)


@open_to(Level.VISITOR)
@require_POST
def leave(request: ClubRequest) -> HttpResponse:
    """Let this phone go: it enters deals no more."""
    for name in ("phone", EVENT_PHONE):
        request.session.pop(name, None)
    return redirect("home")
