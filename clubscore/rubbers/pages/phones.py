"""The pages that connect phones to a card table, and by which deals that waited come in."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused, whole_number
from clubscore.club.models import Club
from clubscore.club.wording import said
from clubscore.laws.errors import RuleError
from clubscore.rubbers.deal_form import sentence_of
from clubscore.rubbers.door import close_door, door_of, open_door
from clubscore.rubbers.line_up import belonging
from clubscore.rubbers.models import Sitting, TableLink
from clubscore.rubbers.offline import (
    DEALS,
    blank_forms,
    dealers_ahead,
    figures_of,
    ways_ahead,
    words_of,
)
from clubscore.rubbers.pad import part_heading, score_lines
from clubscore.rubbers.pages.table import record_form
from clubscore.rubbers.phones import (
    TablePhone,
    good_links,
    let_phones_in,
    link_by_token,
    link_of,
    take_back_link,
)
from clubscore.rubbers.recording import Recorded
from clubscore.rubbers.rulings import is_choice, read_choice, take_choice
from clubscore.rubbers.score import PartScore, standing_at, standing_of
from clubscore.rubbers.selectors import (
    KeyUsed,
    key_of,
    new_key,
    open_sittings,
    part_of,
    sitting_for,
)
from clubscore.rubbers.seven import crossing_at
from clubscore.rubbers.table_state import LineUpEnded
from clubscore.web.forms import PhoneForm, Problems
from clubscore.web.hand_codes import (
    NoCode,
    actor_of_pass,
    code_of,
    make_pass,
    open_again,
    path_of,
    read_aloud,
    read_entries,
    shut_of,
)
from clubscore.web.phones import (
    EVENT_PHONE,
    address_of,
    begin_session,
    code_svg,
    token_of,
    wifi_text,
)

# What keeps a deal from being recorded now, and what is wrong with it for good.
CANNOT_BE = (Problems, RuleError, KeyUsed)


@dataclass(frozen=True)
class HandedRow:
    """A deal that a code hands in: what became of it, or what is wrong."""

    deal: str = ""
    what: str = ""
    wrong: str | None = None


@open_to(Level.TABLE)
@require_safe
def ahead(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with blank forms of the next deals and what they are worth; with the seven's ways."""
    sitting = sitting_for(request.actor, pk, enter=True)
    part = part_of(sitting)
    context: dict[str, Any] = {
        "sitting": sitting,
        "part": part,
        "hand_in": address_of(request, reverse("hand-in", args=[pk])),
        "code_pass": make_pass(request.actor, f"table-{pk}"),
    }
    seven = crossing_at(sitting)
    if seven is not None:
        context |= {"seven": True, "ways": ways_ahead(seven, sitting)}
    if part is not None and sitting.is_open:
        standing = standing_at(part, sitting.revision)
        figures = figures_of(standing.game, standing.rules)
        # Who comes over to a table of the seven after this deal nobody knows there.
        dealers = dealers_ahead(standing, 1 if seven else DEALS)
        passed_again = standing.game.dealing.deals_again(0, passed=True)
        context |= {
            "forms": blank_forms(standing, dealers),
            "dealers": " ".join(dealers),
            "passed_again": passed_again and seven is None,
            "figures": figures,
            "words": words_of(standing, figures),
        }
    return render(request, "rubbers/ahead.html", context)


def take(sitting: Sitting, actor: Actor, given: QueryDict) -> Recorded:
    """Record a deal that waited. Raises Refused, or a CANNOT_BE."""
    answered = given.copy()
    # It is too late to ask whether anyone claims honours.
    answered["asked_honours"] = "1"
    return record_form(sitting, answered, actor)


def why_not(error: Exception) -> str:
    """Return why a deal cannot be recorded, in words."""
    if isinstance(error, KeyUsed):
        return _("This deal is already recorded with a different result.")
    if isinstance(error, Problems):
        return error.problems[0].text
    return said(error) if isinstance(error, RuleError) else str(error)


