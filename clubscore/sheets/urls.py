"""Addresses of what is printed."""

from django.urls import path

from clubscore.sheets import (
    account_views,
    cards_views,
    codes_views,
    event_views,
    several_views,
    views,
)

urlpatterns = [
    path("book/<int:person>/account.pdf", account_views.account_sheet, name="account-pdf"),
    path("book/<int:person>/<int:year>.pdf", account_views.account_year, name="account-year"),
    path("table/<int:pk>/sheet.pdf", views.sheet_pdf, name="sheet-pdf"),
    path("table/<int:pk>/sheet.txt", views.sheet_text, name="sheet-text"),
    path("table/<int:pk>/code.pdf", codes_views.table_code, name="table-code-pdf"),
    path("table/<int:pk>/positions.pdf", views.positions_sheet, name="positions-pdf"),
    path(
        "event/<int:event>/boards/hand-records.txt", cards_views.cards_text, name="event-cards-text"
    ),
    path("event/<int:event>/boards/<slug:kind>.pdf", cards_views.cards_pdf, name="event-cards-pdf"),
    path("event/<int:event>/codes.pdf", codes_views.event_codes, name="event-codes-pdf"),
    path("event/<int:event>/own-card.txt", event_views.own_card, name="event-own-card"),
    path("event/<int:event>/<slug:kind>.pdf", event_views.event_pdf, name="event-pdf"),
    path("event/<int:event>/<slug:kind>.txt", event_views.event_text, name="event-text"),
    path("results/as-one.pdf", several_views.several_pdf, name="results-as-one-pdf"),
    path("results/as-one.txt", several_views.several_text, name="results-as-one-text"),
    path("games/<slug:key>/blank.pdf", views.blank_sheet, name="blank-sheet"),
    path("games/<slug:key>/card.pdf", views.game_card, name="game-card"),
]
