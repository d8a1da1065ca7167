"""Every printed paper, by what pages show it of. A page takes its keys from here."""

from collections.abc import Mapping
from typing import Any

from clubscore.club.access import Level
from clubscore.club.models import Person
from clubscore.events.models import Event, EventHappening, Series
from clubscore.laws.game import Game
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import Sitting
from clubscore.sheets.events.papers_of_boards import papers_of_boards
from clubscore.sheets.events.papers_of_events import papers_of_events
from clubscore.sheets.printed_paper import PLAIN, PRINT, Format, PrintedPaper


def _by_key(game: Game) -> tuple[object, ...]:
    return (game.key,)


def _by_nothing(_thing: object) -> tuple[object, ...]:
    return ()


SHEET: PrintedPaper[Sitting] = PrintedPaper(
    key="sheet",
    title=gettext_noop("Score sheet"),
    formats=(Format("pdf", PRINT, "sheet-pdf"), Format("txt", PLAIN, "sheet-text")),
    level=Level.TABLE,
)
POSITIONS: PrintedPaper[Sitting] = PrintedPaper(
    key="positions",
    title=gettext_noop("Position sheet"),
    formats=(Format("pdf", PRINT, "positions-pdf"),),
    level=Level.TABLE,
)
TABLE_CODE: PrintedPaper[Sitting] = PrintedPaper(
    key="table-code",
    title=gettext_noop("Code of the table"),
    formats=(Format("pdf", gettext_noop("Print the code"), "table-code-pdf"),),
    level=Level.TABLE,
)
EVENT_CODES: PrintedPaper[Event] = PrintedPaper(
    key="event-codes",
    title=gettext_noop("Codes of the tables"),
    formats=(Format("pdf", gettext_noop("Print codes"), "event-codes-pdf"),),
    level=Level.SCORER,
)
ATTENDANCE: PrintedPaper[Event] = PrintedPaper(
    key="attendance",
    title=gettext_noop("Attendance list"),
    formats=(
        Format("pdf", gettext_noop("Attendance list"), "event-attendance-pdf"),
        Format("txt", PLAIN, "event-attendance-text"),
    ),
    level=Level.SCORER,
)
RULING_SLIP: PrintedPaper[EventHappening] = PrintedPaper(
    key="ruling-slip",
    title=gettext_noop("Ruling slip"),
    formats=(
        Format("pdf", gettext_noop("Print the slip"), "event-ruling-pdf"),
        Format("txt", PLAIN, "event-ruling-text"),
    ),
    level=Level.SCORER,
)
GAME_CARD: PrintedPaper[Game] = PrintedPaper(
    key="game-card",
    title=gettext_noop("Card for the table"),
    formats=(Format("pdf", gettext_noop("Card for the table"), "game-card"),),
    level=Level.VISITOR,
    named_by=_by_key,
)
BLANK_SHEET: PrintedPaper[Game] = PrintedPaper(
    key="blank-sheet",
    title=gettext_noop("Blank score sheet"),
    formats=(Format("pdf", gettext_noop("Blank score sheet"), "blank-sheet"),),
    level=Level.VISITOR,
    named_by=_by_key,
)
ACCOUNT: PrintedPaper[Person] = PrintedPaper(
    key="account",
    title=gettext_noop("Account"),
    formats=(Format("pdf", PRINT, "account-pdf"), Format("txt", PLAIN, "account-text")),
)
SERIES: PrintedPaper[Series] = PrintedPaper(
    key="series",
    title=gettext_noop("Series"),
    formats=(Format("pdf", PRINT, "series-pdf"), Format("txt", PLAIN, "series-text")),
)
CERTIFICATES: PrintedPaper[Series] = PrintedPaper(
    key="certificates",
    title=gettext_noop("Certificates"),
    formats=(Format("pdf", PRINT, "certificates-pdf"), Format("txt", PLAIN, "certificates-text")),
)
AS_ONE: PrintedPaper[object] = PrintedPaper(
    key="as-one",
    title=gettext_noop("Several sessions as one"),
    formats=(
        Format("pdf", PRINT, "results-as-one-pdf"),
        Format("txt", PLAIN, "results-as-one-text"),
    ),
    named_by=_by_nothing,
)


def papers_shown() -> Mapping[str, tuple[PrintedPaper[Any], ...]]:
    """Every paper, by the word with which a page asks for it, in the order of the page."""
    return {
        "event": papers_of_events(),
        "boards": papers_of_boards(),
        "sitting": (SHEET,),
        "game": (GAME_CARD, BLANK_SHEET),
        **{
            each.key: (each,)
            for each in (
                POSITIONS,
                TABLE_CODE,
                EVENT_CODES,
                ATTENDANCE,
                RULING_SLIP,
                ACCOUNT,
                AS_ONE,
                SERIES,
                CERTIFICATES,
            )
        },
        **{each.key: (each,) for each in (*papers_of_events(), *papers_of_boards())},
    }


def every_paper() -> list[PrintedPaper[Any]]:
    """Every paper once."""
    found = {id(each): each for papers in papers_shown().values() for each in papers}
    return list(found.values())