@open_to(Level.TABLE)
@require_POST
def waiting(request: ClubRequest, pk: int) -> HttpResponse:
    """Take one deal, or what was chosen by the law for one, from the phone on which it waited.

    200: it is in, or was; `revision` is what this alone made of the table. 409: not now, keep it.
    422: never like this, with the reason; `ended` where the line-up has ended for which it was
    entered.
    """
    sitting = sitting_for(request.actor, pk, enter=True)
    try:
        if is_choice(request.POST):
            noted = take_choice(sitting=sitting, given=request.POST, actor=request.actor)
            return JsonResponse({"what": "recorded", "revision": noted})
        taken = take(sitting, request.actor, request.POST)
    except LineUpEnded as error:
        return JsonResponse({"text": str(error), "ended": True}, status=422)
    except Refused as error:
        return JsonResponse({"text": str(error)}, status=409)
    except CANNOT_BE as error:
        return JsonResponse({"text": why_not(error)}, status=422)
    return JsonResponse({"what": taken.what, "revision": taken.table})


@open_to(Level.VISITOR)
def by_code(request: ClubRequest, pk: int) -> HttpResponse:
    """Show what a code hands in; a POST hands it in, for the phone on which it waited."""
    given = request.POST if request.method == "POST" else request.GET
    try:
        sitting, actor = _of_code(given, pk)
        entries = read_entries(given)
    except (NoCode, Http404, PermissionDenied):
        return render(request, "components/no_code.html", status=404)
    done = request.method == "POST"
    rows = [_row(sitting, actor, entry, hands_in=done) for entry in entries]
    context: dict[str, Any] = {
        "sitting": sitting,
        "rows": rows,
        "done": done,
        "good": sum(row.wrong is None for row in rows),
        "given": given,
        "entries": given.getlist("i"),
    }
    return render(request, "rubbers/hand_in.html", context)


def _of_code(given: QueryDict, pk: int) -> tuple[Sitting, Actor]:
    found = Sitting.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise NoCode
    actor = actor_of_pass(given.get("p", ""), f"table-{pk}", found.club, good_links())
    return sitting_for(actor, pk, enter=True), actor


def _chosen_row(
    sitting: Sitting, standing: PartScore, actor: Actor, given: QueryDict, *, hands_in: bool
) -> HandedRow:
    """Return what a choice of a code says; with `hands_in` hand it in."""
    try:
        words = _(read_choice(standing, given).option.said)
        if hands_in:
            take_choice(sitting=sitting, given=given, actor=actor)
    except Refused as error:
        return HandedRow(wrong=str(error))
    return HandedRow(words, "recorded" if hands_in else "")


def _row(sitting: Sitting, actor: Actor, given: QueryDict, *, hands_in: bool) -> HandedRow:
    """Return what one deal of a code says; with `hands_in` hand it in, and what became of it."""
    part = part_of(sitting, whole_number(given.get("part")))
    if part is None:
        return HandedRow(wrong=_("This table has no such part. Go to the table."))
    standing = standing_at(part, sitting.revision)
    if is_choice(given):
        return _chosen_row(sitting, standing, actor, given, hands_in=hands_in)
    sentence = sentence_of(standing, given, given.get("declarer") or standing.dealer)
    if sentence.missing and not given.get("line"):
        return HandedRow(sentence.deal, wrong=sentence.missing)
    try:
        what = take(sitting, actor, given).what if hands_in else ""
    except (Refused, *CANNOT_BE) as error:
        return HandedRow(sentence.deal, wrong=why_not(error))
    return HandedRow(sentence.deal, what)


# ---- Codes.


@dataclass(frozen=True)
class Wifi:
    """The club's network: its name, and the code by which a phone joins it."""

    name: str
    svg: str


def _wifi(club: Club) -> Wifi | None:
    if not club.wifi_name:
        return None
    return Wifi(club.wifi_name, code_svg(wifi_text(club.wifi_name, club.wifi_password)))


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
    context: dict[str, Any] = {
        "wifi": _wifi(club),
        "door": door,
        "address": address,
        "svg": code_svg(address) if address else "",
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
    context: dict[str, Any] = {
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
            "code": read_aloud(code_of(link.nonce)),
            "shut": bool(shut_of([link])),
        }
    return render(request, "rubbers/table_phones.html", context)


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
    context: dict[str, Any] = {
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
    request.session["phone"] = TablePhone(link=link.pk, person=person)


@open_to(Level.VISITOR)
@require_POST
def leave(request: ClubRequest) -> HttpResponse:
    """Let this phone go: it enters deals no more."""
    for name in ("phone", EVENT_PHONE):
        request.session.pop(name, None)
    return redirect("home")
