"""Whether this computer's clock is behind what it was at some time before: then somebody is asked.

A computer without a clock of its own, as a Raspberry Pi, begins where it stopped or years before,
until the internet tells it the time; what is entered meanwhile would stand under another evening.
Nothing is refused: only the director knows what day it is.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import suppress

from django.apps import apps
from django.conf import settings
from django.db.models import DateTimeField
from django.utils.translation import gettext as _

from clubscore import places
from clubscore.club import clock
from clubscore.club.evening import zone_of
from clubscore.club.models import Club
from clubscore.club.safe import backups
from clubscore.club.wording.days import clock_time, full_date
from clubscore.owner_alone import DATABASE

# Clocks of two machines differ by minutes, and a laptop may have gone to the other side of the sea.
WORTH_ASKING = dt.timedelta(hours=1)
AT = "at"  # the field of a record that says when it was made
_latest: list[dt.datetime] = []


def begin() -> None:
    """Look what time it was at the latest, before this server records anything."""
    _latest[:] = [max(_known())]


def _known() -> Iterator[dt.datetime]:
    """Yield moments that were: the program came here, rows and backups were made, it shut down."""
    files = [places.PACKAGE / "version.py"]
    if backups.uses_sqlite():
        # What was written last, at the latest when the server of before closed.
        files += settings.DATA_DIR.glob(DATABASE)
    for file in files:
        with suppress(OSError):
            yield dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC)
    yield from (at for at, _file in backups.list_backups(backups.folder())[:1])
    for model in apps.get_models():
        fields = {field.name: field for field in model._meta.concrete_fields}
        if isinstance(fields.get(AT), DateTimeField):
            newest = model._base_manager.order_by("-pk").values_list(AT, flat=True)
            yield from newest[:1]


def question(club: Club) -> str:
    """Ask what day it is, and say how it is set right; "" where the clock was never further."""
    if not _latest:  # no server
        return ""
    now = clock.now()
    if now > _latest[0] - WORTH_ASKING:
        _latest[0] = max(_latest[0], now)
        return ""
    here, before = (each.astimezone(zone_of(club)) for each in (now, _latest[0]))
    return _(
        "Is it %(today)s, %(time)s? ClubScore was open on %(later)s already. If it is not, set the"
        " date and time of the computer on which ClubScore runs; no new start is needed."
    ) % {"today": full_date(here), "time": clock_time(here), "later": full_date(before)}
