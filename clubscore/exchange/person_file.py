"""All that the club knows of one person, as a file for him: what he may ask for."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.accounts import note_act
from clubscore.club.models import Membership, Person
from clubscore.club.seen import values_of
from clubscore.club.selectors import ids_and_merged, person_for
from clubscore.club.services import FIELDS
from clubscore.club.statement import statement_of
from clubscore.duplicate.played import events_played
from clubscore.exchange.book_file import ACCOUNT, account_rows
from clubscore.rubber.played import evenings_of


def known_of(person: Person, actor: Actor) -> dict[str, Any]:
    """Return what the club knows of a person: names of others only where they played with him."""
    club = person.club
    logins = Membership.objects.filter(person__in=ids_and_merged(person)).select_related("user")
    account = account_rows(club, statement_of(club, person))
    return {
        "club": club.name,
        "person": {**values_of(person, FIELDS), "kind": person.kind},
        "since": person.created_at.isoformat(),
        "logins": [
            {"name": each.user.username, "role": each.role, "last": _moment(each.user.last_login)}
            for each in logins
        ],
        "card tables": list(_evenings(person)),
        "events": [
            {"event": each.event.name, "date": each.event.evening.isoformat(),
             "partner": each.partner, "place": each.place, "percent": each.percent}
            for each in events_played(person, actor, most=None)
        ],
        "account": [dict(zip(ACCOUNT, row, strict=True)) for row in account],
    }  # fmt: skip


def _moment(at: Any) -> str | None:
    return at.isoformat() if at else None


def _evenings(person: Person) -> Iterator[dict[str, Any]]:
    number: int | None = 1
    while number:
        page = evenings_of(person, str(number))
        for each in page:
            yield {
                "date": each.evening.isoformat(),
                "table": str(each.sitting.table),
                "games": each.games,
                "rubbers": each.rubbers,
                "points": each.points,
                "money": each.money,
            }
        number = page.next_page_number() if page.has_next() else None


@open_to(Level.PLAYER)
@never_cache
@require_safe
def person_data(request: ClubRequest, person: int) -> HttpResponse:
    """Send it: to himself, and to the director who is asked for it."""
    actor = request.actor
    found = person_for(actor, person)
    if not actor.is_director and actor.person != found:
        raise PermissionDenied
    text = json.dumps(known_of(found, actor), ensure_ascii=False, indent=2) + "\n"
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"{slugify(found.name) or found.pk}-{timezone.now():%Y-%m-%d}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    note_act(club=found.club, author=actor.label, what="list taken out", name=name)
    return answer
