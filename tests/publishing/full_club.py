"""A club full of what must never be published, beside what is; and readers of a published site."""

import datetime as dt
import json
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.logins import found_club
from clubscore.club.models import Club, EveningGazette, Person, PersonNumber
from clubscore.club.privacy import forget_name
from clubscore.events.corrections import give_penalty
from clubscore.events.directing import show_ranking
from clubscore.events.finishing import call_off, delete_event, finish
from clubscore.events.imported import FileSource, bring_in_event, players_of
from clubscore.events.models import Entry, Event, EventShare
from clubscore.events.phones import share
from clubscore.events.series import change_series, open_series
from clubscore.extras.site.publish import KEEPING, publish_into
from clubscore.ranking import read_event
from clubscore.rubbers.models import Part
from clubscore.rubbers.recording import agree_rubber
from clubscore.server.kept_files import Updated, read_index
from tests.events.evenings import Evening
from tests.gazette.nights import a_file
from tests.house import play_a_rubber, sit_down
from tests.remembered import remembered
from tests.rubbers.tables import CROWN

DAY = dt.date(2026, 11, 19)
# Words that stand nowhere in the program, each in a place that is not published.
SECRETS = (
    "Hiddenwish", "Guestperson", "Juniorperson", "Forgottenname", "Strangername", "Expectedperson",
    "Hiddenteam", "Teamguest", "NUM-47114", "FED-88231", "secret.example", "wifi-Passw0rd",
    "wifi-Netname", "Unopenedevent", "Provisionalevent", "Calledoffevent", "Deletedevent",
    "Whycalledoff", "Penaltyreason", "Privatetable", "73,456.78", "73456.78", "7345678",
    "Running-event",
)  # fmt: skip
NAMED = ("Named1", "Named2", "Named3", "Named4", "Wished5")

MOVEMENTS = {"pairs": "mitchell", "individuals": "individual", "teams": "teams-head-to-head"}


@dataclass
class Full:
    """The club, its director, its people by name, its events by name."""

    club: Club
    actor: Actor
    people: dict[str, Person] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)

    def person(self, name: str, **more: object) -> Person:
        """Add somebody with a number and an address that nobody else is to see."""
        count = len(self.people)
        self.people[name] = Person.objects.create(
            club=self.club,
            name=f"{name} Surname{count}",
            short_name=name,
            number=f"NUM-47114{count}",
            email=f"{name.lower()}@secret.example",
            **more,
        )
        PersonNumber.objects.create(
            club=self.club, person=self.people[name], scheme="ebu", number=f"FED-88231{count}"
        )
        return self.people[name]

    def play(
        self, name: str, who: Iterable[str], *, form: str = "pairs", ends: bool = True, fee: int = 0
    ) -> Event:
        """Play an event of one round between these people, and finish it where it ends."""
        people = tuple(self.people[each] for each in who)
        size = {"pairs": 2, "individuals": 1, "teams": 4}[form]
        evening = Evening(
            len(people) // size, club=self.club, people=people, form=form, kind=MOVEMENTS[form],
            winners=2 if form == "pairs" else 1, fee=fee,
        )  # fmt: skip
        while True:
            evening.play()
            if not ends or evening.event.round == evening.room.rounds:
                break
            evening.next_round()
        if fee:
            give_penalty(
                section=evening.section, pair=1, amount="1", unit="percent-of-top",
                reason="Penaltyreason", key=new_key(), actor=self.actor,
            )  # fmt: skip
        Event.objects.filter(pk=evening.event.pk).update(name=name, evening=DAY)
        if ends:
            finish(event=evening.event, final_at=clock.now(), key=new_key(), actor=self.actor)
        self.events[name] = evening.event
        return self.events[name]

    def bring_in(self, name: str, seed: int, people: Mapping[str, str]) -> Event:
        """Import an event; `people` are its named players by the file's name for them."""
        file = a_file(seed, tables=3) | {"date": DAY.isoformat(), "name": name}
        told = read_event(json.loads(json.dumps(file).replace("Bob3", "Strangername")))
        links = {
            spot: self.people[people[player.name]].pk
            for spot, player in players_of(told).items()
            if player.name in people
        }
        event = bring_in_event(
            club=self.club,
            told=told,
            source=FileSource(f"{seed}.json"),
            actor=self.actor,
            people=links,
        )
        show_ranking(event=event, shown=True, key=new_key(), actor=self.actor)
        self.events[name] = Event.objects.get(pk=event.pk)
        return self.events[name]


