"""What the page of a contest's table shows besides its form: phones, own hand, closed board."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import ClubRequest
from clubscore.club.form_values import Given
from clubscore.club.wording.phrases import said
from clubscore.deals.card_play import TRICKS, CardPlay
from clubscore.deals.hands import read_deal
from clubscore.deals.par import SIGN
from clubscore.events.boards.boards_page import ShownHand, diagram
from clubscore.events.contest_tables.closing_boards import stopping
from clubscore.events.contest_tables.four_phones import FourPhones, OwnHand
from clubscore.events.models import Section
from clubscore.events.movement.reader_seat import BOTH
from clubscore.events.par.par_page import par_in_words
from clubscore.events.phones import links_of
from clubscore.events.play.table_page import TablePage
from clubscore.events.results.result_words import bid_in_words
from clubscore.events.state.contest_boards import event_of, is_closed
from clubscore.events.state.event_now import Room
from clubscore.events.state.honours_held import check_honours, honours_unclaimed
from clubscore.events.state.plan import Place
from clubscore.events.state.set_hours import closes_at
from clubscore.events.state.spot_state import Standing, State
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.ranking import Par
from clubscore.ranking.par import Won, won_without_director
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.qr import code_svg
from clubscore.tableside.secret_addresses import token_of
from clubscore.tableside.stepping import A_TRICK, StepCard, address, tricks_of

SIDES = {"ns": "NS", "ew": "EW"}


class Verdict(NamedTuple):
    """How a side did on a closed board: who they are, in words whether they lost it, its tasks."""

    names: list[str]
    text: str
    lost: bool
    tasks: str


class LineTrick(NamedTuple):
    """A trick of the set's own best play: who leads, its cards, where it is stepped through."""

    leader: str
    cards: tuple[StepCard, ...]
    address: str


class ClosedBoard(NamedTuple):
    """A board that this table has closed: par, all hands, why it is in the set, and best play.

    `line` is the address at which that is stepped through, `tricks` it in the set's own cards.
    `auction` says what was reached where a directed contract was played instead.
    """

    par: str
    auction: str
    verdicts: list[Verdict]
    hands: list[ShownHand]
    commentary: str
    line: str
    tricks: list[LineTrick]
    honours: str


class Code(NamedTuple):
    """The table's code for phones: its address, and that as a picture."""

    address: str
    svg: SafeString | str


@dataclass(frozen=True)
class Contest:
    """What a table that plays a set shows. `stops` are the sides that want to stop.

    It `gathers` while phones come in and nothing is entered: then no result is asked for. Of a
    board that waits for the other side's word it `keeps_board`: nobody goes on to the next. Of one
    with a directed contract it first `tells_auction`, and is shown what to play.
    """

    phones: FourPhones
    hand: OwnHand | None
    gathers: bool
    keeps_board: bool
    tells_auction: bool
    code: Code | None
    closed: ClosedBoard | None
    stops: list[str]
    own_side: str
    # When the set closes for every club, while it is sealed.
    sealed_until: dt.datetime | None

    @property
    def waits(self) -> bool:
        """Whether somebody's phone is still to come in."""
        return not self.phones.all_in

    @property
    def is_stopping(self) -> bool:
        """Whether the reader's side, or for a phone of the table both, already want to stop."""
        return self.own_side in self.stops


def contest_at(page: TablePage, request: ClubRequest) -> Contest | None:
    """Return what a table's page shows of the set that it plays; None where it plays none."""
    if page.room.event.contest_set_id is None:
        return None
    phones = FourPhones(page.room, page.section, page.place, request.actor)
    stops = [side for side, stops in stopping(page.room).items() if stops]
    standing = page.standing
    is_due = standing is not None and standing.spot.board == phones.due
    asked = "board" in page.given
    until = closes_at(page.room.event.contest_set_id)
    is_sealed = until is not None and clock.now() < until
    return Contest(
        phones=phones,
        hand=phones.hand if is_due else None,
        gathers=not phones.all_in and not page.room.standings and not asked,
        keeps_board=page.step == "wait",
        tells_auction=page.directed is not None and page.directed.asks and page.is_blank,
        code=_code(page, request) if page.voice.speaks and page.is_open else None,
        closed=None if is_sealed else _closed(page),
        stops=stops,
        own_side="" if page.voice.side == BOTH else page.voice.side,
        sealed_until=until if is_sealed else None,
    )


def _code(page: TablePage, request: ClubRequest) -> Code | None:
    links = (link for link in links_of(page.section) if link.table == page.number)
    link = next(links, None)
    if link is None:
        return None
    found = address_of(request, reverse("event-enter", args=[token_of(link.nonce)]))
    return Code(found, code_svg(found) if found else "")


