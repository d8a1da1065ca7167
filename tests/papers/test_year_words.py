"""The text of a year book, line by line, from what the book holds."""

from typing import Any

from clubscore.extras.year_book.content import AtCards, InEvents, MemberTold, PlayCounts, YearBook
from clubscore.extras.year_book.paper import book_words


def book(**filled: Any) -> YearBook:
    """A book with nothing in it but what is told."""
    empty = dict.fromkeys(YearBook._fields, ())
    told = {"club": "Portland", "year": 2026, "counts": PlayCounts(12, 9, 2), "money": None}
    return YearBook(**{**empty, **told, **filled})


HEAD = ["Year book 2026", "Portland", "12 evenings, 9 rubbers, 2 events"]


def test_a_season_at_card_tables_has_its_heading_and_a_line_a_fact() -> None:
    assert [*book_words(book(cards=(AtCards("Ann", 12, 7, 340), AtCards("Bob", 1, 0, -1))))] == [
        *HEAD, "", "The season at card tables",
        " Ann", "  12 rubbers, 7 won", "  +340 points",
        " Bob", "  1 rubber, 0 won", "  −1 point",
    ]  # fmt: skip


def test_games_and_events_have_headings_of_their_own() -> None:
    filled = book(games=(AtCards("Auction", 3, 0, 0),), duplicate=(InEvents("Ann", 7, 2, "64.58"),))
    assert [*book_words(filled)] == [
        *HEAD, "", "Games", " Auction: 3 rubbers",
        "", "The season in events", " Ann", "  7 events, first in 2, best 64.58 percent",
    ]  # fmt: skip


def test_a_part_that_is_empty_has_no_heading() -> None:
    assert [*book_words(book())] == HEAD
    assert [*book_words(book(counts=PlayCounts(1, 0, 0), notes=("Some hide names.",)))] == [
        "Year book 2026", "Portland", "1 evening", "Some hide names.",
    ]  # fmt: skip


def test_money_is_headed_and_said_to_be_the_treasurers_even_where_there_is_none() -> None:
    assert [*book_words(book(money=()))] == [
        *HEAD[:2], "Treasurer's copy", HEAD[2], "", "Money", " No money changed hands.",
    ]  # fmt: skip


def test_members_have_their_heading_games_and_events() -> None:
    ann = MemberTold(
        name="Ann", evenings=3, rubbers=2, won=1, points=-20,
        games=(AtCards("Auction", 2, 1, -20),), events=InEvents("Ann", 1, 0, ""),
    )  # fmt: skip
    assert [*book_words(book(members=(ann,)))] == [
        *HEAD, "", "Members", " Ann", "  3 evenings", "  2 rubbers, 1 won, −20 points",
        "  Auction: 2 rubbers, 1 won, −20 points", "  1 event",
    ]  # fmt: skip
