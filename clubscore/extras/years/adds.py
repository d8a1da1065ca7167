"""What is played over the years adds."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.years import boards as kept_boards
from clubscore.extras.years import club_years, contract_pages, pages, people_pages
from clubscore.jobs.queue import failed_lately
from clubscore.web.hooks import Card, Extra, JobKind, is_shown


def _ask() -> None:
    """Ask for the boards of clubs that have events of which nothing is kept."""
    for club in kept_boards.clubs_behind():
        if is_shown("years", club) and not failed_lately(kept_boards.KIND, str(club.pk)):
            kept_boards.ask_for(club)


EXTRA = Extra(
    key="years",
    title=_("Over the years"),
    about=_("What everyone played over the years: averages, partners, contracts, boards."),
    shown_at_first=True,
    pages=(
        path("players/<int:person>/years/", pages.years, name="person-years"),
        path("players/<int:person>/partners/", people_pages.partners, name="person-partners"),
        path(
            "players/<int:person>/against/<int:other>/", people_pages.against, name="person-against"
        ),
        path("players/<int:person>/boards/", people_pages.boards, name="person-boards"),
        path("players/<int:person>/contracts/", contract_pages.contracts, name="person-contracts"),
        path("results/years/", club_years.club_years, name="club-years"),
        path("results/years/<slug:year>/", club_years.club_year, name="club-year"),
    ),
    cards={
        "person-keys": Card("extras/years/person.html"),
        "results-keys": Card("extras/years/results.html"),
    },
    jobs=(JobKind(kept_boards.KIND, kept_boards.work_out, _("People over the years"), _ask),),
)
