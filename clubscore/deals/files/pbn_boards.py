"""The boards of a PBN file, and a PBN file of boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from clubscore.deals.dealt_board import (
    HIGHEST_BOARD,
    BoardsRead,
    DealtBoard,
    gathered,
    usual_dealer,
    usual_vulnerable,
)
from clubscore.deals.double_dummy import Tricks
from clubscore.deals.file_text import Problems, place
from clubscore.deals.files.pbn import Game, PbnFile, Tag, table_tag, write_pbn
from clubscore.deals.hands import Deal, read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, gettext_noop

# However it is written; PBN 2.1 itself says None, NS, EW and All.
VULNERABLE = {
    **dict.fromkeys(("none", "love", "-", "o", "0"), "none"),
    **dict.fromkeys(("ns", "n-s", "n/s"), "NS"),
    **dict.fromkeys(("ew", "e-w", "e/w"), "EW"),
    **dict.fromkeys(("all", "both", "b"), "both"),
}
# The order of the denominations is PBN's.
STRAINS = ("NT", "S", "H", "D", "C")
OPTIMUM = ("Declarer", r"Denomination\2R", r"Result\2R")
NO_TABLES: Mapping[int, Tricks] = MappingProxyType({})
WRITTEN = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}


def boards_of(file: PbnFile) -> BoardsRead:
    """The boards of a file that have cards. What is wrong stands with line and column.

    A board without a number follows the one before it. A game that is no board, like a total
    ranking, is passed over; a board without a deal is named.
    """
    problems = Problems(file.problems)
    return gathered(_boards(file.games, problems), problems)


def _boards(games: Iterable[Game], problems: Problems) -> Iterator[DealtBoard]:
    last = 0
    for game in games:
        tag = game.tag("Deal")
        if tag is None or not game.value("Deal"):
            if game.value("Board"):
                problems.add(
                    "no-deal",
                    gettext_noop("Board %(number)s has no cards in this file."),
                    place(game.line),
                    number=shown(game.value("Board")),
                )
            continue
        try:
            deal = _read(tag)
            number = board_number(game.value("Board") or str(last + 1))
            dealer = _dealer(game.value("Dealer")) or usual_dealer(number)
            vulnerable = _vulnerable(game.value("Vulnerable")) or usual_vulnerable(number)
        except RuleError as problem:
            named = game.tag(problem.where)
            problems.at(problem, (named or tag).place)
            continue
        last = number
        yield DealtBoard(number, deal, dealer, vulnerable, tag.place)


def _read(tag: Tag) -> Deal:
    try:
        return read_deal(tag.value)
    except RuleError as problem:
        raise RuleError(problem.code, problem.phrase, "Deal", **problem.params) from None


def board_number(text: str) -> int:
    """Read a board's number. RuleError at ``Board``."""
    if not text.strip().isdecimal() or not 0 < int(text.strip()[:6]) <= HIGHEST_BOARD:
        raise RuleError(
            "board-number",
            gettext_noop("A board's number must be from 1 to %(most)s, not %(given)s."),
            "Board",
            most=HIGHEST_BOARD,
            given=shown(text),
        )
    return int(text)


def _dealer(text: str) -> str:
    """The dealer, empty where no one says. RuleError at ``Dealer``."""
    first = text.strip().upper()[:1]
    if first and first not in COMPASS:
        raise RuleError(
            "dealer",
            gettext_noop("The dealer of this board is %(known)s, not %(given)s."),
            "Dealer",
            known=Either(COMPASS),
            given=shown(text),
        )
    return first


def _vulnerable(text: str) -> str:
    """Who is vulnerable, empty where no one says. RuleError at ``Vulnerable``."""
    if not text.strip():
        return ""
    found = VULNERABLE.get(text.strip().lower())
    if found is None:
        raise RuleError(
            "vulnerable",
            gettext_noop("Vulnerability must be None, NS, EW or All, not %(given)s."),
            "Vulnerable",
            given=shown(text),
        )
    return found


def board_tags(board: DealtBoard) -> tuple[Tag, ...]:
    """The tags of a board and its cards, as PBN orders them."""
    return (
        Tag("Board", str(board.number)),
        Tag("Dealer", board.dealer),
        Tag("Vulnerable", WRITTEN[board.vulnerable]),
        Tag("Deal", board.deal.pbn(board.dealer)),
    )


def tricks_tags(tricks: Tricks) -> tuple[Tag, Tag]:
    """A double-dummy table, short as many programs read it, and as the standard has it."""
    rows = [(seat, strain, tricks[strain][seat]) for seat in COMPASS for strain in STRAINS]
    short = "".join(f"{tricks[strain][seat]:x}" for seat in "NSEW" for strain in STRAINS)
    return Tag("DoubleDummyTricks", short), table_tag("OptimumResultTable", OPTIMUM, rows)


def pbn_of_boards(
    boards: Iterable[DealtBoard], event: str = "", tables: Mapping[int, Tricks] = NO_TABLES
) -> bytes:
    """Boards as a PBN file, each hand from the dealer on; double-dummy tables by board."""
    return write_pbn(
        Game(
            (
                Tag("Event", event),
                *board_tags(board),
                *(tricks_tags(tables[board.number]) if board.number in tables else ()),
            )
        )
        for board in boards
    )
