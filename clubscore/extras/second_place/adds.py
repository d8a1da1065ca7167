"""What backups at a second place add."""

from collections.abc import Mapping
from typing import Any

from django.template.context import Context
from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.second_place import copies, pages
from clubscore.extras.second_place.pages import SECOND
from clubscore.jobs.queue import ask_unless_failed
from clubscore.jobs.worker import Work
from clubscore.web.hooks import Card, Extra, JobKind


def _send(work: Work) -> None:
    """Send the newest backup to the second place, and prove what is there. Raises Refused."""
    copies.send_and_prove(work.say)


def _told(page: Context) -> Mapping[str, Any] | None:
    """Show it to those alone who may take a backup."""
    if not page["may_back_up"]:
        return None
    return {"asks_for": copies.next_step(), "proved_at": copies.last_proved()}


EXTRA = Extra(
    key="second_place",
    title=_("Backups elsewhere"),
    about=_("Each backup is also kept in a second place, locked with a key."),
    shown_at_first=bool(copies.place()),
    pages=(path("club/second-place/", pages.page, name="club-second-place"),),
    cards={
        "club-notices": Card("extras/second_place/notice.html", _told),
        "club-keys": Card("extras/second_place/key.html", _told),
        "club-backups": Card("extras/second_place/proved.html", _told),
    },
    jobs=(
        JobKind(
            SECOND,
            _send,
            _("Backup at the second place"),
            lambda: ask_unless_failed(SECOND, copies.is_due),
        ),
    ),
    parts={"locked backups": copies},
)
