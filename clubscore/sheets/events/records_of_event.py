"""The hand records of an event: what is known of each board, by the organiser or double dummy."""

from collections.abc import Sequence

from clubscore.club.wording.names import either, remarks
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.par import BestPlay
from clubscore.events.imported.imported import told_of
from clubscore.events.par.par_page import best_in_words, par_in_words, worked_of
from clubscore.events.results.result_words import bid_in_words, scored_words
from clubscore.events.state.event_now import Room
from clubscore.ranking import Board, Par
from clubscore.sheets.events.hand_records import HandRecord


def hand_records(room: Room, boards: Sequence[DealtBoard]) -> list[HandRecord]:
    """Return boards with double dummy where it was worked out, and par: as it was set, else so."""
    dealt = [Board(each.number, each.dealer, each.vulnerable, each.deal.pbn()) for each in boards]
    worked = worked_of(room, dealt)
    records = []
    for board, known in zip(boards, par_set(room, dealt), strict=True):
        found = worked.get(board.number)
        par = said = ""
        if known:
            par, said = par_in_words(known), par_said(known)
        elif found and found.best:
            par, said = best_in_words(found.best), best_said(found.best)
        records.append(HandRecord(board, found.tricks if found else None, par, said))
    return records


def best_said(best: BestPlay) -> str:
    """Return the best of both sides in words: "plus 420 to North-South; 4 spades by South"."""
    said = either(
        bid_in_words(f"{each.bid}{'X' if each.doubled else ''}", seat)
        for each in best.contracts
        for seat in each.hands
    )
    return remarks(filter(None, (scored_words(best.score), said)))


def par_said(par: Par) -> str:
    """Return the par that was set in words."""
    contract = bid_in_words(par.contract, par.declarer or "") if par.contract else ""
    return remarks(filter(None, (scored_words(par.score), contract)))


def par_set(room: Room, boards: Sequence[Board]) -> list[Par | None]:
    """Return the par that the organiser, or the event's file, set for each of these boards."""
    if room.event.told:
        told = told_of(room.event).boards
        return [told[board.number].par for board in boards]
    pars = room.pars
    return [pars[each.number].board.par if each.number in pars else None for each in boards]
