"""Events in files of every kind: which kind it is, how large it may be, what it tells.

Everything is read in memory and nothing is written. What is wrong is a RuleError that says where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.deals.file_size import check_size
from clubscore.events.state.impossible_scores import impossible_in
from clubscore.exchange.event_formats import kind_of, read_formats
from clubscore.exchange.reading.elsewhere import belongs_elsewhere
from clubscore.exchange.reading.event_format import NOBODY_ONLINE, Online, Open
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.foreign import MOST_NOTES
from clubscore.exchange.reading.left_open import DATE, RESULT, SCORING, Ask, date_asked
from clubscore.ranking import one_field, read_event
from clubscore.ranking.scorings import scoring_keys

# So many results of an event are asked for on the page that shows it.
MOST_ASKED = 40


def read_events(
    name: str,
    content: bytes,
    scoring: str = "",
    *,
    ask: bool = False,
    scheme: str = "",
    online: Online = NOBODY_ONLINE,
    rows: int = MOST_ASKED,
) -> list[Brought]:
    """Return the events of a file; ``name`` is only for files that do not say what they are.

    ``scoring`` is the way in which results are compared where the file does not say; with ``ask``
    that is a question of the event, and without either it is refused; so is what a row says that
    nobody knows, which is told and not played without. ``scheme`` is the federation
    of the club that reads it, whose numbers those of people are where a file does not say;
    ``online`` who its members are where people play under user names. Of rows that
    say nothing known at most ``rows`` are asked about, the others told.
    RuleError at a line, or at a field like ``line 2.results[3].contract``.
    """
    reads = read_formats()[kind_of(content)]
    check_size(content, reads.largest)
    other = belongs_elsewhere(name, content) if reads.may_be else None
    if other is not None:
        raise other
    found = reads.read(content, Open(scoring, ask, scheme, online))
    found = [each._replace(notes=(*each.notes, *impossible_in(each.told))) for each in found]
    return [told_instead(each, rows if ask else 0) for each in found]


def told_instead(found: Brought, most: int) -> Brought:
    """Return an event that asks for at most so many results; the others are told as not played."""
    rows = [ask for ask in found.asks if ask.what == RESULT]
    told = [
        _("%(why)s This result comes in as not played; enter it afterwards.") % {"why": ask.given}
        for ask in rows[most:]
    ]
    if len(told) > MOST_NOTES:
        more = len(told) - MOST_NOTES
        said = ngettext("and %(n)s more like these", "and %(n)s more like these", more)
        told = [*told[:MOST_NOTES], said % {"n": more}]
    asks = [ask for ask in found.asks if ask not in rows[most:]]
    return found._replace(notes=(*found.notes, *told), asks=tuple(asks))


def as_one_field(found: Sequence[Brought]) -> list[Brought]:
    """Return rooms that played the same boards as one event. RuleError where they differ."""
    field = one_field([each.told for each in found])
    names = (each.told.about.get("club") or each.told.about.get("name", "") for each in found)
    rooms = tuple(f"{number}: {name}" for number, name in enumerate(names, 1) if name)
    asks = {ask.what: ask for each in found for ask in each.asks if ask.what == SCORING}
    if any(each.asks_for(DATE) for each in found):
        asks |= {ask.what: ask for ask in date_asked(field)}
    notes = (*rooms, *(note for each in found for note in each.notes))
    return [told_instead(Brought(field, notes, (*asks.values(), *_rows(found))), MOST_ASKED)]


def _rows(found: Sequence[Brought]) -> Iterator[Ask]:
    """The results that rooms ask for, by their numbers in the field of all."""
    before = 0
    for each in found:
        for ask in each.asks:
            if ask.what == RESULT:
                yield ask._replace(result=before + ask.result)
        before += len(each.told.results)


def scored_as(found: Brought, scoring: str) -> Brought:
    """Return an event compared in another way than its file says. RuleError where it cannot be."""
    if scoring not in scoring_keys():
        return found
    asks = tuple(each for each in found.asks if each.what != SCORING)
    return Brought(read_event(found.told.facts() | {"scoring": scoring}), found.notes, asks)
