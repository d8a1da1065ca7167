"""The hand records of an event: what is known of each board, by the organiser or double dummy."""

from collections.abc import Sequence

from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.imported.imported import told_of
from clubscore.events.par.par_page import best_in_words, par_in_words, worked_of
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
        par = par_in_words(known) if known else ""
        if not par and found and found.best:
            par = best_in_words(found.best)
        records.append(HandRecord(board, found.tricks if found else None, par))
    return records


def par_set(room: Room, boards: Sequence[Board]) -> list[Par | None]:
    """Return the par that the organiser, or the event's file, set for each of these boards."""
    if room.event.told:
        told = told_of(room.event).boards
        return [told[board.number].par for board in boards]
    pars = room.pars
    return [pars[each.number].board.par if each.number in pars else None for each in boards]
