"""Addresses of what is printed, made from the table of papers."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import URLPattern, path

from clubscore.extras.gazette import paper as gazette_papers
from clubscore.extras.sets import pages as contest_boxes
from clubscore.extras.year_book import paper as year_books
from clubscore.papers import account as account_sheets
from clubscore.papers import codes as code_cards
from clubscore.papers import event_views as attendance_lists
from clubscore.papers import event_views as board_cards
from clubscore.papers import event_views as event_papers
from clubscore.papers import event_views as label_sheets
from clubscore.papers import event_views as ruling_slips
from clubscore.papers import ranking as several_evenings
from clubscore.papers import receipts as receipt_sheets
from clubscore.papers import rubber_papers as evening_money
from clubscore.papers import rubber_papers as sitting_sheets
from clubscore.papers import rubber_papers as slips_to_hand_out
from clubscore.papers import rubber_papers as table_texts
from clubscore.papers import series as season_posters
from clubscore.papers import series as series_sheet
from clubscore.papers.registry import every_paper

# What answers for each address that the table of papers names.
VIEWS: dict[str, Callable[..., HttpResponseBase]] = {
    "account-pdf": account_sheets.account_sheet,
    "account-text": account_sheets.account_as_text,
    "evening-money-pdf": evening_money.evening_pdf,
    "evening-money-text": evening_money.evening_text,
    "gazette-pdf": gazette_papers.pdf,
    "gazette-text": gazette_papers.text,
    "receipts-pdf": receipt_sheets.pdf,
    "receipts-text": receipt_sheets.text,
    "sheet-pdf": sitting_sheets.sheet_pdf,
    "sheet-text": sitting_sheets.sheet_text,
    "slips-pdf": slips_to_hand_out.slips_pdf,
    "slips-text": slips_to_hand_out.slips_text,
    "table-code-pdf": code_cards.table_code,
    "table-code-text": code_cards.table_code_as_text,
    "positions-pdf": sitting_sheets.positions_sheet,
    "positions-text": table_texts.positions_as_text,
    "event-cards-text": board_cards.cards_text,
    "event-cards-pdf": board_cards.cards_pdf,
    "event-ruling-pdf": ruling_slips.ruling_pdf,
    "event-ruling-text": ruling_slips.ruling_text,
    "event-attendance-pdf": attendance_lists.attendance_pdf,
    "event-attendance-text": attendance_lists.attendance_words,
    "event-labels-pdf": label_sheets.label_pdf,
    "event-labels-text": label_sheets.label_text,
    "event-codes-pdf": code_cards.event_codes,
    "event-codes-text": code_cards.event_codes_as_text,
    "event-pdf": event_papers.event_pdf,
    "event-text": event_papers.event_text,
    "results-as-one-pdf": several_evenings.several_pdf,
    "results-as-one-text": several_evenings.several_text,
    "year-book-pdf": year_books.book_pdf,
    "year-book-text": year_books.book_text,
    "series-poster-pdf": season_posters.poster_pdf,
    "series-poster-text": season_posters.poster_text,
    "series-pdf": series_sheet.series_pdf,
    "series-text": series_sheet.series_answer,
    "certificates-pdf": series_sheet.certificates_pdf,
    "certificates-text": series_sheet.certificates_text,
    "world-box-pdf": contest_boxes.box_as_pdf,
    "world-box-text": contest_boxes.box_as_text,
    "blank-sheet": sitting_sheets.blank_sheet,
    "game-card": sitting_sheets.game_card,
    "game-card-text": table_texts.game_as_text,
}
# A year of an account, the one card of whoever asks, and the page that asks about labels.
BESIDES = [
    path("book/<int:person>/<int:year>.pdf", account_sheets.account_year, name="account-year"),
    path("event/<int:event>/own-card.txt", event_papers.own_card, name="event-own-card"),
    path("event/<int:event>/labels/", label_sheets.label_page, name="event-labels"),
]


def of_papers() -> list[URLPattern]:
    """Return an address for each format of each paper; one that fits any word comes last."""
    routes = {each.address: paper.route(each) for paper in every_paper() for each in paper.formats}
    names = sorted(routes, key=lambda name: "<slug:kind>" in routes[name])
    return [path(routes[name], VIEWS[name], name=name) for name in names]


urlpatterns = BESIDES + of_papers()
