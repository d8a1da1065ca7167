"""The papers of an event that are cut apart, as they go on sheets."""

from collections.abc import Iterator

from clubscore.events.state.event_now import Room
from clubscore.sheets.at_the_table.card_forms import GUIDES, TABLES, guide_forms, table_forms
from clubscore.sheets.at_the_table.private_cards import FOLDED, private_cards, private_forms
from clubscore.sheets.at_the_table.slips import slip_forms, slips, spare_slips
from clubscore.sheets.at_the_table.traveller_sheets import traveller_forms, travellers
from clubscore.sheets.at_the_table.who_and_what import whose
from clubscore.sheets.events.caddy_sheet import WHOLE, caddy_forms, stand_forms
from clubscore.sheets.events.event_cards import guides, tables
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.piece_sheets import Cutting, Sheets, planned

HALVES = Cutting()


def slip_plans(room: Room, paper: Paper, order: str) -> list[Sheets]:
    """Return the slips from this round on."""
    return [planned(slip_forms(slips(room, order), paper), paper, HALVES)]


def spare_plans(room: Room, paper: Paper, _order: str) -> list[Sheets]:
    """Return a sheet of slips without anything on them."""
    return [planned(slip_forms(spare_slips(room), paper), paper, HALVES)]


def traveller_plans(room: Room, paper: Paper, _order: str) -> list[Sheets]:
    """Return a traveller for each board."""
    return [planned(traveller_forms(travellers(room), paper), paper, HALVES)]


def private_plans(room: Room, paper: Paper, _order: str) -> list[Sheets]:
    """Return a card for everyone, to fold."""
    return [planned(private_forms(private_cards(room), paper), paper, FOLDED)]


def guide_plans(room: Room, paper: Paper, _order: str) -> list[Sheets]:
    """Return everyone's guide card."""
    return [planned(guide_forms(guides(room), whose(room.event), paper), paper, GUIDES)]


def table_plans(room: Room, paper: Paper, _order: str) -> list[Sheets]:
    """Return every table's card."""
    return [planned(table_forms(tables(room), whose(room.event), paper), paper, TABLES)]


def caddy_plans(room: Room, paper: Paper, _order: str) -> list[Sheets]:
    """Return the caddy's card, then a card for each stand on which boards wait."""
    plans = [
        planned(caddy_forms(room, paper), paper, WHOLE),
        planned(stand_forms(room), paper, HALVES),
    ]
    return [plan for plan in plans if plan.count]


def tonight_plans(room: Room, paper: Paper, order: str) -> list[Sheets]:
    """Return all that is cut apart for an evening, in the order in which it is handed out."""
    return [plan for plan in _tonight(room, paper, order) if plan.count]


def _tonight(room: Room, paper: Paper, order: str) -> Iterator[Sheets]:
    yield from guide_plans(room, paper, order)
    yield from table_plans(room, paper, order)
    yield from slip_plans(room, paper, order)
    yield from spare_plans(room, paper, order)
