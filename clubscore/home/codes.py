"""A table's code in both rooms: typed by hand where no camera reads it, and news to phones."""

import hashlib
import re
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections, connection
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import SecretAddress
from clubscore.club.models import Club
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import said
from clubscore.events.directing import call_director
from clubscore.events.models import EventTableLink
from clubscore.events.needs import note_phone
from clubscore.events.pages.table import event_tags, page_name
from clubscore.events.phones import good_links
from clubscore.events.phones import good_links as good_at_events
from clubscore.home.forms import ByHandForm
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubbers import phones as card_room
from clubscore.rubbers.phones import good_links as good_at_card_tables
from clubscore.server import backups, database_guard
from clubscore.server.live import ChangeFeed, Door, FileFeed, HearingPass, Hub, ServerFeed, Tags
from clubscore.web.forms import Problem
from clubscore.web.hand_codes import PAUSE, AskTheDirector, Guesser, open_by_code, open_by_digits
from clubscore.web.phones import token_of

TABLE = re.compile(r"([A-Z]?)0*([1-9][0-9]{0,8})")


def clubs_with_codes() -> list[Club]:
    """Return the clubs that have let phones in somewhere, and so have codes to type."""
    rooms = (card_room.good_links(), good_links())
    return list(Club.objects.filter(pk__in=rooms[0].values("club").union(rooms[1].values("club"))))


def club_called(name: str) -> Club | None:
    """Return the club of a name, or of a short name as it stands in an address."""
    wanted = name.strip()
    named = Club.objects.filter(Q(slug__iexact=wanted) | Q(name__iexact=wanted))[:2]
    # Two clubs may bear one name; the short one is a club's own.
    return named[0] if len(named) == 1 else Club.objects.filter(slug__iexact=wanted).first()


def addresses_at(club: Club, number: str) -> list[SecretAddress]:
    """Return the good addresses that a number of a club's table can mean, in both rooms.

    A card table is known by the number of its evening, a table of an event by its own, with the
    letter of its section where there are several.
    """
    match = TABLE.fullmatch(number.strip().upper())
    if match is None:
        return []
    letter, table = match[1], int(match[2])
    if table >= 2**31:
        return []
    of_events = good_links().filter(club=club, table=table if table < 2**15 else 0)
    if letter:
        return list(of_events.filter(section__letter=letter))
    return [*card_room.good_links().filter(club=club, sitting=table), *of_events]


def addresses_of(club: Club) -> list[SecretAddress]:
    """Return the good addresses of all tables of a club, in both rooms."""
    return [*card_room.good_links().filter(club=club), *good_links().filter(club=club)]


def come_in_by_hand(*, number: str, code: str, guesser: Guesser) -> SecretAddress:
    """Return the address that a table's six digits open, with its number where that was typed.

    Raises RuleError, and AskTheDirector where it was wrong five times at a table that was named;
    then a table of an event calls the director.
    """
    if not number.strip():
        return open_by_digits(addresses_of(guesser.club) if guesser.club else [], code, guesser)
    found = addresses_at(guesser.club, number) if guesser.club else []
    try:
        return open_by_code(found, code, guesser)
    except AskTheDirector as shut:
        for link in shut.addresses:
            if isinstance(link, EventTableLink):
                call_director(
                    section=link.section,
                    table=link.table,
                    why=OwnWords("wrong-codes"),
                    actor=Actor(),
                )
        raise


COOKIE, LONGEST = "by-hand", 40
WHICH_CLUB = gettext_noop(
    "Several clubs play here. Type your club's name, or its short name from the address under"
    " the table's code."
)


