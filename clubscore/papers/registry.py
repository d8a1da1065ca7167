"""Every printed paper, by what pages show it of. A page takes its keys from here."""

from collections.abc import Iterable, Mapping
from typing import Any

from clubscore.papers.account import ACCOUNT, ACCOUNT_YEAR
from clubscore.papers.attendance import ATTENDANCE
from clubscore.papers.blank_pads import BLANK_SHEET
from clubscore.papers.board_labels import LABELS
from clubscore.papers.codes import EVENT_CODES, TABLE_CODE
from clubscore.papers.event_papers import OWN_CARD, papers_of_boards, papers_of_events
from clubscore.papers.game_card import GAME_CARD
from clubscore.papers.paper import PrintedPaper
from clubscore.papers.ranking import AS_ONE
from clubscore.papers.receipts import RECEIPTS
from clubscore.papers.rulings import RULING_SLIP
from clubscore.papers.series import CERTIFICATES, SEASON_POSTER, SERIES
from clubscore.papers.sitting_positions import POSITIONS
from clubscore.papers.sitting_sheet import SHEET
from clubscore.papers.slip import SLIPS
from clubscore.papers.takings import EVENING_MONEY
from clubscore.web.hooks import extras

# Papers that a page of theirs asks for by their key.
SINGLE: tuple[PrintedPaper[Any, Any], ...] = (
    SHEET,
    GAME_CARD,
    BLANK_SHEET,
    SLIPS,
    RECEIPTS,
    EVENING_MONEY,
    POSITIONS,
    TABLE_CODE,
    EVENT_CODES,
    ATTENDANCE,
    LABELS,
    RULING_SLIP,
    ACCOUNT,
    ACCOUNT_YEAR,
    OWN_CARD,
    AS_ONE,
    SERIES,
    CERTIFICATES,
    SEASON_POSTER,
)


def papers_by_page() -> Mapping[str, tuple[PrintedPaper[Any, Any], ...]]:
    """Every paper, by the word with which a page asks for it, in the order of the page."""
    return {
        "event": papers_of_events(),
        "boards": papers_of_boards(),
        "sitting": (SHEET,),
        "game": (GAME_CARD, BLANK_SHEET),
        **{each.key: (each,) for each in every_paper()},
    }


def every_paper() -> Iterable[PrintedPaper[Any, Any]]:
    """Every paper once."""
    of_extras = (paper for extra in extras() for paper in extra.papers)
    return (*papers_of_events(), *papers_of_boards(), *SINGLE, *of_extras)
