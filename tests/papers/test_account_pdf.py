"""Accounts on paper: every line of a period, a year on one page."""

import datetime as dt
import io
import random

import pytest
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.club.models import Club, Person
from clubscore.club.statements import Period, statement_of
from clubscore.papers.account import AccountYear, account_pdf, account_text, year_pdf
from clubscore.papers.ledger import recording
from clubscore.papers.sizes import A4, LETTER
from clubscore.papers.text import wrapped_text
from clubscore.rubbers.season import Agreed, Season
from tests.club.test_book import Book
from tests.papers.test_sitting_sheet import fonts, inside, words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_long_account_runs_over_pages_and_loses_nothing(paper) -> None:  # type: ignore[no-untyped-def]
    book = Book("Zoë Featherstonehaugh-Vandenbroucke", "Bob")
    for coins in range(1001, 1121):
        book.lose(0, 1, coins)
    pdf = account_pdf(book.club, statement_of(book.club, book.people[0]), paper)
    pages = PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) > 1
    said = words(pdf)
    assert "Account of Zoë" in said and "page 1 of" in said
    assert said.count("Bob") == 120
    assert said.count("Carried forward") == said.count("Brought forward") == len(pages) - 1
    # 127,260 farthings are £132 11s 3d.
    assert "Balance: −£132 11s 3d" in said
    assert all("Source" in name for name in fonts(pdf))
    for number, page in enumerate(pages, start=1):
        inside(page, paper)
        assert ("goes on" in page.extract_text()) == (number < len(pages))


def test_a_statement_names_both_its_days_and_has_money_in_columns() -> None:
    """Two currencies are two tables; heads are signs, never a code where there is a sign."""
    book = Book("Ann", "Bob")
    with clock.at(dt.datetime(2026, 3, 7, 20, tzinfo=dt.UTC)):
        book.lose(0, 1, 1001)
        book.lose(1, 0, 999, "EUR")
    with recording() as kept, clock.at(dt.datetime(2026, 3, 9, 20, tzinfo=dt.UTC)):
        account_pdf(book.club, statement_of(book.club, book.people[0]), A4)
    texts = [each.text for each in kept[0].texts]
    assert any("from 7 Mar 2026 to 9 Mar 2026" in text for text in texts)
    assert texts.count("£") == texts.count("s") == texts.count("d") == texts.count("€") == 3
    assert not {"LSD", "EUR"} & set(" ".join(texts).split())
    assert min(each.size for each in kept[0].texts) >= 8
    # 1,001 farthings lost are £1 0s 10¼d: in its column, as the balance, as its sum.
    assert texts.count("10") == texts.count("¼") == 4


def test_the_text_of_an_account_says_what_its_paper_says() -> None:
    """Forty columns, minus as a word, each line with what it was and the balance after it."""
    book = Book("Zoë Featherstonehaugh-Vandenbroucke", "Bob")
    with clock.at(dt.datetime(2026, 3, 7, 20, tzinfo=dt.UTC)):
        book.lose(0, 1, 1001)
        book.lose(1, 0, 999, "EUR")
        statement = statement_of(book.club, book.people[0])
        text = wrapped_text(account_text(book.club, statement))
    assert all(len(line) <= 40 for line in text.splitlines())
    said = " ".join(text.split())
    assert said.startswith("Account of Zoë Featherstonehaugh-Vandenbroucke")
    assert "from 7 Mar 2026 to 7 Mar 2026" in said
    assert "Bob Lost: £1 10¼d Balance: minus £1 10¼d" in said
    assert "Bob Won: €9.99 Balance: €9.99" in said
    assert not set("−×=♠♥♦♣") & set(text)
    empty = statement_of(book.club, book.people[0], Period.year(1950))
    assert "Nothing entered for this period." in " ".join(account_text(book.club, empty))


def test_an_empty_period_says_so() -> None:
    book = Book()
    statement = statement_of(book.club, book.people[0], Period.year(1950))
    assert "Nothing entered for this period" in words(account_pdf(book.club, statement, A4))


def season_of_many(club: Club, people: list[Person]) -> Season:
    """Return a year of two rubbers a day, at more games and with more partners than fit."""
    rng = random.Random(1914)  # noqa: S311 - no secret
    games = ("auction", "straight-bridge", "contract-1923", "pirate", "cut-throat", "dummy-bridge")
    rubbers = []
    for number in range(700):
        agreed = Agreed(
            number, 1, rng.choice(games), dt.date(2026, 1, 1) + dt.timedelta(number // 2)
        )
        others = rng.sample(people[1:], 3)
        won = rng.randint(-900, 900)
        agreed.points.update({people[0].pk: won, others[0].pk: won, others[1].pk: -won,
                              others[2].pk: -won})  # fmt: skip
        agreed.entries = 1
        rubbers.append(agreed)
    season = Season(club, tuple(rubbers), {p.pk: p for p in people}, {})
    pairs = {r.part: [tuple(sorted(list(r.points)[:2]))] for r in rubbers}
    season.__dict__["_pairs"] = pairs
    return season


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_year_is_one_page_whatever_was_played(paper) -> None:  # type: ignore[no-untyped-def]
    names = ["Ann", *(f"Partner with a very long name {number}" for number in range(30))]
    book = Book(*names)
    for month in range(1, 13):
        with clock.at(dt.datetime(2026, month, 7, 20, tzinfo=dt.UTC)):
            book.lose(0, 1, 1000 * month)
            book.lose(2, 0, 999, "EUR")
    season = season_of_many(book.club, book.people)
    statement = statement_of(book.club, book.people[0], Period.year(2026))
    pdf = year_pdf(book.club, AccountYear(book.people[0], 2026, season, statement), paper)
    pages = PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) == 1
    said = words(pdf)
    assert "Ann in 2026" in said and "January" in said and "and 20 more" in said
    assert sum(each.points[book.people[0].pk] for each in season.rubbers) == int(
        next(sign for sign in said.split("evening by evening ")[1].split()).replace("−", "-")
    )
    inside(pages[0], paper)


def test_a_year_in_which_nothing_happened_is_a_page_too() -> None:
    book = Book()
    statement = statement_of(book.club, book.people[0], Period.year(2026))
    season = Season(book.club, (), {}, {})
    pdf = year_pdf(book.club, AccountYear(book.people[0], 2026, season, statement), A4)
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 1
