"""Addresses of what is printed."""

from django.urls import path

from clubscore.sheets.views import (
    account_sheets,
    attendance_lists,
    board_cards,
    code_cards,
    event_papers,
    ruling_slips,
    series_sheet,
    several_evenings,
    sitting_sheets,
)

urlpatterns = [
    path("book/<int:person>/account.pdf", account_sheets.account_sheet, name="account-pdf"),
    path("book/<int:person>/account.txt", account_sheets.account_as_text, name="account-text"),
    path("book/<int:person>/<int:year>.pdf", account_sheets.account_year, name="account-year"),
    path("table/<int:pk>/sheet.pdf", sitting_sheets.sheet_pdf, name="sheet-pdf"),
    path("table/<int:pk>/sheet.txt", sitting_sheets.sheet_text, name="sheet-text"),
    path("table/<int:pk>/code.pdf", code_cards.table_code, name="table-code-pdf"),
    path("table/<int:pk>/positions.pdf", sitting_sheets.positions_sheet, name="positions-pdf"),
    path(
        "event/<int:event>/boards/hand-records.txt", board_cards.cards_text, name="event-cards-text"
    ),
    path("event/<int:event>/boards/<slug:kind>.pdf", board_cards.cards_pdf, name="event-cards-pdf"),
    path("event/ruling/<int:ruling>.pdf", ruling_slips.ruling_pdf, name="event-ruling-pdf"),
    path("event/ruling/<int:ruling>.txt", ruling_slips.ruling_text, name="event-ruling-text"),
    path(
        "event/<int:event>/attendance.pdf",
        attendance_lists.attendance_pdf,
        name="event-attendance-pdf",
    ),
    path(
        "event/<int:event>/attendance.txt",
        attendance_lists.attendance_words,
        name="event-attendance-text",
    ),
    path("event/<int:event>/codes.pdf", code_cards.event_codes, name="event-codes-pdf"),
    path("event/<int:event>/own-card.txt", event_papers.own_card, name="event-own-card"),
    path("event/<int:event>/<slug:kind>.pdf", event_papers.event_pdf, name="event-pdf"),
    path("event/<int:event>/<slug:kind>.txt", event_papers.event_text, name="event-text"),
    path("results/as-one.pdf", several_evenings.several_pdf, name="results-as-one-pdf"),
    path("results/as-one.txt", several_evenings.several_text, name="results-as-one-text"),
    path("series/<int:pk>.pdf", series_sheet.series_pdf, name="series-pdf"),
    path("series/<int:pk>.txt", series_sheet.series_text, name="series-text"),
    path(
        "series/<int:pk>/certificates.pdf", series_sheet.certificates_pdf, name="certificates-pdf"
    ),
    path(
        "series/<int:pk>/certificates.txt", series_sheet.certificates_text, name="certificates-text"
    ),
    path("games/<slug:key>/blank.pdf", sitting_sheets.blank_sheet, name="blank-sheet"),
    path("games/<slug:key>/card.pdf", sitting_sheets.game_card, name="game-card"),
]
