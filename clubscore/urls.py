"""Every address of ClubScore. The table of who may open which stands in tests/test_addresses.py."""

from django.urls import include, path

urlpatterns = [
    path("", include("clubscore.club.urls")),
    path("", include("clubscore.rubber.urls")),
    path("", include("clubscore.duplicate.urls")),
    path("", include("clubscore.sheets.urls")),
    path("", include("clubscore.exchange.urls")),
]

handler400 = "clubscore.club.errors.bad_request"
handler403 = "clubscore.club.errors.not_allowed"
handler404 = "clubscore.club.errors.not_found"
handler500 = "clubscore.club.errors.broken"
