"""Parts of a table's page that hold as long as movement, entries and terms: rendered once."""

from collections.abc import Mapping
from typing import cast

from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from clubscore.events.play.table_page import TablePage

PARTS = "events/parts"


class LastingTexts:
    """What a table's page says that no report changes. The room keeps it (`Room.lasting`)."""

    def __init__(self, page: TablePage) -> None:
        self._page = page
        self._said: Mapping[str, object] = {"page": page, "event": page.room.event}

    def _once(self, what: tuple[object, ...], template: str, **more: object) -> SafeString:
        """Return a part, which `what` tells from all others of this round."""
        room = self._page.room
        # What a round said is not asked for again.
        now = (room.event.round, *sorted(room.event.behind.items()))
        of_round = room.lasting.get("texts", (None, {}))
        then, known = cast(tuple[object, dict[object, SafeString]], of_round)
        if then != now:
            known = {}
            room.lasting["texts"] = (now, known)
        if what not in known:
            known[what] = render_to_string(f"{PARTS}/{template}", {**self._said, **more})
        return known[what]

    @property
    def away(self) -> SafeString:
        """The frame that a phone fills in while the server cannot be reached."""
        return self._once(("away",), "away.html")

    @property
    def bars(self) -> SafeString:
        """The keys of a result, kept where nothing is entered in them."""
        page = self._page
        keys = SimpleLazyObject(lambda: page.keys)
        shown = {"keys": keys, "lead": page.room.event.asks_lead}
        if not page.is_blank:
            return render_to_string(f"{PARTS}/bars.html", shown)
        return self._once(("bars", *page.seats.items()), "bars.html", **shown)

    @property
    def session(self) -> SafeString:
        """Everything that is played at this table, round by round."""
        page = self._page
        return self._once(("session", page.section.pk, page.number), "session_here.html")
