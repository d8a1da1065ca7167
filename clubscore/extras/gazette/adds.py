"""What the gazette adds."""

from collections.abc import Mapping
from typing import Any

from django.template.context import Context
from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.gazette import pages
from clubscore.extras.gazette.evening import released
from clubscore.extras.gazette.paper import GAZETTE
from clubscore.web.hooks import Card, Extra


def _of_evening(page: Context) -> Mapping[str, Any] | None:
    """Show the key of an evening that has a gazette for its reader."""
    seen = vars(page["request"])
    if "gazettes" not in seen:
        actor, days = page["actor"], [row[0] for row in page["evenings"]]
        seen["gazettes"] = {*days} if actor.is_director else released(actor.club, days)
    return {} if page["evening"] in seen["gazettes"] else None


EXTRA = Extra(
    key="gazette",
    title=_("Evening Gazette"),
    about=_("A page of stories about each evening, to read and to print."),
    shown_at_first=True,
    pages=(
        path("results/<slug:day>/gazette/", pages.gazette, name="gazette"),
        path("results/<slug:day>/gazette/decide/", pages.decide, name="gazette-decide"),
    ),
    papers=(GAZETTE,),
    cards={"results-evening": Card("extras/gazette/evening.html", _of_evening)},
)
