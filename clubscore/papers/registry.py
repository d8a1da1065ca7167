"""Every printed paper, by what pages show it of. A page takes its keys from here."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from clubscore.club.access import Level
from clubscore.club.models import Person
from clubscore.club.receipts import Numbers
from clubscore.events.models import ContestSet, Event, EventHappening, Series
from clubscore.laws.game import Game
from clubscore.laws.words import gettext_noop
from clubscore.papers.event_papers import papers_of_boards, papers_of_events
from clubscore.papers.paper import PLAIN, PRINT, Format, PrintedPaper
from clubscore.rubbers.models import Sitting


def _by_key(game: Game) -> tuple[object, ...]:
    return (game.key,)


def _by_day(day: dt.date) -> tuple[object, ...]:
    return (day.isoformat(),)


def _by_numbers(numbers: Numbers) -> tuple[object, ...]:
    return tuple(numbers)


def _by_year(year: int) -> tuple[object, ...]:
    return (year,)


def _by_nothing(_thing: object) -> tuple[object, ...]:
    return ()


SHEET: PrintedPaper[Sitting] = PrintedPaper(
    key="sheet",
    at="table/<int:pk>/sheet",
    title=gettext_noop("Score sheet"),
    formats=(Format("pdf", PRINT, "sheet-pdf"), Format("txt", PLAIN, "sheet-text")),
    level=Level.TABLE,
)
SLIPS: PrintedPaper[Sitting] = PrintedPaper(
    key="slips-of-evening",
    at="table/<int:pk>/slips",
    title=gettext_noop("Slips to hand out"),
    formats=(
        Format("pdf", gettext_noop("Slips to hand out"), "slips-pdf"),
        Format("txt", PLAIN, "slips-text"),
    ),
    level=Level.TABLE,
)
EVENING_MONEY: PrintedPaper[dt.date] = PrintedPaper(
    key="evening-money",
    at="book/evening/<slug:day>",
    title=gettext_noop("The evening's money"),
    formats=(Format("pdf", PRINT, "evening-money-pdf"), Format("txt", PLAIN, "evening-money-text")),
    level=Level.DIRECTOR,
    named_by=_by_day,
)
GAZETTE: PrintedPaper[dt.date] = PrintedPaper(
    key="gazette",
    at="results/<slug:day>/gazette",
    title=gettext_noop("Evening Gazette"),
    formats=(Format("pdf", PRINT, "gazette-pdf"), Format("txt", PLAIN, "gazette-text")),
    level=Level.PLAYER,
    named_by=_by_day,
)
RECEIPTS: PrintedPaper[Numbers] = PrintedPaper(
    key="receipts",
    at="book/receipts/<int:first>-<int:last>",
    title=gettext_noop("Receipts"),
    formats=(Format("pdf", PRINT, "receipts-pdf"), Format("txt", PLAIN, "receipts-text")),
    level=Level.DIRECTOR,
    named_by=_by_numbers,
)
POSITIONS: PrintedPaper[Sitting] = PrintedPaper(
    key="positions",
    at="table/<int:pk>/positions",
    title=gettext_noop("Position sheet"),
    formats=(Format("pdf", PRINT, "positions-pdf"), Format("txt", PLAIN, "positions-text")),
    level=Level.TABLE,
)
TABLE_CODE: PrintedPaper[Sitting] = PrintedPaper(
    key="table-code",
    at="table/<int:pk>/code",
    title=gettext_noop("Code of the table"),
    formats=(
        Format("pdf", gettext_noop("Print the code"), "table-code-pdf"),
        Format("txt", PLAIN, "table-code-text"),
    ),
    level=Level.TABLE,
)
EVENT_CODES: PrintedPaper[Event] = PrintedPaper(
    key="event-codes",
    at="event/<int:event>/codes",
    title=gettext_noop("Codes of the tables"),
    formats=(
        Format("pdf", gettext_noop("Print codes"), "event-codes-pdf"),
        Format("txt", PLAIN, "event-codes-text"),
    ),
    level=Level.SCORER,
)
ATTENDANCE: PrintedPaper[Event] = PrintedPaper(
    key="attendance",
    at="event/<int:event>/attendance",
    title=gettext_noop("Attendance list"),
    formats=(
        Format("pdf", gettext_noop("Attendance list"), "event-attendance-pdf"),
        Format("txt", PLAIN, "event-attendance-text"),
    ),
    level=Level.SCORER,
)
LABELS: PrintedPaper[Event] = PrintedPaper(
    key="labels",
    at="event/<int:event>/labels",
    title=gettext_noop("Board labels"),
    formats=(
        Format("pdf", gettext_noop("Print on the labels of last time"), "event-labels-pdf"),
        Format("txt", PLAIN, "event-labels-text"),
    ),
    level=Level.DIRECTOR,
)
RULING_SLIP: PrintedPaper[EventHappening] = PrintedPaper(
    key="ruling-slip",
    at="event/ruling/<int:ruling>",
    title=gettext_noop("Ruling slip"),
    formats=(
        Format("pdf", gettext_noop("Print the slip"), "event-ruling-pdf"),
        Format("txt", PLAIN, "event-ruling-text"),
    ),
    level=Level.SCORER,
)
GAME_CARD: PrintedPaper[Game] = PrintedPaper(
    key="game-card",
    at="games/<slug:key>/card",
    title=gettext_noop("Card for the table"),
    formats=(
        Format("pdf", gettext_noop("Card for the table"), "game-card"),
        Format("txt", PLAIN, "game-card-text"),
    ),
    level=Level.VISITOR,
    named_by=_by_key,
)
BLANK_SHEET: PrintedPaper[Game] = PrintedPaper(
    key="blank-sheet",
    at="games/<slug:key>/blank",
    title=gettext_noop("Blank score sheet"),
    formats=(Format("pdf", gettext_noop("Blank score sheet"), "blank-sheet"),),
    level=Level.VISITOR,
    named_by=_by_key,
)
ACCOUNT: PrintedPaper[Person] = PrintedPaper(
    key="account",
    at="book/<int:person>/account",
    title=gettext_noop("Account"),
    formats=(Format("pdf", PRINT, "account-pdf"), Format("txt", PLAIN, "account-text")),
)
SERIES: PrintedPaper[Series] = PrintedPaper(
    key="series",
    at="series/<int:pk>",
    title=gettext_noop("Series"),
    formats=(Format("pdf", PRINT, "series-pdf"), Format("txt", PLAIN, "series-text")),
)
SEASON_POSTER: PrintedPaper[Series] = PrintedPaper(
    key="season-poster",
    at="series/<int:pk>/poster",
    title=gettext_noop("Season poster"),
    formats=(
        Format("pdf", PRINT, "series-poster-pdf"),
        Format("a3", gettext_noop("Print on A3"), "series-poster-pdf", query="paper=a3"),
        Format("txt", PLAIN, "series-poster-text"),
    ),
)
YEAR_BOOK: PrintedPaper[int] = PrintedPaper(
    key="year-book",
    at="season/<int:year>/book",
    title=gettext_noop("Year book"),
    formats=(
        Format("pdf", gettext_noop("Print the year book"), "year-book-pdf"),
        Format("txt", PLAIN, "year-book-text"),
    ),
    named_by=_by_year,
)
TREASURERS_BOOK: PrintedPaper[int] = PrintedPaper(
    key="treasurers-book",
    at="season/<int:year>/book",
    title=gettext_noop("Year book, treasurer's copy"),
    formats=(
        Format("pdf", gettext_noop("Print the treasurer's copy"), "year-book-pdf",
               query="copy=treasurer"),
        Format("txt", PLAIN, "year-book-text", query="copy=treasurer"),
    ),
    level=Level.DIRECTOR,
    named_by=_by_year,
)  # fmt: skip
CERTIFICATES: PrintedPaper[Series] = PrintedPaper(
    key="certificates",
    at="series/<int:pk>/certificates",
    title=gettext_noop("Certificates"),
    formats=(Format("pdf", PRINT, "certificates-pdf"), Format("txt", PLAIN, "certificates-text")),
)
BOX: PrintedPaper[ContestSet] = PrintedPaper(
    key="box",
    at="world/<int:kept>/box",
    title=gettext_noop("The box, sealed"),
    formats=(
        Format("pdf", gettext_noop("Print the sealed box"), "world-box-pdf"),
        Format("txt", PLAIN, "world-box-text"),
    ),
    level=Level.DIRECTOR,
)
AS_ONE: PrintedPaper[object] = PrintedPaper(
    key="as-one",
    at="results/as-one",
    title=gettext_noop("Several sessions as one"),
    formats=(
        Format("pdf", PRINT, "results-as-one-pdf"),
        Format("txt", PLAIN, "results-as-one-text"),
    ),
    named_by=_by_nothing,
)


def papers_by_page() -> Mapping[str, tuple[PrintedPaper[Any], ...]]:
    """Every paper, by the word with which a page asks for it, in the order of the page."""
    return {
        "event": papers_of_events(),
        "boards": papers_of_boards(),
        "sitting": (SHEET,),
        "game": (GAME_CARD, BLANK_SHEET),
        **{
            each.key: (each,)
            for each in (
                SLIPS,
                RECEIPTS,
                EVENING_MONEY,
                GAZETTE,
                POSITIONS,
                TABLE_CODE,
                EVENT_CODES,
                ATTENDANCE,
                LABELS,
                RULING_SLIP,
                ACCOUNT,
                AS_ONE,
                SERIES,
                CERTIFICATES,
                SEASON_POSTER,
                YEAR_BOOK,
                TREASURERS_BOOK,
                BOX,
            )
        },
        **{each.key: (each,) for each in (*papers_of_events(), *papers_of_boards())},
    }


def every_paper() -> list[PrintedPaper[Any]]:
    """Every paper once."""
    found = {id(each): each for papers in papers_by_page().values() for each in papers}
    return list(found.values())
