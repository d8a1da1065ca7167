"""What the club knows of one person, as a file for them, and the book for spreadsheets.

In a person's file is what they may ask for: who they are to the club, their numbers and logins,
their deals, boards and events, their account, and the club's log about them. Not in it: imported
events, what others wrote in words of their own, and what is added up over the years.
"""

import csv
import datetime as dt
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NotRequired, TypedDict

from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import values_of
from clubscore.club.federation_numbers import numbers_of
from clubscore.club.ledger import TheClub, parties, party_of, postings_in
from clubscore.club.logins import note_act
from clubscore.club.models import Act, Authored, Club, Membership, Person, evening_of
from clubscore.club.people import FIELDS, Authors, ids_and_merged, person_for
from clubscore.club.privacy import FIELDS as PUBLISHED
from clubscore.club.privacy import names_of_others
from clubscore.club.statements import (
    Statement,
    account_for,
    book_of,
    entry_in_words,
    period_of,
    statement_of,
)
from clubscore.events.person import PersonEvent, cards_played
from clubscore.events.rankings import CardLine
from clubscore.files.people_file import defused
from clubscore.files.printable import printable_json
from clubscore.files.score_file import SittingFacts
from clubscore.files.sittings import written_for
from clubscore.laws.money import find_currency, show_amount
from clubscore.ranking.result import ResultFacts
from clubscore.rubbers.season import evenings_of

ACCOUNT = ("entered", "evening", "what for", "with", "currency", "amount", "balance", "coins")
BOOK = ("entry", "entered", "evening", "kind", "what for", "from", "to", "currency", "amount",
        "coins", "by", "law", "corrects")  # fmt: skip


@open_to(Level.PLAYER)
@require_safe
def account_csv(request: ClubRequest, person: int) -> HttpResponse:
    """Send an account over a period."""
    whose = account_for(request.actor, person)
    statement = statement_of(request.actor.home, whose, period_of(request))
    return _file(request, "account", ACCOUNT, account_rows(request.actor.home, statement))


@open_to(Level.DIRECTOR)
@require_safe
def book_csv(request: ClubRequest) -> HttpResponse:
    """Send every posting of the book."""
    club = book_of(request.actor)
    answer = _file(request, "book", BOOK, book_rows(club))
    name = f"{club.slug}-book"
    note_act(club=club, author=request.actor.label, what="list taken out", name=name)
    return answer


def account_rows(club: Club, statement: Statement) -> Iterator[Iterable[str]]:
    """Return the lines of an account; amounts as a score file writes them, and in coins."""
    for line in statement.lines:
        yield (
            line.day.isoformat(),
            line.entry.evening.isoformat(),
            line.words,
            ", ".join(line.others),
            line.currency.code,
            show_amount(line.amount, line.currency),
            show_amount(line.balance, line.currency),
            str(line.amount),
        )


def book_rows(club: Club) -> Iterator[Iterable[str]]:
    """Return every posting, oldest first: the one falls by what the other rises."""
    rows = postings_in(club).annotate(one=party_of("debited"), other=party_of("credited"))
    postings = list(rows.select_related("entry").order_by("entry", "pk"))
    people = parties({who for each in postings for who in (each.one, each.other)})
    authors = Authors(club)
    for posting in postings:
        entry = posting.entry
        yield (
            str(entry.pk),
            evening_of(club, entry.at).isoformat(),
            entry.evening.isoformat(),
            entry.kind,
            entry_in_words(entry),
            people.get(posting.one, TheClub()).name,
            people.get(posting.other, TheClub()).name,
            posting.currency,
            show_amount(posting.amount, find_currency(posting.currency)),
            str(posting.amount),
            authors.of(entry),
            entry.law_version,
            str(entry.corrects_id or ""),
        )


