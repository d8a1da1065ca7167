"""Every address of ClubScore. The table of who may open which stands in tests/test_addresses.py."""

from django.urls import include, path

from clubscore.web.hooks import extras

urlpatterns = [
    # Addresses are looked through in this order; those of tables are asked for most.
    path("", include("clubscore.events.urls")),
    path("", include("clubscore.rubbers.urls")),
    path("", include("clubscore.home.urls")),
    path("", include("clubscore.papers.urls")),
    path("", include("clubscore.files.urls")),
    *(page for extra in extras() for page in extra.pages),
]

handler400 = "clubscore.home.frame.bad_request"
handler403 = "clubscore.home.frame.not_allowed"
handler404 = "clubscore.home.frame.not_found"
handler500 = "clubscore.home.frame.broken"
