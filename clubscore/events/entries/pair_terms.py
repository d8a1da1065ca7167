"""On what terms a pair competes: its handicap, what it carries over, its stratum."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.wording.figures import typed_number
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.models.kept_facts import EntryChanged, PairTermsChanged
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.numbers import exact_text, read_number

LONGEST = 20
TOO_LONG = gettext_noop("A stratum is a short word, for example A or B.")
CHANGED = gettext_noop("Changed by someone else: it is now %(now)s.")
NOTHING = gettext_noop("empty")


class PairTerms(NamedTuple):
    """Handicap and carry-over as exact decimals in text, empty for none; the stratum's name."""

    handicap: str = ""
    carry_over: str = ""
    stratum: str = ""


def terms_of(entry: Entry) -> PairTerms:
    """Return the terms of a pair."""
    return PairTerms(entry.handicap, entry.carry_over, entry.stratum)


def read_terms(typed: PairTerms, where: str) -> PairTerms:
    """Understand what was typed. RuleError at ``handicap-<where>`` and so on."""
    handicap = _decimal(typed.handicap, f"handicap-{where}")
    carried = _decimal(typed.carry_over, f"carry_over-{where}")
    stratum = " ".join(typed.stratum.split())
    if len(stratum) > LONGEST:
        raise RuleError("text", TOO_LONG, f"stratum-{where}")
    return PairTerms(handicap, carried, stratum)


def _decimal(text: str, where: str) -> str:
    said = typed_number(text)
    return exact_text(read_number(said[: LONGEST + 1], where)) if said else ""


def set_terms(
    *,
    event: Event,
    terms: Mapping[int, PairTerms],
    seen: Mapping[int, PairTerms],
    key: str,
    actor: Actor,
) -> None:
    """Write the terms of pairs, {entry: terms}; `seen` is what the page showed.

    Only differences from what was seen are written. RuleError if someone else has changed
    the same pair since; then nothing is written.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        entries = {each.pk: each for each in Entry.objects.filter(event=found, pk__in=list(terms))}
        changed = {
            pk: new for pk, new in terms.items() if pk in entries and new != seen.get(pk, new)
        }
        was = {pk: terms_of(entries[pk]) for pk in changed}
        told = {str(pk): PairTermsChanged(was=was[pk], now=new) for pk, new in changed.items()}
        data = EntryChanged(what="terms", terms=told)
        if not told or not note(found, EventHappening.Kind.ENTRY, key, actor, data):
            return
        for pk, new in changed.items():
            if was[pk] not in (seen[pk], new):
                now = ", ".join(filter(None, was[pk])) or NOTHING
                raise RuleError("changed", CHANGED, f"handicap-{pk}", now=now)
            Entry.objects.filter(pk=pk).update(**new._asdict())
