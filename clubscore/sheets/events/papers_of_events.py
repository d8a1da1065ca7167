"""The list of an event's papers, as its page offers them. One is added by a line here."""

from clubscore.events.terms.formats import TEAMS
from clubscore.laws.words import gettext_noop
from clubscore.sheets.events import event_sheets as sheets
from clubscore.sheets.events import leaves_of_events as leaves
from clubscore.sheets.events import piece_plans as plans
from clubscore.sheets.events.caddy_sheet import caddy_blocks
from clubscore.sheets.events.event_paper import PDF, PLAYED, TEXT, TO_PLAY, EventPaper
from clubscore.sheets.events.texts import (
    matches_text,
    movement_text,
    pencil_text,
    ranking_text,
    results_text,
)

PRINT_ON_A3 = gettext_noop("Print on A3")
# Piles by table, or by round for whoever hands them out.
ORDERS = ("table", "round")

TONIGHT = EventPaper(
    key="tonight",
    title=gettext_noop("Tonight's printouts"),
    text=movement_text.tonight_text,
    pieces=plans.tonight_plans,
    orders=ORDERS,
    stages=TO_PLAY,
    first=True,
)
RANKING = EventPaper(
    key="ranking",
    title=gettext_noop("Ranking"),
    leaf=leaves.ranking,
    text=ranking_text.ranking_text,
    stages=PLAYED,
    tells_results=True,
)
CARDS = EventPaper(
    key="cards",
    title=gettext_noop("Score cards"),
    leaf=leaves.cards,
    text=results_text.result_cards_text,
    stages=PLAYED,
    tells_results=True,
)
RESULTS = EventPaper(
    key="results",
    title=gettext_noop("All boards"),
    leaf=leaves.results,
    text=results_text.results_text,
    stages=PLAYED,
    tells_results=True,
)
MATCHES = EventPaper(
    key="matches",
    title=gettext_noop("Match score sheets"),
    formats=(PDF._replace(label=gettext_noop("Print score sheets")), TEXT),
    blocks=sheets.match_sheets,
    text=matches_text.matches_text,
    tells_results=True,
    only=TEAMS,
)
GUIDE_CARDS = EventPaper(
    key="guide-cards",
    title=gettext_noop("Guide cards"),
    text=movement_text.guides_text,
    pieces=plans.guide_plans,
    stages=TO_PLAY,
)
TABLE_CARDS = EventPaper(
    key="table-cards",
    title=gettext_noop("Table cards"),
    text=movement_text.tables_text,
    pieces=plans.table_plans,
    stages=TO_PLAY,
)
CADDY = EventPaper(
    key="caddy",
    title=gettext_noop("Boards to carry"),
    blocks=caddy_blocks,
    text=movement_text.caddy_text,
    stages=TO_PLAY,
)
SLIPS = EventPaper(
    key="slips",
    title=gettext_noop("Score slips from this round"),
    text=pencil_text.slips_text,
    pieces=plans.slip_plans,
    orders=ORDERS,
    stages=TO_PLAY,
)
SPARE_SLIPS = EventPaper(
    key="spare-slips",
    title=gettext_noop("Spare slips"),
    text=pencil_text.spare_slips_text,
    pieces=plans.spare_plans,
    stages=TO_PLAY,
)
TRAVELLERS = EventPaper(
    key="travellers",
    title=gettext_noop("Blank travellers"),
    text=pencil_text.travellers_text,
    pieces=plans.traveller_plans,
    stages=TO_PLAY,
)
BLANK_CARDS = EventPaper(
    key="blank-cards",
    title=gettext_noop("Private score cards"),
    text=pencil_text.blank_cards_text,
    pieces=plans.private_plans,
    stages=TO_PLAY,
)
RECAP = EventPaper(
    key="recap",
    title=gettext_noop("Recap"),
    leaf=leaves.recap,
    text=results_text.recap_text,
    stages=PLAYED,
    tells_results=True,
)

POSTER = EventPaper(
    key="poster",
    title=gettext_noop("Wall poster"),
    formats=(PDF, PDF._replace(ending="a3", label=PRINT_ON_A3, query="paper=a3"), TEXT),
    leaf=leaves.poster,
    text=ranking_text.poster_text,
    stages=PLAYED,
    tells_results=True,
)

EVENT_PAPERS: tuple[EventPaper, ...] = (
    TONIGHT,
    RANKING,
    CARDS,
    RESULTS,
    MATCHES,
    GUIDE_CARDS,
    TABLE_CARDS,
    CADDY,
    SLIPS,
    SPARE_SLIPS,
    TRAVELLERS,
    BLANK_CARDS,
    RECAP,
    POSTER,
)


def papers_of_events() -> tuple[EventPaper, ...]:
    """Every paper of an event, in the order of its page."""
    return EVENT_PAPERS


def find_event_paper(key: str) -> EventPaper | None:
    """Return the paper that an address names; None where there is none such."""
    return next((each for each in EVENT_PAPERS if each.key == key), None)
