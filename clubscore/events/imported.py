"""Events that came whole from a file, and who their players are among the club's people.

Players are found by number, then by name. Where there is a doubt somebody is asked; nobody is
taken for another silently, and whoever is found nowhere stays a name.
"""

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypedDict

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Authorship, Refused, authored
from clubscore.club.federation_numbers import Holder, holders
from clubscore.club.models import Club, Person, evening_of
from clubscore.club.odd_names import as_compared
from clubscore.club.people import people_in
from clubscore.events.locks import note, taken_event
from clubscore.events.models import Event, EventHappening, Telling, ToldPlayer
from clubscore.events.models.facts import EventOpened, OptionsKept, ToldAgain
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking import rank, read_event
from clubscore.ranking.member_numbers import OWN

NAMESAKES = gettext_noop("Several people in the club have this name.")
TWO_PEOPLE = gettext_noop("The numbers in the file belong to different people in the club.")
OTHER_NAME = gettext_noop("The number in the file belongs to a person with another name.")
OTHER_NUMBER = gettext_noop("The person in the club with this name has another number.")
TWICE = gettext_noop("Two players of one event may be this person.")

# Where in an event somebody stands: the contestant's number, and the place among its names.
Spot = tuple[str, int]
Linked = Mapping[Spot, int]