@open_to(Level.VISITOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_hand(request: ClubRequest, club: str = "") -> HttpResponse:
    """Ask for a table's six digits; lead to what its code would have opened.

    The table's number is asked for where it was given, or where digits alone do not do.
    """
    form = ByHandForm(request.POST if request.method == "POST" else request.GET)
    number, code = form.words_of("table"), form.words_of("code")
    name = form.words_of("club") or club[:80]
    found, asks = _club_of(request, name)
    context: dict[str, Any] = {
        "number": number,
        "asks_table": bool(number),
        "club_name": name,
        "asks_club": asks,
    }
    if request.method != "POST":
        return render(request, "room/by_hand.html", context)
    own = request.COOKIES.get(COOKIE, "")[:LONGEST] or secrets.token_urlsafe(16)
    client = client_of(request, own)
    guesser = Guesser(client, found, found is not None and found == request.actor.club)
    try:
        if asks:
            raise RuleError("club", WHICH_CLUB, "club")
        link = come_in_by_hand(number=number, code=code, guesser=guesser)
    except RuleError as error:
        problem, status = Problem(error.where or "code", said(error)), 422
        context["asks_table"] = bool(number) or error.code in ("two", "wait")
    except AskTheDirector:
        told = _(
            "Five wrong codes: this table now opens by its scanned code only. Ask the director."
        )
        problem, status = Problem("code", told), 429
    else:
        page = "event-enter" if isinstance(link, EventTableLink) else "enter"
        return redirect(page, token=token_of(link.nonce))
    context["code"], context["problems"] = code if asks else "", [problem]
    answer = render(request, "room/by_hand.html", context, status=status)
    # A cookie and no session: a stranger who types codes all night leaves no rows for each.
    answer.set_cookie(
        COOKIE, own, max_age=PAUSE, secure=settings.SESSION_COOKIE_SECURE, httponly=True,
        samesite="Lax",
    )  # fmt: skip
    return answer


def _club_of(request: ClubRequest, name: str) -> tuple[Club | None, bool]:
    """Return the club whose table is meant, and whether it must be asked for.

    The one named counts, else that of whoever is in already, else the only one with codes tonight.
    """
    if name:
        found = club_called(name)
        return found, found is None
    if request.actor.club is not None:
        return request.actor.club, False
    clubs = clubs_with_codes()
    return (clubs[0] if len(clubs) == 1 else None), len(clubs) > 1


def client_of(request: ClubRequest, own: str) -> str:
    """Return what tells this browser from others: as what it is in, else its own cookie.

    A phone that is in counts by the address that let it in: scanned again, that is no new browser.
    """
    actor = request.actor
    if actor.link is not None:
        name = f"link {actor.link.token_hash}"
    elif actor.user is not None:
        name = f"user {actor.user.pk}"
    else:
        name = f"cookie {own}"
    return hashlib.sha256(name.encode()).hexdigest()


Given = TypeVar("Given")
Answer = TypeVar("Answer")
# The doors, which are addresses by which phones are let in: at a card table, and at a table of a
# tournament. There a phone hears of each table, since it may see the pages of all.
CARD, EVENT = "card", "event"


def hub() -> Hub:
    """Return what knows of this club's tables, not yet watching."""
    return Hub(open_feed, _on_a_good_connection(look), _on_a_good_connection(note))


def _on_a_good_connection(asked: Callable[[Given], Answer]) -> Callable[[Given], Answer]:
    """Replace a connection that ended first, as Django does it before each request."""

    def ask(given: Given) -> Answer:
        close_old_connections()
        return asked(given)

    return ask


def open_feed() -> ChangeFeed:
    """Return where this process hears of changes."""
    if connection.vendor == "sqlite":
        return FileFeed(Path(str(settings.DATABASES["default"]["NAME"])))
    return ServerFeed(_address())


def _address() -> str:
    """Return how the database itself is reached, as libpq reads it."""
    from psycopg.conninfo import make_conninfo

    known = backups.server_itself().items()
    return make_conninfo(
        **{name: str(value) for name, value in known if isinstance(value, str | int)}
    )


def look(doors: Collection[Door]) -> Mapping[Door, Tags]:
    """Return what the pages behind each door are now; none for a door that lets no one in."""
    gone = database_guard.gone()
    if gone:
        raise ImproperlyConfigured(gone)
    return dict([*_card_tables(doors), *_events(doors)])


def note(there: Collection[HearingPass]) -> None:
    """Note that these phones were there just now."""
    links = good_at_events().in_bulk({each.link for each in there if each.room == EVENT})
    for each in there:
        if each.room == EVENT and each.link in links:
            note_phone(links[each.link].section.event, each.device)


def pass_of(actor: Actor) -> HearingPass | None:
    """Return the pass of a phone that was let in, None for anybody else."""
    if actor.link is None:
        return None
    room = EVENT if isinstance(actor.link, EventTableLink) else CARD
    return HearingPass(room, actor.link.pk, actor.device)


def _numbers(doors: Collection[Door], room: str) -> set[int]:
    return {door.link for door in doors if door.room == room}


def _card_tables(doors: Collection[Door]) -> Iterator[tuple[Door, Tags]]:
    links = good_at_card_tables().filter(pk__in=_numbers(doors, CARD)).select_related(None)
    for link, sitting, revision in links.values_list("pk", "sitting", "sitting__revision"):
        yield Door(CARD, link), {f"card-{sitting}": str(revision)}


def _events(doors: Collection[Door]) -> Iterator[tuple[Door, Tags]]:
    links = list(good_at_events().filter(pk__in=_numbers(doors, EVENT)))
    events = {link.section.event_id: link.section.event for link in links}
    tables = EventTableLink.objects.filter(section__event__in=events).order_by()
    found: dict[int, dict[str, str]] = {
        pk: {f"event-{pk}": str(event.revision)} for pk, event in events.items()
    }
    tags = {pk: event_tags(event) for pk, event in events.items()}
    asked = tables.values_list("section__event", "section", "table").distinct()
    for event, section, table in asked:
        found[event][page_name(event, section, table)] = tags[event].of(section, table)
    for link in links:
        yield Door(EVENT, link.pk), found[link.section.event_id]
