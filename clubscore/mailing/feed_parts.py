"""What both feeds need: ids that stay, when something last changed, text that XML can have."""

import datetime as dt
import re
import uuid
from collections.abc import Iterable

from django.db.models import Max
from django.utils.crypto import salted_hmac

from clubscore.events.models import Event, EventHappening, ResultRevision

# What XML 1.0 has no place for.
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lasting_id(kind: str, pk: int) -> uuid.UUID:
    """Return an id that a row keeps whatever changes in it, and that no other server gives."""
    digest = salted_hmac("clubscore.feeds", f"{kind}-{pk}", algorithm="sha256").digest()
    return uuid.UUID(bytes=digest[:16], version=4)


def changed_at(events: Iterable[Event]) -> dict[int, dt.datetime]:
    """Return when each of some events last changed: a happening, a result. Two queries."""
    found = {event.pk: event.opened_at for event in events}
    here = {"event__in": list(found)}
    happened = EventHappening.objects.filter(**here).order_by().values_list("event")
    of_section = {"section__event__in": list(found)}
    told = ResultRevision.objects.filter(**of_section).order_by().values_list("section__event")
    for rows in (happened, told):
        newest: Iterable[tuple[int, dt.datetime]] = rows.annotate(last=Max("at"))
        for pk, last in newest:
            found[pk] = max(found[pk], last)
    return found


def for_xml(text: str) -> str:
    """Return a text without the letters that XML has no place for."""
    return NO_XML.sub(" ", text)