class FilePlayer(NamedTuple):
    """Somebody as a file has them: the name, and numbers by scheme in the order of the schemes."""

    name: str
    numbers: tuple[tuple[str, str], ...] = ()

    @property
    def alike(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What is equal for one player in several files, however capitals and spaces stand."""
        return as_compared(self.name), self.numbers


class MatchedPerson(NamedTuple):
    """Whom a player may be: `person` where nothing speaks against it, else one of `may_be`.

    `why` there is a doubt is marked for translation, and empty where there is none.
    """

    person: Person | None = None
    may_be: tuple[Person, ...] = ()
    why: str = ""


def players_of(told: RankedEvent) -> dict[Spot, FilePlayer]:
    """Return everybody in an event, in the order of its file."""
    found: dict[Spot, FilePlayer] = {}
    for number, contestant in told.contestants.items():
        for order, name in enumerate(contestant.names):
            theirs = contestant.numbers[order] if contestant.numbers else ()
            found[number, order] = FilePlayer(name, tuple(sorted(theirs)))
    return found


def single(players: Mapping[Spot, FilePlayer]) -> dict[Spot, FilePlayer]:
    """Return the players of an event without those whom it has twice: no answer tells them apart.

    They stay names. It happens where rooms are ranked together.
    """
    count = Counter(player.alike for player in players.values())
    return {spot: player for spot, player in players.items() if count[player.alike] == 1}


class KnownPeople:
    """The club's people by number and by name. Two queries."""

    def __init__(self, club: Club) -> None:
        self._by_number = dict(holders(club))
        self._by_name: dict[str, list[Person]] = {}
        for person in people_in(club):
            if person.number:
                self._by_number[Holder(OWN, person.number)] = person
            self._by_name.setdefault(as_compared(person.name), []).append(person)
        self._held: dict[int, dict[str, str]] = {}
        for (scheme, number), person in self._by_number.items():
            self._held.setdefault(person.pk, {})[scheme] = number

    def numbers_of(self, person: Person) -> dict[str, str]:
        """Return somebody's numbers by scheme, the club's own among them."""
        return self._held.get(person.pk, {})

    def find(self, player: FilePlayer) -> MatchedPerson:
        """Return whom a player of a file may be. A number says more than a name."""
        named = self._by_name.get(as_compared(player.name), [])
        holding = (self._by_number.get(Holder(*each)) for each in player.numbers)
        numbered = list({each.pk: each for each in holding if each is not None}.values())
        may_be = tuple({each.pk: each for each in (*numbered, *named)}.values())
        fitting = [each for each in numbered or named if not self._contradict(each, player)]
        if len(numbered) > 1:
            why = TWO_PEOPLE
        elif numbered and numbered[0] not in named:
            why = OTHER_NAME
        elif len(fitting) == 1:
            return MatchedPerson(fitting[0], (fitting[0],))
        else:
            why = NAMESAKES if fitting else OTHER_NUMBER
        return MatchedPerson(None, may_be, why if may_be else "")

    def _contradict(self, person: Person, player: FilePlayer) -> bool:
        """Whether somebody has another number in a scheme in which the file gives one."""
        held = self.numbers_of(person)
        return any(held.get(scheme, number) != number for scheme, number in player.numbers)


def write_links(event: Event, told: RankedEvent, people: Linked) -> None:
    """Let these be the people of an imported event, instead of all that were. In a transaction."""
    players = players_of(told)
    ToldPlayer.objects.filter(event=event).delete()
    ToldPlayer.objects.bulk_create(
        [
            ToldPlayer(
                club_id=event.club_id,
                event=event,
                contestant=contestant,
                order=order,
                person_id=person,
                # A column of text takes no NUL on PostgreSQL.
                as_told=players[contestant, order].name.replace("\0", ""),
            )
            for (contestant, order), person in people.items()
        ],
        batch_size=100,
    )


def linked_before(event: Event) -> dict[str, int]:
    """Return whom each name of an imported event was, as it is compared. One query."""
    rows = ToldPlayer.objects.filter(event=event).values_list("as_told", "person")
    return {as_compared(name): person for name, person in rows}


def twice(people: Linked) -> list[int]:
    """Return who would be two players of one event."""
    seen = list(people.values())
    return [each for each in dict.fromkeys(seen) if seen.count(each) > 1]


def once_each(people: Linked) -> dict[Spot, int]:
    """Return the people of an event without those who would be two of its players."""
    two = set(twice(people))
    return {spot: person for spot, person in people.items() if person not in two}


# ---- Events that came from a file.

LONGEST_NAME, LONGEST_NUMBER = 80, 40
MOST_RESULTS, MOST_SCORES = 20_000, 300
NOBODY: Linked = MappingProxyType({})
Kind = EventHappening.Kind


@dataclass(frozen=True)
class FileSource:
    """Where an event comes from: the file's name, and a digest of its bytes where that is kept.

    A file that corrects another has a reason, and the number of the version that was seen before.
    """

    name: str
    reason: str = ""
    seen: int = 0
    digest: str = ""


@lru_cache(maxsize=8)
def read_written(text: str) -> RankedEvent:
    """Return the event of a text that was kept."""
    return read_event(json.loads(text))


def key_of_file(text: str) -> str:
    """Return the key under which a file comes in: the same file twice is one event."""
    return f"file:{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def must_be_small(told: RankedEvent) -> None:
    """Refuse more than any event has; comparing it would take long. RuleError at ``results``."""
    if len(told.results) > MOST_RESULTS:
        raise RuleError(
            "too-many",
            gettext_noop("Too many results: an event takes at most %(most)s here."),
            "results",
            most=MOST_RESULTS,
        )
    scores: dict[int, set[int]] = {}
    for result in told.results:
        both = (*(result.ns_scores or ()), *(result.ew_scores or ()))
        scores.setdefault(result.board, set()).update(score for score, _weight in both)
    for board, found in scores.items():
        if len(found) > MOST_SCORES:
            raise RuleError(
                "too-many",
                gettext_noop("Too many different scores of board %(board)s: at most %(most)s."),
                "results",
                board=board,
                most=MOST_SCORES,
            )


def must_be_readable(told: RankedEvent) -> None:
    """Refuse what cannot be ranked, and numbers that no page can show. RuleError at the field."""
    must_be_small(told)
    rank(told)
    for at, number in enumerate(told.contestants):
        if len(number) > LONGEST_NUMBER or not number.isprintable() or number != number.strip():
            raise RuleError(
                "number",
                gettext_noop("A contestant's number is one line. Characters: at most %(most)s."),
                f"contestants[{at}].number",
                most=LONGEST_NUMBER,
            )


def known_file(club: Club, told: RankedEvent) -> Event | None:
    """Return the event imported from exactly this file, if there is one."""
    key = key_of_file(told.written())
    found = Telling.objects.filter(club=club, key=key).select_related("event").first()
    return found.event if found else None


def known_bytes(club: Club, digest: str) -> list[int]:
    """Return the keys of the events that came from a file of just these bytes."""
    tellings = Telling.objects.filter(club=club, digest=digest)
    return list(tellings.order_by("event").values_list("event", flat=True).distinct())


def bring_in_event(
    *, club: Club, told: RankedEvent, source: FileSource, actor: Actor, people: Linked = NOBODY
) -> Event:
    """Keep an event from a file: finished, and hidden until the director opens it.

    `people` are those of its players who are the club's. The same file again is the same
    event, with those that it has. RuleError for numbers that no page can show.
    """
    must_be_readable(told)
    text = told.written()
    key = key_of_file(text)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = known_file(club, told)
        if known is not None:
            return known
        now = clock.now()
        event = Event.objects.create(
            club=club,
            evening=imported_evening(club, told),
            name=imported_name(told, source),
            told=True,
            opened_by=actor.label,
            finished_at=now,
            final_at=now,
            **_terms(told),
        )
        note(event, Kind.OPENED, key, actor, EventOpened(name=event.name, source=source.name))
        _keep(event, 1, source, text, authored(actor, club.pk, key))
        write_links(event, told, people)
    return event


def bring_in_all(
    *,
    club: Club,
    told: Sequence[RankedEvent],
    source: FileSource,
    actor: Actor,
    people: Sequence[Linked] = (),
) -> list[Event]:
    """Keep every event of a file, or none. RuleError for one that no page can show.

    `people` are the club's among the players of each event, in the same order.
    """
    with transaction.atomic():
        return [
            bring_in_event(club=club, told=each, source=source, actor=actor, people=theirs)
            for each, theirs in zip(told, people or [NOBODY] * len(told), strict=True)
        ]


def tell_again(
    *, event: Event, told: RankedEvent, source: FileSource, actor: Actor, people: Linked = NOBODY
) -> None:
    """Correct an imported event by a new file; the earlier version is kept.

    `people` are those of its players who are the club's, instead of all who were; the file that
    counts already may come again for their sake.

    Refuses if another file came in after the one that was seen.
    """
    must_be_readable(told)
    if not event.told:
        raise Refused(_("This event was played here. Correct its results one by one."))
    text = told.written()
    with taken_event(event) as found:
        tellings = Telling.objects.filter(event=found)
        newest = tellings.order_by("-number").first()
        if newest is not None and newest.text == text:
            write_links(found, told, people)
            return
        number = (newest.number if newest else 0) + 1
        if source.seen != number - 1:
            raise Refused(_("Another file was imported in the meantime. Check again."))
        # The same file may come again after another: only twice in a row it is nothing new.
        key = f"{key_of_file(text)}:{found.pk}.{number}"
        note(found, Kind.TOLD, key, actor, ToldAgain(source=source.name), reason=source.reason)
        _keep(found, number, source, text, authored(actor, found.club_id, key, source.reason))
        terms = _terms(told)
        found.game, found.scoring = terms["game"], terms["scoring"]
        found.options = terms["options"]
        found.save(update_fields=list(terms))
        write_links(found, told, people)


def _keep(event: Event, number: int, source: FileSource, text: str, entry: Authorship) -> None:
    Telling.objects.create(
        event=event,
        number=number,
        source=source.name[:120],
        text=text,
        digest=source.digest,
        **entry,
    )


class FileTerms(TypedDict):
    """What an event file says that an event is, as the fields of its row."""

    game: str
    scoring: str
    options: OptionsKept


def _terms(told: RankedEvent) -> FileTerms:
    return {
        "game": told.valuation.key,
        "scoring": told.scoring,
        "options": told.options.facts(),
    }


def imported_name(told: RankedEvent, source: FileSource) -> str:
    """Return the name of an event: from its file, else the name of the file."""
    name = " ".join(told.about.get("name", "").split()) or source.name
    return name[:LONGEST_NAME].strip() or _("An event")


def imported_evening(club: Club, told: RankedEvent) -> dt.date:
    """Return the evening of an event: the date in its file if there is one, else tonight."""
    try:
        return dt.date.fromisoformat(told.about.get("date", ""))
    except ValueError:
        return evening_of(club, clock.now())


def telling_seen(event: Event) -> int:
    """Return the number of an imported event's newest file."""
    newest = Telling.objects.filter(event=event).order_by("-number").first()
    return newest.number if newest else 0


def told_of(event: Event) -> RankedEvent:
    """Return the content of an imported event's newest file. One query."""
    newest = Telling.objects.filter(event=event).order_by("-number").first()
    if newest is None:
        raise ValueError(f"{event} was never told")
    return read_written(newest.text)


def newest_texts(events: Iterable[int]) -> dict[int, str]:
    """Return the text of the newest file of each imported event, by its key. One query."""
    newer = Telling.objects.filter(event=OuterRef("event"), number__gt=OuterRef("number"))
    newest = Telling.objects.filter(~Exists(newer), event__in=list(events))
    return dict(newest.order_by().values_list("event", "text"))


def imported_of_each(events: Iterable[Event]) -> dict[int, RankedEvent]:
    """Return the content of the newest file of each imported event, by its key. One query."""
    texts = newest_texts(event.pk for event in events)
    return {event: read_written(text) for event, text in texts.items()}


def imported_with_board(events: Iterable[Event], board: int) -> set[int]:
    """Return the keys of the imported events whose newest file has a result of a board. One query.

    Its text is ours, however the file was written: a result begins with its board, and nothing else
    of it has a board (`EventFile.written`). Read back, each would take some milliseconds.
    """
    ours = [event.pk for event in events if event.told]
    newer = Telling.objects.filter(event=OuterRef("event"), number__gt=OuterRef("number"))
    found = Telling.objects.filter(
        ~Exists(newer), event__in=ours, text__contains=f'{{"board": {board},'
    )
    return set(found.order_by().values_list("event", flat=True))


class ToldScorer:
    """Reads an imported event for lists, as `Scorer` does for an event that is played here."""

    def __init__(self, told: RankedEvent) -> None:
        self._event = told
        self.valuation = self._event.valuation
        self.contestants = self._event.contestants
        self.boards = self._event.boards

    def event(self) -> RankedEvent:
        """Return the event as it is compared."""
        return self._event

    def names(self, key: str) -> list[str]:
        """Return the names of a contestant, or its number if the file has none."""
        return [*self.contestants[key].names] or [key]
