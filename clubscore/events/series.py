"""A series of events: its rules, its table as it stands, its changes, and past seasons.

Each change keeps the whole of what was set, so that the history can say what changed and when.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.database import Remembered
from clubscore.club.entry import Refused, authored
from clubscore.club.models import Club, Person
from clubscore.club.wording import MINUS, listed, long_date, named
from clubscore.events.imported import imported_of_each
from clubscore.events.models import Event, Series, SeriesChange, ToldPlayer
from clubscore.events.models.facts import EventMissed, SeriesKept, SeriesTold, StoodIn
from clubscore.events.scoring import key_of_entry, ranked_of
from clubscore.events.state import EventState, rooms_of
from clubscore.ranking import Ranked, rank, show_alike
from clubscore.ranking.contestant import MasterPoints
from clubscore.ranking.member_numbers import label_of_scheme
from clubscore.ranking.series import (
    ALL,
    AVERAGED,
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
    Missed,
    SeriesLine,
    SeriesResult,
    SeriesRules,
    points_for_place,
    series_table,
)
from clubscore.ranking.totals import HANDICAP as BY_HANDICAP

# ---- An event's ranking as a series counts it.


class EventLine(NamedTuple):
    """A line of an event's ranking: its people, its place (0 for none) and how many share it.

    `people` are those of its `seats` players who are the club's: at an event that was played here
    all of them. `awards` are the master points that each of the players was given.
    """

    contestant: str
    people: tuple[int, ...]
    seats: int
    place: int
    tied: int
    percent: Fraction | None
    score: Fraction
    boards: int
    # The percentage with the handicap; the same where no one at the event has one.
    with_handicap: Fraction | None
    awards: tuple[MasterPoints, ...] = ()
    # "NS" or "EW" where each direction has a list of its own.
    direction: str = ""


# By event and its revision: the lines of its ranking. Who somebody in a file is may change without.
_lines: Remembered[tuple[int, int], tuple[EventLine, ...]] = Remembered()


def lines_of(events: Sequence[Event]) -> dict[int, tuple[EventLine, ...]]:
    """Read the rankings of events, those that are not remembered.

    Four queries together; of all imported events one, and one for who is who in them.
    """
    keys = {event.pk: (event.pk, event.revision) for event in events}
    known = {pk: _lines.get(key) for pk, key in keys.items()}
    unknown = [event for event in events if known[event.pk] is None]
    played_here = [event for event in unknown if not event.told]
    for room in rooms_of(played_here) if played_here else ():
        known[room.event.pk] = _ranked_here(room)
    imported = [event for event in unknown if event.told]
    files = imported_of_each(imported) if imported else {}
    for event in unknown:
        if event.told:
            told = rank(files[event.pk])
            seats = {key: len(each.names) for key, each in told.event.contestants.items()}
            known[event.pk] = _lines_in(told, {}, seats)
        _lines.keep(keys[event.pk], known[event.pk] or ())
    links = _who_is_who([event for event in events if event.told])
    return {
        event.pk: tuple(
            each._replace(people=links.get((event.pk, each.contestant), ())) if event.told else each
            for each in known[event.pk] or ()
        )
        for event in events
    }


def _who_is_who(events: Sequence[Event]) -> dict[tuple[int, str], tuple[int, ...]]:
    """Return {(event, contestant): the club's people among them, in the order of the file}."""
    found: dict[tuple[int, str], tuple[int, ...]] = {}
    for link in ToldPlayer.objects.filter(event__in=events) if events else ():
        key = (link.event_id, link.contestant)
        found[key] = (*found.get(key, ()), link.person_id)
    return found


def _ranked_here(room: EventState) -> tuple[EventLine, ...]:
    people = {
        key_of_entry(room, entry): tuple(person.pk for person in entry.people)
        for entry in room.entries
    }
    seats = {key: len(each) for key, each in people.items()}
    return _lines_in(ranked_of(room), people, seats)


def _lines_in(
    ranked: Ranked, people: Mapping[str, tuple[int, ...]], seats: Mapping[str, int]
) -> tuple[EventLine, ...]:
    found = []
    handicapped = {
        row.entry.contestant.number: row.entry.percent
        for ranking in ranked.rankings
        if ranking.list == BY_HANDICAP
        for row in ranking.rows
    }
    for ranking in ranked.rankings:
        if ranking.list != "scratch":
            continue
        shared = Counter(row.place for row in ranking.rows)
        for row in ranking.rows:
            entry, who = row.entry, row.entry.contestant
            if not entry.boards:
                continue
            key, place = who.number, int(row.place.rstrip("=") or 0)
            adjusted = handicapped.get(key, entry.percent)
            line = EventLine(key, people.get(key, ()), seats.get(key, 0), place,
                             shared[row.place], entry.percent, entry.score, entry.boards,
                             adjusted, who.awards, ranking.direction or "")  # fmt: skip
            found.append(line)
    return tuple(found)


# ---- Opening and changing a series.

PLAYERS, PAIRS = WHO = ("players", "pairs")
# So many events may be one series, and so many entries about people.
MOST_EVENTS, MOST_NOTES = 100, 500


def series_for(actor: Actor, pk: int) -> Series:
    """Return a series of the reader's club. Raises Http404 for another's, and for a removed one.

    A director finds that too.
    """
    found = Series.objects.filter(club=actor.home, pk=pk).select_related("club").first()
    if found is None or (found.removed_at is not None and not actor.is_director):
        raise Http404
    return found


def series_of(club: Club, *, removed: bool = False) -> list[Series]:
    """Return the series of a club, the newest first; those that were removed only if wanted."""
    found = Series.objects.filter(club=club, removed_at__isnull=not removed)
    return list(found.select_related("club"))


def rules_of(kept: SeriesKept) -> SeriesRules:
    """Return how a series is counted."""
    usual = SeriesRules()
    return SeriesRules(
        value=kept.get("value", usual.value),
        count=kept.get("count", usual.count),
        number=kept.get("number", 0),
        minimum=kept.get("minimum", 0),
        partners=kept.get("partners", 0),
        missed=kept.get("missed", usual.missed),
        substitutes=kept.get("substitutes", 0),
        points=tuple(kept.get("points", usual.points)),
        up=kept.get("up", 0),
        down=kept.get("down", 0),
    )


def open_series(*, club: Club, name: str, key: str, actor: Actor) -> Series:
    """Open a series without events. The same key again returns the same series."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        there = SeriesChange.objects.filter(club=club, key=key).select_related("series").first()
        if there is not None:
            return there.series
        made = Series.objects.create(club=club, name=name, kept=SeriesKept(), opened_by=actor.label)
        _note(made, key, actor)
    return made


def change_series(
    *, series: Series, name: str, kept: SeriesKept, seen: int, key: str, actor: Actor
) -> None:
    """Set name, events and rules of a series; who stood in and who missed one stays.

    Refuses if somebody changed it since revision ``seen``, and another club's events.
    """
    with _taken(series, key, seen) as found:
        if found is None:
            return
        events = kept.get("events", [])
        if len(events) > MOST_EVENTS:
            text = _("A series has at most %(most)s events.")
            raise Refused(text % {"most": MOST_EVENTS}, "events")
        theirs = Event.sessions.filter(club=found.club, pk__in=events)
        ours = set(theirs.values_list("pk", flat=True))
        found.name = name
        found.kept = {
            **kept,
            "events": [pk for pk in events if pk in ours],
            "stood_in": found.kept.get("stood_in", []),
            "absent": found.kept.get("absent", []),
        }
        _save(found, key, actor)


def note_stood_in(*, series: Series, said: StoodIn, key: str, actor: Actor) -> None:
    """Note that somebody played an event in another's place. Refuses if that cannot be."""
    with _taken(series, key) as found:
        if found is None:
            return
        _must_be_of(found, said["event"])
        noted = found.kept.get("stood_in", [])
        if said["who"] == said["whose"]:
            raise Refused(_("Choose two different people."), "who")
        if any((each["event"], each["who"]) == (said["event"], said["who"]) for each in noted):
            text = _("That substitute is already noted for this event. Remove that first.")
            raise Refused(text, "who")
        found.kept = {**found.kept, "stood_in": [*noted[-MOST_NOTES:], said]}
        _save(found, key, actor)


def note_absent(*, series: Series, said: EventMissed, key: str, actor: Actor) -> None:
    """Note that somebody missed an event; what was noted of it before is replaced."""
    with _taken(series, key) as found:
        if found is None:
            return
        _must_be_of(found, said["event"])
        others = [
            each
            for each in found.kept.get("absent", [])
            if (each["event"], each["who"]) != (said["event"], said["who"])
        ]
        found.kept = {**found.kept, "absent": [*others[-MOST_NOTES:], said]}
        _save(found, key, actor)


def unnote(*, series: Series, what: str, at: int, seen: int, key: str, actor: Actor) -> None:
    """Take a note about people out again: ``what`` is stood_in or absent, ``at`` its place."""
    with _taken(series, key, seen) as found:
        if found is None:
            return
        kept: SeriesKept = {**found.kept}
        if what == "stood_in":
            kept["stood_in"] = [one for n, one in enumerate(kept.get("stood_in", [])) if n != at]
        else:
            kept["absent"] = [one for n, one in enumerate(kept.get("absent", [])) if n != at]
        found.kept = kept
        _save(found, key, actor)


def remove_series(*, series: Series, removed: bool, key: str, actor: Actor) -> None:
    """Take a series out of the club's lists, or bring it back; nothing of it is lost."""
    with _taken(series, key, closed_too=True) as found:
        if found is not None and (found.removed_at is not None) != removed:
            found.removed_at = clock.now() if removed else None
            _save(found, key, actor)


def close_series(*, series: Series, closed: bool, key: str, actor: Actor) -> None:
    """Close a series whose season is over, or open it again. Refuses one without events."""
    with _taken(series, key, closed_too=True) as found:
        if found is None or (found.closed_at is not None) == closed:
            return
        if closed and not found.kept.get("events"):
            raise Refused(_("Choose the events of this series first."))
        found.closed_at = clock.now() if closed else None
        _save(found, key, actor)


@contextmanager
def _taken(
    series: Series, key: str, seen: int | None = None, *, closed_too: bool = False
) -> Iterator[Series | None]:
    """Lock a series until the block ends; None where this key was heard before.

    Refuses where it was changed since it was ``seen``, and one that is closed.
    """
    with transaction.atomic():
        Series.objects.filter(pk=series.pk).update(revision=F("revision") + 1)
        found = Series.objects.select_related("club").get(pk=series.pk)
        if SeriesChange.objects.filter(club=found.club, key=key).exists():
            yield None
            return
        if seen is not None and seen != found.revision - 1:
            raise Refused(_("This series was changed by someone else. Check again."))
        if found.closed_at is not None and not closed_too:
            raise Refused(_("This season is closed. Reopen it first."))
        yield found


def _must_be_of(series: Series, event: int) -> None:
    if event not in series.kept.get("events", []):
        raise Refused(_("Choose an event of this series."), "event")


def _save(series: Series, key: str, actor: Actor) -> None:
    series.save(update_fields=["name", "kept", "removed_at", "closed_at"])
    _note(series, key, actor)


def _note(series: Series, key: str, actor: Actor) -> None:
    data = SeriesTold(
        name=series.name, kept=series.kept, removed=series.removed_at is not None,
        closed=series.closed_at is not None,
    )  # fmt: skip
    SeriesChange.objects.create(series=series, data=data, **authored(actor, series.club_id, key))


# ---- A series as it stands.

# Who a line is about: a player, or the two of a pair, by their keys in order.
Who = tuple[int, ...]


# So many events are offered, the newest.
OFFERED = 120


def events_offered(actor: Actor, chosen: Iterable[int] = ()) -> list[Event]:
    """Return the events that a series may have: finished or imported, of the reader's club.

    The newest, and those that are ``chosen`` however old.
    """
    found = Event.sessions.filter(club=actor.home, called_off_at=None)
    found = found.exclude(finished_at=None).order_by("-evening", "-pk")
    newest = list(found[:OFFERED])
    others = found.filter(pk__in=list(chosen)).exclude(pk__in=[event.pk for event in newest])
    return newest + list(others)


class SeriesTableLine(NamedTuple):
    """A line of the table, as a page shows it; ``who`` names it in a form."""

    place: str
    who: str
    names: list[str]
    played: int
    total: str
    moves: int
    cells: list["ShownCell"]
    keys: Who


class ShownCell(NamedTuple):
    """What somebody made of an event: the event's number in the list, and the value in figures."""

    event: int
    value: str
    counts: bool
    is_missed: bool
    by_substitute: bool


class SeriesNow:
    """A series with its table, as a reader may see it: nobody sees a ranking that is not open."""

    def __init__(self, series: Series, actor: Actor) -> None:
        self.series, self.kept = series, series.kept
        self.rules: SeriesRules = rules_of(self.kept)
        wanted = self.kept.get("events", [])
        found = Event.sessions.filter(club=series.club, pk__in=wanted, called_off_at=None)
        found = found.exclude(finished_at=None).select_related("club")
        if not actor.is_scorer:
            found = found.filter(ranking_open=True)
        self.events = sorted(found, key=lambda event: (event.evening, event.pk))
        self._at = {event.pk: at for at, event in enumerate(self.events)}
        self._ranked = lines_of(self.events)

    @property
    def chosen(self) -> int:
        """How many events were chosen, those that are not finished or were called off too."""
        return len(self.kept.get("events", []))

    @cached_property
    def people(self) -> dict[int, Person]:
        """Everyone who played, was missed or stood in, by key; a merged one as who they are."""
        keys = {pk for lines in self._ranked.values() for line in lines for pk in line.people}
        keys |= {pk for each in self.kept.get("absent", []) for pk in each["who"]}
        for each in self.kept.get("stood_in", []):
            keys |= {each["who"], each["whose"]}
        known = Person.objects.filter(pk__in=keys, club=self.series.club)
        found = {one.pk: one.merged_into or one for one in known.select_related("merged_into")}
        return found | {person.pk: person for person in found.values()}

    def _own(self, pk: int) -> int:
        return self.people[pk].pk if pk in self.people else pk

    @cached_property
    def without_value(self) -> list[Event]:
        """The events that do not count, because they have not what the series goes by."""
        return [
            event
            for event in self.events
            if self._ranked[event.pk]
            and all(self._value(line) is None for line in self._ranked[event.pk])
        ]

    @cached_property
    def without_people(self) -> list[Event]:
        """The imported events of whose players none is known to be the club's."""
        return [
            event
            for event in self.events
            if event.told and not any(line.people for line in self._ranked[event.pk])
        ]

    @cached_property
    def schemes(self) -> list[str]:
        """The schemes of which these events have master points, in order."""
        lines = (line for ranked in self._ranked.values() for line in ranked)
        return sorted({each.scheme for line in lines for each in line.awards})

    @property
    def scheme(self) -> str:
        """The scheme whose master points count: the club's federation's, or the only one.

        Points of two schemes are not added; empty where it is not known which are meant.
        """
        own = self.series.club.federation
        if own in self.schemes:
            return own
        return self.schemes[0] if len(self.schemes) == 1 else ""

    @cached_property
    def _substituted(self) -> dict[tuple[int, int], int]:
        """Who was stood in for: {(event, who sat there): whose place}."""
        return {
            (each["event"], self._own(each["who"])): self._own(each["whose"])
            for each in self.kept.get("stood_in", [])
        }

    def _made(self) -> dict[Hashable, list[SeriesResult]]:
        found: dict[Hashable, list[SeriesResult]] = {}
        without = self.without_value
        for event in self.events:
            for line in self._ranked[event.pk]:
                value = self._value(line)
                if value is None and self.rules.value == AWARDS and event not in without:
                    # Others at the event were given points.
                    value = Fraction(0)
                if value is None:
                    continue
                sat = [self._own(pk) for pk in line.people]
                whose = [self._substituted.get((event.pk, pk), pk) for pk in sat]
                for who, partner, instead in self._sides(sat, whose, line.seats):
                    made = SeriesResult(self._at[event.pk], value, line.boards, partner, instead)
                    # Somebody who sat twice at one event has what was better.
                    rows = found.setdefault(who, [])
                    rows[:] = _best_of_event(rows, made)
        return found

    def _sides(
        self, sat: Sequence[int], whose: Sequence[int], seats: int
    ) -> Iterable[tuple[Who, int | None, bool]]:
        """Whose lines a line of an event counts for: (who, partner, whether by a substitute)."""
        if self.kept.get("who") == PAIRS:
            if len(set(whose)) == 2 and len(sat) == seats == 2:
                yield tuple(sorted(whose)), None, list(sat) != list(whose)
            return
        for at, who in enumerate(whose):
            partner = sat[1 - at] if len(sat) == seats == 2 else None
            yield (who,), partner, sat[at] != who

    def _value(self, line: EventLine) -> Fraction | None:
        if self.rules.value == HANDICAP:
            return line.with_handicap
        if self.rules.value in AVERAGED:
            return line.percent
        if self.rules.value == PLACES:
            return points_for_place(self.rules.points, line.place, line.tied) if line.place else (
                Fraction(0)
            )  # fmt: skip
        if self.rules.value == AWARDS:
            return self._awarded(line)
        return line.score

    def _awarded(self, line: EventLine) -> Fraction | None:
        """The master points of each player of a line, of all colours; nothing where none are."""
        points = [each.points for each in line.awards if each.scheme == self.scheme]
        return sum(points, Fraction(0)) if points else None

    def _missed(self) -> dict[Hashable, list[Missed]]:
        found: dict[Hashable, list[Missed]] = {}
        for each in self.kept.get("absent", []):
            if each["event"] in self._at:
                who = tuple(sorted(self._own(pk) for pk in each["who"]))
                found.setdefault(who, []).append(Missed(self._at[each["event"]], each["notice"]))
        return found

    @cached_property
    def table(self) -> list[SeriesLine]:
        """The table, exact: those with a place, then those below the line."""
        made = self._made()
        if self.kept.get("members_only"):
            guests = {pk for pk, person in self.people.items() if person.is_guest}
            made = {who: each for who, each in made.items() if not guests & set(keys_of(who))}
        return series_table(self.rules, made, self._missed())

    @cached_property
    def lines(self) -> list[SeriesTableLine]:
        """The table as pages and papers show it."""
        totals = show_alike((line.total for line in self.table), least=2)
        return [self._line(line, total) for line, total in zip(self.table, totals, strict=True)]

    def _line(self, line: SeriesLine, total: str) -> SeriesTableLine:
        who = keys_of(line.who)
        values = show_alike((cell.value for cell in line.cells), least=2)
        cells = [
            ShownCell(cell.event + 1, value.replace("-", MINUS), cell.counts, cell.is_missed,
                      cell.by_substitute)
            for cell, value in zip(line.cells, values, strict=True)
        ]  # fmt: skip
        names = [self.people[pk].name for pk in who if pk in self.people]
        total = total.replace("-", MINUS)
        key = "-".join(map(str, who))
        return SeriesTableLine(line.place, key, names, line.played, total, line.moves, cells, who)

    @property
    def placed(self) -> list[SeriesTableLine]:
        return [line for line in self.lines if line.place]

    @property
    def below(self) -> list[SeriesTableLine]:
        """Those who lack events or partners for one."""
        return [line for line in self.lines if not line.place]

    def name_of(self, pk: int) -> str:
        """Return what a person is called here."""
        return self.people[pk].name if pk in self.people else str(pk)


def _best_of_event(rows: Sequence[SeriesResult], made: SeriesResult) -> list[SeriesResult]:
    same = [each for each in rows if each.event == made.event]
    best = max([*same, made], key=lambda each: each.value)
    return [*(each for each in rows if each.event != made.event), best]


def keys_of(who: object) -> Who:
    """Return the people of a line of the table, by their keys."""
    return who if isinstance(who, tuple) else ()


# ---- A series in words.

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


# ---- Past years.


class PastSeries(NamedTuple):
    """A series that is closed, and who won it: all who share the first place."""

    series: Series
    champions: str


def past_events(club: Club) -> list[tuple[int, Event]]:
    """Return the events of a club that are over, with their years, the newest first. One query."""
    found = Event.sessions.filter(club=club, called_off_at=None)
    found = found.exclude(finished_at=None, told=False).order_by("-evening", "-pk")
    return [(event.evening.year, event) for event in found]


def past_series(actor: Actor) -> list[tuple[int, PastSeries]]:
    """Return the closed series that a reader may see, with the years in which they ended."""
    closed = [one for one in series_of(actor.home) if one.closed_at is not None]
    return [_won(one, actor) for one in closed]


def _won(series: Series, actor: Actor) -> tuple[int, PastSeries]:
    now = SeriesNow(series, actor)
    first = [named(line.names) for line in now.lines if line.place.rstrip("=") == "1"]
    assert series.closed_at is not None  # noqa: S101 - only closed ones are asked about
    year = now.events[-1].evening.year if now.events else series.closed_at.year
    return year, PastSeries(series, "; ".join(first))