def write_csv(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows as CSV in UTF-8, saying so; nothing in it is a formula to a spreadsheet.

    A number below nothing is one, and stays as it is.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(heads)
    for row in rows:
        writer.writerow([cell if _is_number(cell) else defused(cell) for cell in row])
    return ("\ufeff" + text.getvalue()).encode()


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdecimal()


def _file(
    request: ClubRequest, what: str, heads: Iterable[str], rows: Iterable[Iterable[str]]
) -> HttpResponse:
    answer = HttpResponse(write_csv(heads, rows), content_type="text/csv; charset=utf-8")
    name = f"{request.actor.home.slug}-{what}-{timezone.now():%Y-%m-%d}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


# ---- What the club knows of one person.


class LoginFacts(TypedDict):
    """A login: its name, its role, when it was last used."""

    name: str
    role: str
    last: str | None


class EveningFacts(TypedDict):
    """What an evening at a card table came to."""

    date: str
    table: str
    games: object
    rubbers: int
    points: int
    money: object


class PersonBoard(TypedDict):
    """A board of a card: its result, and what it brought."""

    result: ResultFacts
    side: str
    against: list[str]
    score: int | None
    points: str
    top: str
    percent: str


class PersonEventFacts(TypedDict):
    """An event that was played, with each board."""

    event: str
    date: str
    partner: str
    place: str
    percent: str
    boards: list[PersonBoard]


class ActFacts(TypedDict):
    """What was done to a person, and when."""

    at: str
    what: str
    about: object


class EnteredFacts(TypedDict):
    """Something that was entered: of what kind, and when."""

    what: str
    at: str
    reason: str
    kind: NotRequired[str]


Known = TypedDict(
    "Known",
    {
        "club": str,
        "person": Mapping[str, object],
        "numbers": dict[str, str],
        "since": str,
        "logins": list[LoginFacts],
        "card tables": list[EveningFacts],
        "sittings": list[SittingFacts],
        "events": list[PersonEventFacts],
        "account": list[dict[str, str]],
        "log": list[ActFacts],
        "entered": list[EnteredFacts],
    },
)


def known_of(person: Person, actor: Actor) -> Known:
    """Return what the club knows of a person: names of others only where they played together."""
    club = person.club
    theirs = ids_and_merged(person)
    logins = Membership.objects.filter(person__in=theirs).select_related("user")
    account = account_rows(club, statement_of(club, person))
    return {
        "club": club.name,
        "person": {
            **values_of(person, (*FIELDS, *PUBLISHED)),
            "kind": person.kind,
        },
        "numbers": {scheme: held.number for scheme, held in numbers_of(person).items()},
        "since": person.created_at.isoformat(),
        "logins": [
            {"name": each.user.username, "role": each.role, "last": _moment(each.user.last_login)}
            for each in logins
        ],
        "card tables": list(_evenings(person)),
        "sittings": written_for(theirs),
        "events": [_event(played, card) for played, card in cards_played(person, actor)],
        "account": [dict(zip(ACCOUNT, row, strict=True)) for row in account],
        "log": [
            {"at": each.at.isoformat(), "what": each.what, "about": each.data}
            for each in Act.objects.filter(club=club, data__id__in=theirs).order_by("at", "pk")
        ],
        "entered": _entered(person, theirs, [each.user_id for each in logins]),
    }


def _event(played: PersonEvent, card: list[CardLine]) -> PersonEventFacts:
    return {
        "event": played.event.name,
        "date": played.event.evening.isoformat(),
        "partner": played.partner,
        "place": played.place,
        "percent": played.percent,
        "boards": [
            {
                "result": line.facts,
                "side": "N-S" if line.is_ns else "E-W",
                "against": line.against,
                "score": line.own_score,
                "points": line.points,
                "top": line.top,
                "percent": line.percent,
            }
            for line in card
        ],
    }


def _entered(person: Person, theirs: list[int], users: list[int]) -> list[EnteredFacts]:
    """When they entered something, and of what kind, oldest first. One query for each kind.

    Entries made without a login bear a name alone: where somebody else has the same, they stay out.
    """
    called = Person.objects.filter(pk__in=theirs).values_list("name", "short_name")
    names = {name for row in called for name in row}
    by = Q(user__in=users) | Q(author__in=names - names_of_others(person.club, theirs))
    found: list[EnteredFacts] = []
    for model in (each for each in apps.get_models() if issubclass(each, Authored)):
        kinds = [field.name for field in model._meta.concrete_fields if field.name == "kind"]
        his_rows = model.objects.filter(by, club=person.club)
        rows: Iterable[Mapping[str, object]] = his_rows.values("at", "reason", *kinds)
        what = str(model._meta.verbose_name)
        found += [_entry(what, row) for row in rows]
    return sorted(found, key=lambda each: each["at"])


def _entry(what: str, row: Mapping[str, object]) -> EnteredFacts:
    told: EnteredFacts = {
        "what": what,
        "at": _moment(row["at"]) or "",
        "reason": str(row["reason"]),
    }
    if "kind" in row:
        told["kind"] = str(row["kind"])
    return told


def _moment(at: object) -> str | None:
    return at.isoformat() if isinstance(at, dt.datetime) else None


def _evenings(person: Person) -> Iterator[EveningFacts]:
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
    """Send it: to the person, and to the director who is asked for it."""
    actor = request.actor
    found = person_for(actor, person)
    if not actor.is_director and actor.person != found:
        raise PermissionDenied
    text = printable_json(json.dumps(known_of(found, actor), ensure_ascii=False, indent=2) + "\n")
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"{slugify(found.name) or found.pk}-{timezone.now():%Y-%m-%d}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    note_act(club=found.club, author=actor.label, what="list taken out", name=name, id=found.pk)
    return answer
