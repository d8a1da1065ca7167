"""The book as a file for spreadsheets: one account, or every posting of the club."""

import csv
import io
from collections.abc import Iterable, Iterator

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.balances import TheClub, parties, party_of, postings_in
from clubscore.club.accounts.statement import Statement, entry_in_words, statement_of
from clubscore.club.accounts.who_sees import account_for, book_of, period_of
from clubscore.club.evening import evening_of
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.people.forgotten import Authors
from clubscore.exchange.people.people_file import defused
from clubscore.laws.money import find_currency, show_amount

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
