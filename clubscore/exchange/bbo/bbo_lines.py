"""A line of a BBO traveller as a result of an event, and the cards in its movie."""

from __future__ import annotations

import re
from fractions import Fraction

from clubscore.deals.dealt_board import DealtBoard, usual_dealer, usual_vulnerable
from clubscore.deals.files.lin import read_lin
from clubscore.exchange.bbo.bbo_pages import Line
from clubscore.exchange.reading.foreign import play_told
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.result import OfBothSides, ResultFacts
from clubscore.ranking.result_words import SYMBOLS, average_of_side, outcome_by_word, plain

_PLAYED = re.compile(r"([1-7])(N|NT|S|H|D|C)(X{0,2})([NESW])(=|[+-][0-9]{1,2})")
_AVERAGE = re.compile(r"A([+=-])([+=-])")
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_SCORE = re.compile(r"([+-]?[0-9]{1,5}(?:\.[0-9]{1,4})?)(%?)")
_LEAD = re.compile(r"\|pc\|([SHDC][AKQJT2-9])\|", re.IGNORECASE)
BOOK = 6


def points_of(line: Line, side: str) -> int | None:
    """Return North-South's points of a line, None where none stand there."""
    text = line.points.translate(SYMBOLS)
    if not _NUMBER.fullmatch(text):
        return None
    return int(text) if side == "NS" else -int(text)


def outcome_of(line: Line, side: str) -> ResultFacts:
    """Return what happened at a table, as an event file says it. RuleError at the line.

    ``side`` is that from which points and score are counted.
    """
    text = plain(line.result)
    points = points_of(line, side)
    by_word = outcome_by_word(text)
    if by_word:
        return by_word
    played = _PLAYED.fullmatch(text)
    if played:
        level, strain, doubled, declarer, more = played.groups()
        tricks = int(level) + BOOK + (0 if more == "=" else int(more))
        led = _LEAD.search(line.lin)
        bid = f"{level}{strain}{doubled}"
        return play_told(bid, declarer, str(tricks), led[1] if led else "")
    average = _AVERAGE.fullmatch(text)
    if average:
        return {"adjusted": _adjusted(average[1], average[2], line, side)}
    if not text and points is not None:
        return {"score": points}
    if not text:
        return {"not_played": True}
    raise RuleError(
        "result",
        gettext_noop(
            "A result must be like 3NTE+1, 4♠XS-2, PASS or A== for an average, not %(given)s."
        ),
        line.where,
        given=shown(line.result),
    )


def _adjusted(one: str, other: str, line: Line, side: str) -> OfBothSides:
    """An artificial score. Which sign is whose no source says: the score of the page's side tells.

    RuleError where the two differ and the score does not tell.
    """
    worse, better = sorted((average_of_side(f"A{one}"), average_of_side(f"A{other}")))
    if worse == better:
        return {"ns": better, "ew": better}
    found = _SCORE.fullmatch(line.score)
    over = Fraction(found[1]) - (50 if found[2] else 0) if found else 0
    if not over:
        raise RuleError(
            "result",
            gettext_noop(
                "Which side has the better average is not clear from %(given)s with the score"
                " %(score)s. Save the traveller again with its column Score."
            ),
            line.where,
            given=shown(line.result),
            score=shown(line.score),
        )
    own, theirs = (better, worse) if over > 0 else (worse, better)
    return {"ns": own, "ew": theirs} if side == "NS" else {"ns": theirs, "ew": own}


def board_facts(number: int, lines: list[Line]) -> BoardFacts:
    """Return a board with its cards, from the first movie that has all of them."""
    board: BoardFacts = {"number": number}
    for line in lines:
        dealt = _dealt(line.lin)
        if dealt is None or dealt.number != number:
            continue
        if dealt.dealer != usual_dealer(number):
            board["dealer"] = dealt.dealer
        if dealt.vulnerable != usual_vulnerable(number):
            board["vulnerable"] = dealt.vulnerable
        board["deal"] = dealt.deal.pbn()
        break
    return board


def _dealt(lin: str) -> DealtBoard | None:
    if "md|" not in lin:
        return None
    try:
        boards = read_lin(f"{lin.rstrip('|')}|".encode()).boards
    except RuleError:
        return None
    return boards[0] if boards else None
