"""Every address of ClubScore. The table of who may open which stands in tests/test_addresses.py."""

from django.urls import include, path

urlpatterns = [
    # Addresses are looked through in this order; those of tables are asked for most.
    path("", include("clubscore.events.urls")),
    path("", include("clubscore.rubbers.urls")),
    path("", include("clubscore.room.urls")),
    path("", include("clubscore.sheets.urls")),
    path("", include("clubscore.mailing.urls")),
    path("", include("clubscore.exchange.urls")),
]

handler400 = "clubscore.room.error_pages.bad_request"
handler403 = "clubscore.room.error_pages.not_allowed"
handler404 = "clubscore.room.error_pages.not_found"
handler500 = "clubscore.room.error_pages.broken"
