"""What the pads tell: results as the director's file brings them, names, calls."""

from __future__ import annotations

from typing import NamedTuple

from bridgemate_dataconnector import validate_result_dto, validate_td_call_dto
from bridgemate_dataconnector.dto import ResultDTO, TdCallDTO
from django.utils.translation import gettext as _

from clubscore.events.correct.from_pads import PadRow
from clubscore.exchange.bridgemate.connector_client import Items
from clubscore.exchange.reading.foreign import play_told
from clubscore.ranking.result import ResultFacts

SEATS, STRAINS, SUITS, STAKES = "NESW", ("C", "D", "H", "S", "NT"), "CDHS", ("", "X", "XX")
RANKS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}
# By levels below nought, in percent: minus, average or plus for either side (Law 12 C 2).
ADJUSTED = {
    -3 * ns - ew - 1: (str(40 + 10 * ns), str(40 + 10 * ew)) for ns in range(3) for ew in range(3)
}
NOT_PLAYED = -10


class Told(NamedTuple):
    """The results that stand at the pads, and in words what they told besides."""

    rows: list[PadRow]
    notes: list[str]


class PadCall(NamedTuple):
    """A table that calls the director."""

    section: str
    table: int


def results_told(items: Items) -> Told:
    """Return what stands at each place: the last word there, unless it was deleted."""
    found: dict[tuple[str, int, int, int], PadRow] = {}
    deleted: dict[tuple[str, int, int, int], str] = {}
    notes: list[str] = []
    for item in items:
        result = _result(item)
        if result is None:
            notes.append(_("A result of the pads cannot be read and was left out."))
            continue
        letter = (result.section_letters or "")[:1]
        spot = (letter, result.round_number, result.table_number, result.board_number)
        found.pop(spot, None)
        deleted.pop(spot, None)
        if result.is_deleted:
            deleted[spot] = _(
                "Table %(table)s, round %(round)s, board %(board)s: the result was deleted at the"
                " pads. What was read before stays here until you change it."
            ) % {"table": f"{letter}{spot[2]}", "round": spot[1], "board": spot[3]}
            continue
        pairs = result.pair_north_south, result.pair_east_west
        found[spot] = PadRow(*spot, *pairs, {**_facts(result)})
    return Told([*found.values()], [*notes, *deleted.values()])


def _result(item: dict[str, object]) -> ResultDTO | None:
    try:
        result = ResultDTO.from_dict(item)
        if result.level < 1:
            # Nobody declared; the rules are those of contracts.
            result.declaring_pair = result.pair_north_south
        if not validate_result_dto(result):
            return None
        numbers = [value for name, value in vars(result).items() if name not in _NOT_NUMBERS]
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        return None
    whole = all(type(each) is int for each in numbers) and type(result.is_deleted) is bool
    return result if whole and (result.is_deleted or _facts(result)) else None


_NOT_NUMBERS = {"session_guid", "section_letters", "validation_messages", "is_deleted"}


def _facts(result: ResultDTO) -> ResultFacts:
    """What a result says, as an event file does; nothing for what says nothing."""
    if result.level == 0:
        return {"passed_out": True}
    if result.level == NOT_PLAYED:
        return {"not_played": True}
    if result.level in ADJUSTED:
        ns, ew = ADJUSTED[result.level]
        return {"adjusted": {"ns": ns, "ew": ew}}
    contract = f"{result.level}{STRAINS[result.denomination - 1]}{STAKES[result.stake]}"
    rank = RANKS.get(result.lead_card_rank, str(result.lead_card_rank))
    lead = f"{SUITS[result.lead_card_suit - 1]}{rank}" if result.lead_card_rank else ""
    seat = SEATS[result.declarer_direction - 1]
    return play_told(contract, seat, str(result.total_tricks), lead)


def calls_told(items: Items) -> list[PadCall]:
    """Return the tables whose call is still open, each once."""
    found: dict[PadCall, bool] = {}
    for item in items:
        try:
            call = TdCallDTO.from_dict(item)
            if not validate_td_call_dto(call) or type(call.table_number) is not int:
                continue
        except (TypeError, ValueError, KeyError, AttributeError):
            continue
        at = PadCall((call.section_letters or "")[:1], call.table_number)
        found[at] = call.status in (call.TdCallStatus_Launched, call.TdCallStatus_Deferred)
    return [each for each, is_open in found.items() if is_open]