def _closed(page: TablePage) -> ClosedBoard | None:
    """The board shown, where this table has closed it and the reader may see what happened."""
    standing = page.standing
    if standing is None or standing.is_hidden or not is_closed(standing):
        return None
    number = standing.spot.board
    board = page.room.boards.get(number)
    set_par = page.scorer.boards[number].par
    if board is None or board.deal is None or set_par is None:
        return None
    return ClosedBoard(
        par=par_in_words(set_par),
        auction=_auction(page),
        verdicts=_verdicts(page, standing, set_par),
        hands=diagram(board.deal),
        commentary=page.scorer.boards[number].commentary or "",
        line=_line(page, number, set_par),
        tricks=_tricks(page, number),
        honours=_honours(page, standing),
    )


def _verdicts(page: TablePage, standing: Standing, par: Par) -> list[Verdict]:
    """How each side did against par: below par loses the board."""
    result = page.scorer.result(standing)
    if result.score is None:
        return []
    board, found = page.scorer.boards[standing.spot.board], []
    for side, name in SIDES.items():
        over = SIGN[name] * (result.score - par.score)
        tasks = _tasks(won_without_director(board, result, name))
        found.append(Verdict(page.names[side], _against_par(over), over < 0, tasks))
    return found


def _tasks(won: Won) -> str:
    """The points for tasks that a side won; nothing where it could win none."""
    if not won.possible:
        return ""
    text = ngettext(
        "%(won)s of %(n)s point for tasks", "%(won)s of %(n)s points for tasks", won.possible
    )
    return text % {"won": won.points, "n": won.possible}


def _auction(page: TablePage) -> str:
    directed = page.directed
    if directed is None or directed.contract is None:
        return ""
    text = _("The auction reached %(bid)s. %(contract)s by %(seat)s was to be played instead.")
    return text % {
        "bid": bid_in_words(directed.reached),
        "contract": bid_in_words(directed.contract),
        "seat": directed.seat,
    }


def _against_par(over: int) -> str:
    if not over:
        return _("par")
    if over > 0:
        text = ngettext("%(n)s point over par", "%(n)s points over par", over)
    else:
        text = ngettext(
            "%(n)s point below par, board lost", "%(n)s points below par, board lost", -over
        )
    return text % {"n": abs(over)}


def _line(page: TablePage, board: int, par: Par, played: Sequence[str] = ()) -> str:
    """The address at which the best play of par is stepped through; nothing without a contract."""
    if not par.contract or not par.declarer:
        return ""
    denomination = par.contract.rstrip("X")[1:]
    way = address(f"way=steps&in={denomination}&by={par.declarer}", played)
    return reverse("event-play", args=[page.room.event.pk, board]) + way


def _tricks(page: TablePage, number: int) -> list[LineTrick]:
    """The line that the set keeps, trick by trick; nothing where it keeps none."""
    kept = page.room.event.contest_set
    board = event_of(kept).boards.get(number) if kept else None
    par = board.par if board else None
    if board is None or par is None or not (par.play and par.contract and par.declarer):
        return []
    start = CardPlay(read_deal(board.deal or ""), par.contract.rstrip("X")[1:], par.declarer)
    tricks = replace(start, played=par.play).tricks[:TRICKS]
    return [
        LineTrick(
            _(SEATS[trick.leader]),
            cards,
            _line(page, number, par, par.play[: A_TRICK * at]),
        )
        for at, (trick, cards) in enumerate(zip(tricks, tricks_of(start, par.play), strict=True))
    ]


def _honours(page: TablePage, standing: Standing) -> str:
    """That the honours entered are not those of the cards; nothing where they are."""
    try:
        check_honours(page.scorer, standing.spot, standing.facts)
    except RuleError as error:
        return said(error)
    return honours_unclaimed(page.scorer, standing.spot, standing.facts)


def asked_or_closed(given: Given, room: Room, section: Section, place: Place | None) -> Given:
    """Return what an address asks of a contest's table; where it names no board, the last closed.

    A table reads what it made of a board before it goes on; once the next has a report, that.
    """
    if room.event.contest_set_id is None or place is None or "board" in given:
        return given
    here = room.table_at(section, place).boards
    if any(each.state in (State.TOLD, State.DISPUTED) or each.proposed for each in here):
        return given
    closed = [each for each in here if is_closed(each)]
    if not closed:
        return given
    last = max(closed, key=lambda each: each.result.pk if each.result else 0)
    return {**given, "board": str(last.spot.board)}
