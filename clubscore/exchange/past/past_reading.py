"""Reading many files at once: asked for on a page, done by the worker, gone on with if killed."""

from __future__ import annotations

import hashlib
import io
import logging
import zipfile
from collections.abc import Callable
from typing import NamedTuple, NotRequired, TypedDict

from django.db import transaction

from clubscore.club.access import Actor
from clubscore.club.models import Club
from clubscore.club.people.federation_numbers import scheme_of_club
from clubscore.events.imported.imported import (
    Source,
    evening_told,
    known_bytes,
    known_file,
    must_be_readable,
    name_told,
)
from clubscore.events.imported.who_is_who import Player, Spot, players_of
from clubscore.events.models import PastFile, PastImport
from clubscore.exchange.any_event.event_reading import read_events
from clubscore.exchange.bbo.bbo_format import PAGES
from clubscore.exchange.past.packed import Member, content_at
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.kept_mistakes import kept_mistake
from clubscore.exchange.reading.left_open import DATE, Ask, date_asked
from clubscore.exchange.reading.printable import file_name
from clubscore.jobs import asking
from clubscore.jobs.working import Work
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

READ_KIND = "past-read"
State = PastFile.State
Say = Callable[[int, int], None]
SAME_AS = gettext_noop("It is the same file as %(name)s.")
BELONG_TOGETHER = gettext_noop(
    "Pages saved from BBO belong together. Choose those of one session under Import event."
)
NOT_READABLE = gettext_noop("The program could not read it. Import it by itself, and report it.")

log = logging.getLogger("clubscore.past")


class EventKept(TypedDict):
    """What a row keeps of an event that was found: an entry, place, name and numbers a player.

    ``notes`` are what differs and what stays out, in the words of whoever read the file.
    """

    name: str
    date: str
    scoring: str
    players: list[tuple[str, int, str, list[tuple[str, str]]]]
    asks: list[tuple[str, str]]
    notes: NotRequired[list[str]]


class EventFound(NamedTuple):
    """What is asked about an event of a file before it comes in."""

    name: str
    date: str
    scoring: str
    players: dict[Spot, Player]
    asks: list[Ask]
    notes: tuple[str, ...] = ()

    def as_json(self) -> EventKept:
        """Return it as the row of its file keeps it."""
        players = [
            (number, order, player.name.replace("\0", ""), list(player.numbers))
            for (number, order), player in self.players.items()
        ]
        return {
            "name": self.name.replace("\0", ""),
            "date": self.date,
            "scoring": self.scoring,
            "players": players,
            "asks": [(ask.what, ask.given.replace("\0", "")) for ask in self.asks],
            "notes": [each.replace("\0", "") for each in self.notes],
        }


def event_found(kept: EventKept) -> EventFound:
    """Return what a row keeps of an event."""
    players = {
        (number, order): Player(name, tuple((scheme, held) for scheme, held in numbers))
        for number, order, name, numbers in kept["players"]
    }
    asks = [Ask(what, given) for what, given in kept["asks"]]
    notes = tuple(kept.get("notes", ()))
    return EventFound(kept["name"], kept["date"], kept["scoring"], players, asks, notes)


def take_in(
    *, club: Club, actor: Actor, source: str, packed: bytes, members: list[Member]
) -> PastImport:
    """Keep a zip until all of its files are read. Nothing is read yet."""
    with transaction.atomic():
        past = PastImport.objects.create(
            club=club, user=actor.user, source=file_name(source), packed=packed
        )
        PastFile.objects.bulk_create(
            [
                PastFile(
                    club=club,
                    past=past,
                    order=order,
                    name=member.name,
                    at=member.at,
                    state=State.REFUSED if member.why else State.WAITING,
                    why=kept_mistake(member.why) if member.why else {},
                )
                for order, member in enumerate(members)
            ],
            batch_size=80,
        )
    return past


def ask_to_read(past: PastImport) -> None:
    """Ask the worker to read what waits."""
    asking.ask(kind=READ_KIND, key=str(past.pk), club=past.club)


def read_past(work: Work) -> None:
    """Read the files of an import that still wait, as a job."""
    past = PastImport.objects.select_related("club").filter(pk=int(work.key)).first()
    if past is not None:
        read_waiting(past, work.say)


def read_waiting(past: PastImport, say: Say) -> None:
    """Read the files that still wait, and let go of the zip. `say` is told how many of all."""
    files = PastFile.objects.filter(past=past)
    waiting = files.filter(state=State.WAITING)
    total = files.count()
    done = total - waiting.count()
    say(done, total)
    if past.packed is not None:
        with zipfile.ZipFile(io.BytesIO(past.packed)) as archive:
            for file in list(waiting):
                _read(past, file, archive)
                done += 1
                say(done, total)
    PastImport.objects.filter(pk=past.pk).update(packed=None)


def _read(past: PastImport, file: PastFile, archive: zipfile.ZipFile) -> None:
    """Read one file, and keep what became of it."""
    try:
        content = content_at(archive, file.at or 0)
        file.digest = hashlib.sha256(content).hexdigest()
        _look(past, file, content)
    except RuleError as error:
        _refuse(file, error)
    except Exception:
        # A fault of ours in one file is no reason to leave the others out.
        log.exception("%s of %s could not be read", file.name, past)
        _refuse(file, RuleError("fault", NOT_READABLE))
    # Whoever threw the import away meanwhile has taken the row along.
    fields = ("state", "why", "digest", "events", "texts", "found")
    told = {field: getattr(file, field) for field in fields}
    PastFile.objects.filter(pk=file.pk, state=State.WAITING).update(**told)


def _refuse(file: PastFile, error: RuleError) -> None:
    file.state, file.why = State.REFUSED, kept_mistake(error)


def _look(past: PastImport, file: PastFile, content: bytes) -> None:
    """Say whether a file is here already, and if not what is in it."""
    club = past.club
    file.events = known_bytes(club, file.digest)
    before = PastFile.objects.filter(past=past, order__lt=file.order, digest=file.digest).first()
    if file.events or before is not None:
        file.state = State.HERE
        file.why = kept_mistake(RuleError("same", SAME_AS, name=before.name)) if before else {}
        return
    if content.lstrip().startswith(PAGES):
        raise RuleError("pages", BELONG_TOGETHER)
    name = file_name(file.name)
    brought = read_events(name, content, ask=True, scheme=scheme_of_club(club), rows=0)
    for each in brought:
        must_be_readable(each.told)
    known = [known_file(club, each.told) for each in brought]
    if brought and all(known):
        file.state, file.events = State.HERE, [each.pk for each in known if each]
        return
    file.state = State.READ
    file.texts = [each.told.written() for each in brought]
    file.found = [_found(club, name, each).as_json() for each in brought]


def _found(club: Club, name: str, brought: Brought) -> EventFound:
    told = brought.told
    # Of the past no event is of tonight because its file does not say when it was.
    asks = {ask.what: ask for ask in (*date_asked(told), *brought.asks)}
    return EventFound(
        name_told(told, Source(name)),
        "" if DATE in asks else evening_told(club, told).isoformat(),
        told.scoring,
        players_of(told),
        list(asks.values()),
        brought.notes,
    )
