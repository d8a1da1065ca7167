"""A series in words: its rules, a sentence each, and what every change of it changed."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.models import Person
from clubscore.club.wording.days import long_date
from clubscore.club.wording.names import listed, named
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.in_series.series_write import PAIRS, PLAYERS, rules_of
from clubscore.events.models import Event, Series, SeriesChange
from clubscore.events.models.series_facts import EventMissed, SeriesKept, SeriesTold, StoodIn
from clubscore.ranking.member_numbers import label_of_scheme
from clubscore.ranking.series import (
    ALL,
    AWARDS,
    BEST,
    BY_BOARDS,
    DROP,
    HALF_BEYOND_FIVE,
    HANDICAP,
    MISSED_AVERAGE,
    MISSED_NOTHING,
    PERCENT,
    PLACES,
    SCORE,
)

WHO_WORDS: Final = {
    PLAYERS: gettext_lazy("each player"),
    PAIRS: gettext_lazy("each pair"),
}
VALUE_WORDS: Final = {
    PERCENT: gettext_lazy("mean percentage"),
    BY_BOARDS: gettext_lazy("mean percentage by boards"),
    HANDICAP: gettext_lazy("mean percentage with handicap"),
    PLACES: gettext_lazy("points for places"),
    SCORE: gettext_lazy("points of the events"),
    AWARDS: gettext_lazy("master points of each player"),
}
COUNT_WORDS: Final = {
    ALL: gettext_lazy("all events"),
    BEST: gettext_lazy("the best of them"),
    DROP: gettext_lazy("all but the lowest"),
    HALF_BEYOND_FIVE: gettext_lazy("half of those beyond five"),
}
MISSED_WORDS: Final = {
    MISSED_NOTHING: gettext_lazy("does not count"),
    MISSED_AVERAGE: gettext_lazy("own average, falling"),
}


def rules_in_words(kept: SeriesKept) -> list[str]:
    """Return how a series is counted, a sentence each."""
    rules = rules_of(kept)
    found = [
        _("Ranked: %(who)s. Counted: %(value)s.")
        % {"who": str(WHO_WORDS[kept.get("who", PLAYERS)]), "value": str(VALUE_WORDS[rules.value])}
    ]
    if rules.value == PLACES:
        told = {"points": ", ".join(map(str, rules.points))}
        found.append(
            _("Points from the first place on: %(points)s; those who tie share them.") % told
        )
    found.append(_counted(rules.count, rules.number))
    if rules.minimum:
        text = ngettext("A place takes %(n)s event.", "A place takes %(n)s events.", rules.minimum)
        found.append(text % {"n": rules.minimum})
    if rules.partners:
        text = ngettext(
            "A place takes %(n)s partner.", "A place takes %(n)s different partners.",
            rules.partners,
        )  # fmt: skip
        found.append(text % {"n": rules.partners})
    if kept.get("members_only"):
        found.append(_("Members only."))
    if rules.substitutes:
        text = ngettext(
            "A substitute may play %(n)s event.", "A substitute may play %(n)s events.",
            rules.substitutes,
        )  # fmt: skip
        found.append(text % {"n": rules.substitutes})
    if rules.missed == MISSED_AVERAGE:
        text = _(
            "An event missed with notice is the own average, at most 50 %, then 45, 40 and 35 %;"
            " without notice 25 %."
        )
        found.append(text)
    return found + _moves(rules.up, rules.down)


def _counted(count: str, number: int) -> str:
    if count == BEST:
        text = ngettext(
            "The best event of each counts.", "The best %(n)s events of each count.", number
        )
    elif count == DROP:
        text = ngettext(
            "The lowest event of each is dropped.",
            "The lowest %(n)s events of each are dropped.",
            number,
        )
    elif count == HALF_BEYOND_FIVE:
        text = _("Of the events beyond five of each, the lowest half is dropped.")
    else:
        text = _("All events count.")
    return text % {"n": number}


def _moves(up: int, down: int) -> list[str]:
    found = []
    if up:
        text = ngettext("The first goes up.", "The first %(n)s go up.", up)
        found.append(text % {"n": up})
    if down:
        text = ngettext("The last goes down.", "The last %(n)s go down.", down)
        found.append(text % {"n": down})
    return found


class ChangeLine(NamedTuple):
    """A change of a series, and what it changed in words."""

    told: SeriesChange
    what: list[str]


def series_history(series: Series) -> list[ChangeLine]:
    """Return every change of a series, the newest first. Three queries."""
    changes = list(series.changes.order_by("pk"))
    told = [each.data for each in changes]
    events, people = _named(series, [each.get("kept", {}) for each in told])
    words = _Words(events, people)
    before: Sequence[SeriesTold] = [{}, *told[:-1]] if told else []
    return [
        ChangeLine(change, words.changed(was, now))
        for change, was, now in zip(changes, before, told, strict=True)
    ][::-1]


def _named(series: Series, kept: Sequence[SeriesKept]) -> tuple[dict[int, str], dict[int, str]]:
    """What the events and people are called that any of these name."""
    events = {pk for each in kept for pk in each.get("events", [])}
    people = {pk for each in kept for one in each.get("absent", []) for pk in one["who"]}
    for each in kept:
        for one in each.get("stood_in", []):
            people |= {one["who"], one["whose"]}
            events.add(one["event"])
    found = Event.sessions.filter(club=series.club, pk__in=events)
    known = Person.objects.filter(club=series.club, pk__in=people)
    return (
        {event.pk: event_called(event) for event in found},
        {person.pk: person.name for person in known},
    )


def event_called(event: Event) -> str:
    """Return what an event of a series is called: its name and its day."""
    return f"{event.name}, {long_date(event.evening)}"


class _Words:
    """Says changes, with the names of events and people."""

    def __init__(self, events: Mapping[int, str], people: Mapping[int, str]) -> None:
        self.events, self.people = events, people

    def changed(self, was: SeriesTold, now: SeriesTold) -> list[str]:
        """What one change changed."""
        before, after = was.get("kept", {}), now.get("kept", {})
        found = []
        if was.get("name") != now.get("name"):
            found.append(_("name: %(name)s") % {"name": now.get("name", "")})
        if was.get("removed", False) != now.get("removed", False):
            found.append(_("removed") if now.get("removed") else _("restored"))
        if was.get("closed", False) != now.get("closed", False):
            found.append(_("season closed") if now.get("closed") else _("reopened"))
        found += self._events(before.get("events", []), after.get("events", []))
        if was and rules_in_words(before) != rules_in_words(after):
            found.append(_("rules: %(rules)s") % {"rules": " ".join(rules_in_words(after))})
        found += self._stood_in(before.get("stood_in", []), after.get("stood_in", []))
        found += self._absent(before.get("absent", []), after.get("absent", []))
        return found

    def _events(self, was: Sequence[int], now: Sequence[int]) -> list[str]:
        found = []
        if added := [self.events.get(pk, "") for pk in now if pk not in was]:
            found.append(_("added: %(events)s") % {"events": "; ".join(added)})
        if gone := [self.events.get(pk, "") for pk in was if pk not in now]:
            found.append(_("removed: %(events)s") % {"events": "; ".join(gone)})
        return found

    def _stood_in(self, was: Sequence[StoodIn], now: Sequence[StoodIn]) -> list[str]:
        text, out = self.stood_in, _("no longer: %(what)s")
        return [text(each) for each in now if each not in was] + [
            out % {"what": text(each)} for each in was if each not in now
        ]

    def _absent(self, was: Sequence[EventMissed], now: Sequence[EventMissed]) -> list[str]:
        text, out = self.absent, _("no longer: %(what)s")
        return [text(each) for each in now if each not in was] + [
            out % {"what": text(each)} for each in was if each not in now
        ]

    def stood_in(self, said: StoodIn) -> str:
        """Who played for whom, and where."""
        return _("%(who)s played for %(whose)s: %(event)s") % {
            "who": self.people.get(said["who"], ""),
            "whose": self.people.get(said["whose"], ""),
            "event": self.events.get(said["event"], ""),
        }

    def absent(self, said: EventMissed) -> str:
        """Who missed which event, and whether they had said so."""
        names = named(self.people.get(pk, "") for pk in said["who"])
        values = {"who": names, "event": self.events.get(said["event"], "")}
        if said["notice"]:
            return _("%(who)s missed, with notice: %(event)s") % values
        return _("%(who)s missed, without notice: %(event)s") % values


def notes_in_words(series: Series) -> tuple[list[str], list[str]]:
    """Return who stood in for whom, and who missed what, as they are kept now. Two queries."""
    events, people = _named(series, [series.kept])
    words = _Words(events, people)
    return (
        [words.stood_in(each) for each in series.kept.get("stood_in", [])],
        [words.absent(each) for each in series.kept.get("absent", [])],
    )


def not_counted(now: SeriesNow) -> str:
    """Return which events do not count, wholly or for anyone, and why; nothing where all do."""
    if now.rules.value == AWARDS and len(now.schemes) > 1 and not now.scheme:
        text = _(
            "These events have master points of several schemes: %(schemes)s. Only one can count:"
            " that of the club's federation, which Club settings say."
        )
        return text % {"schemes": listed(map(label_of_scheme, now.schemes))}
    without = now.without_value
    if now.rules.value == AWARDS:
        text = ngettext(
            "This event has no master points and does not count: %(events)s.",
            "These events have no master points and do not count: %(events)s.",
            len(without),
        )
    else:
        text = ngettext(
            "This event has no percentages and does not count: %(events)s.",
            "These events have no percentages and do not count: %(events)s.",
            len(without),
        )
    nobody = ngettext(
        "No player of this imported event is known to be one of the club: %(events)s.",
        "No player of these imported events is known to be one of the club: %(events)s.",
        len(now.without_people),
    )
    said = ((text, without), (nobody, now.without_people))
    return " ".join(
        words % {"events": listed(event.name for event in events)}
        for words, events in said
        if events
    )
