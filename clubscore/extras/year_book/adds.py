"""What the year book adds."""

from django.utils.translation import gettext_lazy as _

from clubscore.extras.year_book.paper import TREASURERS_BOOK, YEAR_BOOK
from clubscore.web.hooks import Card, Extra

EXTRA = Extra(
    key="year_book",
    title=_("Year book"),
    about=_("The club's year as a booklet: the season, every evening, records, members."),
    papers=(YEAR_BOOK, TREASURERS_BOOK),
    cards={"season": Card("extras/year_book/season.html")},
)
