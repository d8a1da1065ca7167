"""The list of an event's papers, as its page offers them. One is added by a line here."""

from clubscore.events.terms.formats import TEAMS
from clubscore.laws.words import gettext_noop
from clubscore.sheets.events import awards
from clubscore.sheets.events import leaves_of_events as leaves
from clubscore.sheets.events import piece_plans as plans
from clubscore.sheets.events.event_paper import OVER, PDF, PLAYED, TEXT, TO_PLAY, EventPaper
from clubscore.sheets.events.texts import (
    matches_text,
    movement_text,
    pencil_text,
    ranking_text,
    results_text,
)

WITH_BACKS = gettext_noop("With ruling forms on the backs")
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
    suits=True,
    text=results_text.result_cards_text,
    stages=PLAYED,
    tells_results=True,
)
RESULTS = EventPaper(
    key="results",
    title=gettext_noop("All boards"),
    leaf=leaves.results,
    suits=True,
    text=results_text.results_text,
    stages=PLAYED,
    tells_results=True,
)
MATCHES = EventPaper(
    key="matches",
    title=gettext_noop("Match score sheets"),
    formats=(PDF._replace(label=gettext_noop("Print score sheets")), TEXT),
    leaf=leaves.matches,
    suits=True,
    text=matches_text.matches_text,
    tells_results=True,
    only=TEAMS,
)
DIRECTOR = EventPaper(
    key="director",
    title=gettext_noop("Director's sheet"),
    leaf=leaves.director,
    text=movement_text.director_text,
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
TABLE_TENTS = EventPaper(
    key="table-tents",
    title=gettext_noop("Table tents"),
    text=movement_text.tents_text,
    leaf=leaves.table_tents,
    stages=TO_PLAY,
)
SIDE_CARDS = EventPaper(
    key="side-cards",
    title=gettext_noop("Side cards"),
    text=movement_text.sides_text,
    leaf=leaves.side_cards,
    stages=TO_PLAY,
)
CADDY = EventPaper(
    key="caddy",
    title=gettext_noop("Boards to carry"),
    text=movement_text.caddy_text,
    pieces=plans.caddy_plans,
    stages=TO_PLAY,
)
SLIPS = EventPaper(
    key="slips",
    title=gettext_noop("Score slips from this round"),
    text=pencil_text.slips_text,
    pieces=plans.slip_plans,
    orders=ORDERS,
    backs=WITH_BACKS,
    stages=TO_PLAY,
)
SPARE_SLIPS = EventPaper(
    key="spare-slips",
    title=gettext_noop("Spare slips"),
    text=pencil_text.spare_slips_text,
    pieces=plans.spare_plans,
    backs=WITH_BACKS,
    stages=TO_PLAY,
)
RULINGS = EventPaper(
    key="rulings",
    title=gettext_noop("Blank ruling slips"),
    leaf=leaves.blank_rulings,
    text=pencil_text.rulings_text,
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

# A series has papers of the key "certificates".
AWARDS = EventPaper(
    key="awards",
    title=gettext_noop("Certificates"),
    leaf=leaves.certificates,
    text=awards.certificates_in_words,
    stages=OVER,
    tells_results=True,
)
CUP_SLIPS = EventPaper(
    key="cup-slips",
    title=gettext_noop("Cup slips"),
    leaf=leaves.cups,
    text=awards.cups_in_words,
    stages=OVER,
    tells_results=True,
)

EVENT_PAPERS: tuple[EventPaper, ...] = (
    TONIGHT,
    RANKING,
    CARDS,
    RESULTS,
    MATCHES,
    DIRECTOR,
    GUIDE_CARDS,
    TABLE_CARDS,
    TABLE_TENTS,
    SIDE_CARDS,
    CADDY,
    SLIPS,
    SPARE_SLIPS,
    RULINGS,
    TRAVELLERS,
    BLANK_CARDS,
    RECAP,
    POSTER,
    AWARDS,
    CUP_SLIPS,
)


def papers_of_events() -> tuple[EventPaper, ...]:
    """Every paper of an event, in the order of its page."""
    return EVENT_PAPERS


def find_event_paper(key: str) -> EventPaper | None:
    """Return the paper that an address names; None where there is none such."""
    return next((each for each in EVENT_PAPERS if each.key == key), None)