def full_club() -> Full:
    """Make the club: what is published of it names the people of NAMED, and none of SECRETS."""
    return remembered("full club", _full_club)


def _full_club() -> Full:
    club = found_club(name="Portland & <Sons>", author="a test")
    Club.objects.filter(pk=club.pk).update(
        wifi_name="wifi-Netname", wifi_password="wifi-Passw0rd", currency="GBP"
    )
    club.refresh_from_db()
    full = Full(club, Actor(level=Level.DIRECTOR, club=club))
    for name in ("Named1", "Named2", "Named3", "Named4"):
        full.person(name)
    full.person("Wished5", kind="guest", published="yes")
    full.person("Hiddenwish", published="no")
    full.person("Guestperson", kind="guest")
    full.person("Juniorperson", is_junior=True)
    full.person("Forgottenname")
    for n in range(4):
        full.person(f"Teamguest{n}", kind="guest")
    _play_what_is_published(full)
    _play_what_is_not(full)
    _money(full)
    forget_name(person=full.people["Forgottenname"], author="a test")
    EveningGazette.objects.create(club=club, evening=DAY, shown_at=clock.now(), shown_by="x")
    return full


def small_club() -> Full:
    """A club with one imported event, two of whose people are named."""
    return remembered("small club", _small_club)


def _small_club() -> Full:
    club = found_club(name="Portland", author="a test")
    full = Full(club, Actor(level=Level.DIRECTOR, club=club))
    for name in ("Named1", "Named2"):
        full.person(name)
    full.bring_in("Imported pairs", 1, {"Ann1": "Named1", "Bob1": "Named2"})
    return full


def _play_what_is_published(full: Full) -> None:
    four = ("Named1", "Named2", "Named3", "Named4")
    for name in ("Member6", "Member7", "Member8", "Named1x", "Named2x"):
        full.person(name)
    played = full.play(
        "Open pairs",
        (*four, "Wished5", "Member6", "Hiddenwish", "Member7", "Guestperson", "Juniorperson",
         "Forgottenname", "Member8", "Named1x", "Named2x"),
        fee=7_345_678,
    )  # fmt: skip
    expected = Entry.objects.filter(event=played, number__isnull=False).order_by("-order")[:1]
    Entry.objects.filter(pk__in=expected).update(first=None, second=None, note="Expectedperson")
    teams = full.play("Open teams", (*four, *(f"Teamguest{n}" for n in range(4))), form="teams")
    Entry.objects.filter(event=teams, first__name__startswith="Teamguest").update(name="Hiddenteam")
    full.play("Open individual", (*four, "Wished5", "Hiddenwish", "Guestperson", "Juniorperson"),
              form="individuals")  # fmt: skip
    told = {"Ann1": "Named1", "Bob1": "Named2", "Ann2": "Named3", "Bob2": "Hiddenwish"}
    full.bring_in("Imported pairs", 1, told)
    series = open_series(club=full.club, name="The series", key=new_key(), actor=full.actor)
    kept = {**series.kept, "events": [full.events["Open pairs"].pk]}
    change_series(
        series=series, name=series.name, kept=kept, seen=series.revision, key=new_key(),
        actor=full.actor,
    )  # fmt: skip


def _play_what_is_not(full: Full) -> None:
    eight = ("Named1", "Named2", "Named3", "Named4", "Wished5", "Member6", "Member7", "Member8")
    shut = full.play("Unopenedevent", eight)
    show_ranking(event=shut, shown=False, key=new_key(), actor=full.actor)
    soon = full.play("Provisionalevent", eight)
    Event.objects.filter(pk=soon.pk).update(final_at=clock.now() + dt.timedelta(days=2))
    off = full.play("Calledoffevent", eight)
    call_off(event=off, reason="Whycalledoff", key=new_key(), actor=full.actor)
    full.play("Running-event", eight, ends=False)
    gone = Evening(4, club=full.club, people=tuple(full.people[each] for each in eight))
    Event.objects.filter(pk=gone.event.pk).update(name="Deletedevent")
    delete_event(event=gone.event, key=new_key(), actor=full.actor)
    hidden = full.play("Shared event", eight)
    share(event=hidden, hides_names=True, key=new_key(), actor=full.actor)


def _money(full: Full) -> None:
    people = [full.people[name] for name in ("Named1", "Named2", "Named3", "Guestperson")]
    sitting = sit_down(full.club, people, table="Privatetable")
    part = play_a_rubber(sitting, people)
    Part.objects.filter(pk=part.pk).update(stakes=CROWN)
    agree_rubber(sitting=sitting, part=1, rubber=1, key=new_key(), actor=full.actor)


# ---------------------------------------------------------------- readers of a site


def publish(full: Full, folder: Path) -> Updated:
    """Bring the site up to date."""
    return publish_into(folder, full.club)


def everything_in(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder, ours and others', by its place."""
    return {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }


def pages_of(folder: Path) -> dict[str, str]:
    """Return every page."""
    return {
        name: content.decode()
        for name, content in everything_in(folder).items()
        if name.endswith(".html")
    }


def everything_zipped(file: Path) -> dict[str, bytes]:
    """Return every file of a zip."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def leaks(files: Mapping[str, bytes], words: Iterable[str]) -> list[str]:
    """Return which of some words stands in which file, or in its name, however it is written."""
    found = []
    for name, content in files.items():
        text = f"{name}\n{content.decode('utf-8', 'replace')}".casefold()
        plain = re.sub(r"&[a-z#0-9]+;", " ", unquote(text))
        for word in words:
            if word.casefold() in text or word.casefold() in plain:
                found.append(f"{word} in {name}")
    return found


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.leads.append(value)
            if name == "id" and value is not None:
                self.ids.append(value)


@dataclass
class Crawled:
    """What a crawler found: pages and links counted, those that lead nowhere, pages unreached."""

    pages: int
    links: int
    broken: list[str]
    outside: list[str]
    unreached: list[str]


def crawl(files: Mapping[str, bytes], start: str = "index.html") -> Crawled:
    """Follow every link from the first page on, by the rules of a browser that has only files."""
    base = "file:///site/"
    read: dict[str, _Links] = {}
    for name, content in files.items():
        if name.endswith(".html"):
            read[name] = _Links()
            read[name].feed(content.decode())
    seen, todo, found = {start}, [start], Crawled(0, 0, [], [], [])
    while todo:
        page = todo.pop()
        if page not in read:
            continue
        found.pages += 1
        for lead in read[page].leads:
            found.links += 1
            parts = urlsplit(urljoin(f"{base}{page}", lead))
            place = unquote(parts.path.removeprefix("/site/"))
            if parts.scheme != "file" or not parts.path.startswith("/site/"):
                found.outside.append(f"{page}: {lead}")
            elif place not in files or (parts.fragment and parts.fragment not in read[place].ids):
                found.broken.append(f"{page}: {lead}")
            elif place not in seen:
                seen.add(place)
                todo.append(place)
    found.unreached = sorted(set(read) - seen)
    return found


def index_of(folder: Path) -> dict[str, tuple[str, str]]:
    """Return what the site's index says of each file."""
    return {name: tuple(entry) for name, entry in read_index(folder, KEEPING).items()}


def facts_of(folder: Path, event: Event) -> dict[str, object]:
    """Return what an event left for the lists of the site."""
    told: dict[str, object] = json.loads(
        (folder / f".clubscore/events/{event.pk}.json").read_text()
    )
    return told


def tokens_of(club: Club) -> list[str]:
    """Return the secrets of the club's addresses."""
    return list(EventShare.objects.filter(club=club).values_list("nonce", flat=True))
