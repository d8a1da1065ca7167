"""Packages that a club makes, takes in, keeps, shares on its server or turns away."""

import datetime as dt
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.database import Remembered
from clubscore.club.entry import Refused, authored
from clubscore.club.models import Club, Person, zone_of
from clubscore.events.export import event_to_send
from clubscore.events.locks import taken_event
from clubscore.events.models import (
    ClubKey,
    ContestPackage,
    ContestSet,
    Event,
    PackageDecision,
    ServerPool,
    SetHours,
)
from clubscore.events.selectors import own_entry
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import (
    closed_boards,
    closes_at,
    event_of,
    hour_of,
    hours_of,
    is_sealed,
    sealed_sets,
)
from clubscore.extras.world.field import TableMet, facts_of_play, tables_of
from clubscore.extras.world.package import LONGEST as LONGEST_NAME
from clubscore.extras.world.package import (
    NOBODY,
    Hour,
    HourFacts,
    Names,
    Package,
    PackageFacts,
    call_hour,
    check_hour,
    digest_of,
    in_words,
    read_hour,
    read_package,
    sign,
    signed_by,
    verified_package,
)
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import EventFile as RankedEvent
from clubscore.web.forms import Among, LineField, PageForm, TextField, WholeField


class Deciding(NamedTuple):
    """What a director decides of a package, or with `whole_club` of all that its club signed."""

    is_away: bool
    whole_club: bool
    reason: str


def package_for(actor: Actor, pk: int) -> ContestPackage:
    """Return a package that came into an actor's club. Raises Http404 for another club's."""
    found = ContestPackage.objects.select_related("contest_set").filter(club=actor.club, pk=pk)
    package = found.first()
    if actor.club is None or package is None:
        raise Http404
    return package


def away_in(club: Club) -> dict[str, PackageDecision]:
    """Return by which decision each package or key is turned away, of those that are. One query."""
    newest = {one.subject: one for one in PackageDecision.objects.filter(club=club).order_by("pk")}
    return {subject: one for subject, one in newest.items() if one.is_away}


def decide(*, package: ContestPackage, deciding: Deciding, key: str, actor: Actor) -> None:
    """Turn a package or its club away, or take that back. Raises Refused without a reason."""
    if deciding.is_away and not deciding.reason:
        raise Refused(_("Give a reason."), "reason")
    subject = package.signed_by if deciding.whole_club else package.digest
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=package.club_id)
        if PackageDecision.objects.filter(club=club, key=key).exists():
            return
        if (subject in away_in(club)) == deciding.is_away:
            return
        PackageDecision.objects.create(
            subject=subject,
            is_away=deciding.is_away,
            **authored(actor, club.pk, key, deciding.reason),
        )


# ---- Packages that come in.

Source = ContestPackage.Source
MOST_AT_ONCE = 10_000
LONGEST_ADDRESS = 200


class CameFrom(NamedTuple):
    """How packages came: by which way, and from which file, address or club."""

    source: ContestPackage.Source
    name: str = ""


class PackageOutcome(NamedTuple):
    """What became of a package: kept now, kept already, or refused; `at` is its place, from 1."""

    at: int
    package: Package | None = None
    contest_set: ContestSet | None = None
    is_new: bool = False
    refused: RuleError | None = None


class _Verifying:
    """What packages of a club are verified against; each set is read once."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.away = away_in(club)
        self.sets = {one.fingerprint: one for one in ContestSet.objects.filter(club=club)}
        self.hours = hours_of(club.pk)
        self._events: dict[str, RankedEvent] = {}

    def read(self, raw: Unverified) -> tuple[Package, ContestSet]:
        """Verify a package. RuleError says what is wrong, or why the club does not take it."""
        raw = signed_by(raw)
        key = str(raw["key"])
        if key in self.away:
            raise _turned_away(gettext_noop("The director turned this club's packages away."))
        if digest_of(raw) in self.away:
            raise _turned_away(gettext_noop("The director turned this package away."))
        name = raw["set"]
        kept = self.sets.get(name) if isinstance(name, str) else None
        if kept is None:
            raise RuleError(
                "no-set",
                gettext_noop("It is of the set %(set)s, which this club does not have yet."),
                "set",
                set=shown(name),
            )
        if kept.fingerprint not in self._events:
            self._events[kept.fingerprint] = event_of(kept)
        package = read_package(raw, self._events[kept.fingerprint])
        _check_hour(package, self.hours.get(kept.pk))
        return package, kept


def _check_hour(package: Package, here: dt.datetime | None) -> None:
    """Raise RuleError where a package says another hour than the set has here, or one to come."""
    there = package.closes
    if here is not None:
        check_hour(package, here)
        return
    if there is not None and clock.now() < there:
        text = gettext_noop(
            "Its set is sealed until %(there)s, so no table can have sent its results yet. Import"
            " the hour of the set first."
        )
        raise RuleError("early", text, "closes", there=in_words(there))


def _turned_away(phrase: str) -> RuleError:
    return RuleError("turned-away", phrase, "key")


def bring_packages(
    *,
    club: Club,
    given: Iterable[Unverified | RuleError],
    came: CameFrom,
    actor: Actor,
    event: Event | None = None,
) -> list[PackageOutcome]:
    """Keep every package that is what it says it is; the outcome of each, in their order.

    All are written in one transaction. `event` is where it was played, of the club's own.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        reading, outcomes = _Verifying(club), []
        for at, raw in enumerate(given, start=1):
            outcomes.append(_outcome(reading, at, raw))
        return _written(club, outcomes, came, actor, event)


class _VerifiedPackage(NamedTuple):
    """A package that was verified, with its text."""

    outcome: PackageOutcome
    text: str


def _outcome(reading: _Verifying, at: int, raw: Unverified | RuleError) -> _VerifiedPackage:
    if isinstance(raw, RuleError):
        return _VerifiedPackage(PackageOutcome(at, refused=raw), "")
    if at > MOST_AT_ONCE:
        text = gettext_noop("At most %(most)s packages can be imported at once.")
        return _VerifiedPackage(
            PackageOutcome(at, refused=RuleError("too-many", text, most=MOST_AT_ONCE)), ""
        )
    try:
        package, kept = reading.read(raw)
    except RuleError as error:
        return _VerifiedPackage(PackageOutcome(at, refused=error), "")
    return _VerifiedPackage(PackageOutcome(at, package, kept), json.dumps(raw, sort_keys=True))


def _written(
    club: Club, found: Sequence[_VerifiedPackage], came: CameFrom, actor: Actor, event: Event | None
) -> list[PackageOutcome]:
    """Write the new ones; the others are said to be here."""
    known = set(ContestPackage.objects.filter(club=club).values_list("key", flat=True))
    outcomes, rows = [], []
    for outcome, text in found:
        package = outcome.package
        if package is None or outcome.contest_set is None or package.digest in known:
            outcomes.append(outcome)
            continue
        known.add(package.digest)
        outcomes.append(outcome._replace(is_new=True))
        rows.append(
            ContestPackage(
                contest_set=outcome.contest_set,
                signed_by=package.key,
                text=text,
                source=came.source,
                came_from=came.name[:LONGEST_ADDRESS],
                event=event,
                **authored(actor, club.pk, package.digest),
            )
        )
    ContestPackage.objects.bulk_create(rows, batch_size=500)
    return outcomes


def key_of(club: Club) -> Ed25519PrivateKey:
    """Return the key of a club, the same each time."""
    made = b64encode(Ed25519PrivateKey.generate().private_bytes_raw()).decode()
    with transaction.atomic():
        kept, _is_new = ClubKey.objects.get_or_create(club=club, defaults={"private": made})
    return Ed25519PrivateKey.from_private_bytes(b64decode(kept.private))


def public_key_of(club: Club) -> str:
    """Return what others know a club by, in base 64; nothing where it has signed nothing yet."""
    if not ClubKey.objects.filter(club=club).exists():
        return ""
    return b64encode(key_of(club).public_key().public_bytes_raw()).decode()


# ---- The hour at which a set closes.

LONGEST = dt.timedelta(days=60)


class Taken(NamedTuple):
    """An hour that was called elsewhere and counts here; `is_new` where it did not before."""

    contest_set: ContestSet
    hour: Hour
    is_new: bool


def close_at(*, kept: ContestSet, typed: str, key: str, actor: Actor) -> None:
    """Seal a set until a day and hour, as the club's clock has it, and sign that.

    Raises Refused for a moment that is none, is past or too far away, once the set has closed, and
    where another club has called the hour.
    """
    until, now = _moment(typed, kept.club), clock.now()
    if not now < until < now + LONGEST:
        raise Refused(_("Choose a day and an hour within the next 60 days."), "closes")
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=kept.club_id)
        before = hour_of(kept.pk)
        if before is not None and before.closes_at <= now:
            raise Refused(_("This set has closed already."), "closes")
        if before is not None and not before.is_own:
            raise Refused(
                _("Another club called this hour. Only that club can change it."), "closes"
            )
        facts = call_hour(kept.fingerprint, until, now, key_of(club), club.name)
        SetHours.objects.get_or_create(
            club=club,
            key=key,
            defaults={
                "contest_set": kept,
                "closes_at": until,
                "text": json.dumps(facts),
                **authored(actor, club.pk, key),
            },
        )


def _moment(typed: str, club: Club) -> dt.datetime:
    try:
        found = dt.datetime.fromisoformat(typed)
    except ValueError:
        raise Refused(_("Choose a day and an hour within the next 60 days."), "closes") from None
    return found.replace(tzinfo=zone_of(club), microsecond=0)


def facts_of(row: SetHours) -> HourFacts:
    """Return an hour as it was signed."""
    facts: HourFacts = json.loads(row.text)
    return facts


def take_hour(*, club: Club, raw: Unverified, actor: Actor) -> Taken:
    """Seal a set of the club until the hour that another club calls.

    RuleError says why it does not count: altered, of a set that the club has not, past or too far
    away, called before the one that counts, or not the hour that stands here already.
    """
    hour = read_hour(raw)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        kept = ContestSet.objects.filter(club=club, fingerprint=hour.fingerprint).first()
        if kept is None:
            raise RuleError(
                "no-set",
                gettext_noop("It is of the set %(set)s, which this club does not have yet."),
                "set",
                set=shown(hour.fingerprint),
            )
        before = hour_of(kept.pk)
        if before is not None and before.closes_at == hour.closes:
            return Taken(kept, hour, is_new=False)
        _check_time(hour)
        if before is not None:
            _check_before(hour, before)
        key = sha256(str(raw["signature"]).encode()).hexdigest()
        SetHours.objects.get_or_create(
            club=club,
            key=key,
            defaults={
                "contest_set": kept,
                "closes_at": hour.closes,
                "is_own": False,
                "text": json.dumps(raw),
                **authored(actor, club.pk, key),
            },
        )
    return Taken(kept, hour, is_new=True)


def _check_time(hour: Hour) -> None:
    """Raise RuleError for an hour that is over, or further away than a club may seal a set."""
    now = clock.now()
    if hour.closes <= now:
        text = gettext_noop("The set closed at %(at)s. This hour no longer seals it.")
        raise RuleError("past", text, "closes", at=in_words(hour.closes))
    if hour.closes >= now + LONGEST:
        text = gettext_noop(
            "The set closes at %(at)s, more than 60 days from now. Import it later."
        )
        raise RuleError("too-far", text, "closes", at=in_words(hour.closes))


def _check_before(hour: Hour, before: SetHours) -> None:
    """Raise RuleError where the hour that counts here is over, another club's, or newer."""
    if before.closes_at <= clock.now():
        raise RuleError("closed", gettext_noop("This set has closed already."), "closes")
    known = facts_of(before)
    if before.is_own or known["key"] != hour.key:
        raise RuleError(
            "another-hour",
            gettext_noop(
                "It closes the set at %(there)s, but here the set closes at %(here)s. Agree on one"
                " hour with the other clubs."
            ),
            "closes",
            there=in_words(hour.closes),
            here=in_words(before.closes_at),
        )
    if hour.called <= read_hour(known).called:
        text = gettext_noop("The club has called a later hour since: %(here)s.")
        raise RuleError("older", text, "called", here=in_words(before.closes_at))


# Of one set at the most that a club may bring in at once, and as many again.
MOST_REMEMBERED = 20_000
_read: Remembered[int, Package] = Remembered(MOST_REMEMBERED)


def package_in(row: ContestPackage, contest: RankedEvent) -> Package:
    """Return the package that a row keeps; its signature was verified when it came."""
    known = _read.get(row.pk)
    if known is None:
        known = verified_package(json.loads(row.text), contest)
        _read.keep(row.pk, known)
    return known


def facts_in(row: ContestPackage) -> PackageFacts:
    """Return a package as it was signed, to be sent on."""
    facts: PackageFacts = json.loads(row.text)
    return facts


def newest_of(event: Event) -> ContestPackage | None:
    """Return what a table sent last; None where it has sent nothing."""
    return ContestPackage.objects.filter(event=event).order_by("pk").last()


# ---- Clubs of one server that share packages.


def join_server_pool(actor: Actor) -> None:
    """Share packages with the clubs of this server that do so: theirs come, ours go, at once."""
    club = actor.home
    with transaction.atomic():
        ServerPool.objects.get_or_create(club=club, defaults={"joined_by": actor.label})
    share_on_server(club, actor)
    fetch_from_server(actor)


def leave_server_pool(actor: Actor) -> None:
    """Share no longer. What came stays; what went stays where it is."""
    ServerPool.objects.filter(club=actor.home).delete()


def shares(club: Club) -> bool:
    """Whether a club shares packages on this server."""
    return ServerPool.objects.filter(club=club).exists()


def sharing_clubs(club: Club) -> list[Club]:
    """Return the other clubs that share packages, by name."""
    pools = ServerPool.objects.filter(club__closed_at=None).exclude(club=club)
    return [pool.club for pool in pools.select_related("club").order_by("club__name", "pk")]


def share_on_server(club: Club, actor: Actor) -> None:
    """Give what a club's own tables made to every club that shares, where they have the set."""
    if not shares(club):
        return
    rows = own_packages(club)
    for other in sharing_clubs(club) if rows else ():
        _give(rows, club, other, actor)


def fetch_from_server(actor: Actor) -> int:
    """Bring in what the other clubs' tables made; return how many packages were new."""
    club = actor.home
    if not shares(club):
        return 0
    return sum(_give(own_packages(other), other, club, actor) for other in sharing_clubs(club))


def own_packages(club: Club) -> list[ContestPackage]:
    """Return what a club's own tables made, without what it turned away and what is sealed yet."""
    away, sealed = away_in(club), sealed_sets(club.pk)
    own = ContestPackage.objects.filter(club=club, source=Source.OWN).select_related("contest_set")
    return [
        row
        for row in own
        if row.contest_set_id not in sealed and row.digest not in away and row.signed_by not in away
    ]


def _give(rows: Iterable[ContestPackage], club: Club, to: Club, actor: Actor) -> int:
    sets = set(ContestSet.objects.filter(club=to).values_list("fingerprint", flat=True))
    known = set(ContestPackage.objects.filter(club=to).values_list("key", flat=True))
    wanted = [
        row for row in rows if row.contest_set.fingerprint in sets and row.digest not in known
    ]
    if not wanted:
        return 0
    outcomes = bring_packages(
        club=to,
        given=[json.loads(row.text) for row in wanted],
        came=CameFrom(Source.SERVER, club.name),
        # In the other club's records stands the other club, and nobody's login.
        actor=Actor(actor.level, to),
    )
    return sum(one.is_new for one in outcomes)


# ---- The package of a table.

FULL, NICKNAMES, NOBODY_NAMED = "full", "nicknames", "nobody"


class Called(NamedTuple):
    """As whom the players of a table go out: by name, by a nickname a side, or not at all."""

    how: str
    ns: str = ""
    ew: str = ""


def may_send(actor: Actor, room: EventState) -> bool:
    """Whether somebody may send what a table made of a set: who played there, and directors."""
    return actor.is_scorer or actor.link is not None or own_entry(room, actor.person) is not None


def set_played(event: Event) -> ContestSet:
    """Return the set that an event plays. Raises Refused where it plays none."""
    if event.contest_set is None:
        raise Refused(_("Only a table that plays a prepared set makes a package."))
    return event.contest_set


def boards_to_send(event: Event) -> frozenset[int]:
    """Return the boards of a table that both sides have agreed on."""
    met = _met(event, event_of(set_played(event)))
    return frozenset(each["board"] for each in met.results) if met else frozenset()


def make_package(*, event: Event, called: Called, actor: Actor) -> ContestPackage:
    """Sign what a table made of its set so far, and keep it; the same again where nothing changed.

    Raises Refused where no board is agreed yet, or a nickname is missing.
    """
    with taken_event(event) as taken:
        played_set = set_played(taken)
        if is_sealed(played_set.pk):
            raise Refused(_("The set is sealed until it closes for every club. Send it then."))
        contest = event_of(played_set)
        met = _met(taken, contest)
        if met is None:
            raise Refused(_("No board is agreed by both sides yet. Play one first."))
        names = _names(taken, met, called)
        before = newest_of(taken)
        if before is not None and _says(package_in(before, contest), met, names, contest):
            return before
        facts = sign(
            contest,
            met.results,
            played=taken.evening,
            key=key_of(taken.club),
            club=taken.club.name,
            names=names,
            instead=before.digest if before is not None else "",
            closes=closes_at(played_set.pk),
        )
        bring_packages(
            club=taken.club,
            given=[facts],
            came=CameFrom(ContestPackage.Source.OWN),
            actor=actor,
            event=taken,
        )
        made = newest_of(taken)
    assert made is not None  # noqa: S101 - it was just written
    share_on_server(event.club, actor)
    return made


def _met(event: Event, contest: RankedEvent) -> TableMet | None:
    """What both sides of the table agreed on; None where there is nothing yet."""
    closed = closed_boards(room_of(event))
    told = event_to_send(event)
    agreed = tuple(one for one in told.results if one.board in closed)
    return next(iter(tables_of(replace(told, results=agreed), contest)), None)


def _names(event: Event, met: TableMet, called: Called) -> Names:
    """As whom they go out; a side with somebody whom published results never name is left out."""
    if called.how == NICKNAMES:
        if not called.ns and not called.ew:
            raise Refused(_("Type a nickname for at least one side."), "ns")
        return _nickname(called.ns), _nickname(called.ew)
    if called.how != FULL:
        return NOBODY
    shy = {person.name for person in not_to_name(event)}
    ns, ew = (() if shy.intersection(side) else side for side in met.names)
    return ns, ew


def not_to_name(event: Event) -> list[Person]:
    """Return who of a table goes out without a name: by their own wish, or as a junior."""
    entries = event.entries.select_related("first", "second")
    everybody = [person for entry in entries for person in entry.people]
    usual = Person.Wish.USUAL
    return [
        person
        for person in everybody
        if person.published == Person.Wish.NO or (person.is_junior and person.published == usual)
    ]


def _nickname(text: str) -> tuple[str, ...]:
    return (text[:LONGEST_NAME],) if text else ()


def _says(package: Package, met: TableMet, names: Names, contest: RankedEvent) -> bool:
    """Whether a package says that already."""
    results = [facts_of_play(contest, one, contest) for one in package.results]
    return results == met.results and package.names == names


LONGEST_NICKNAME = 40
LONGEST_PASTED = 20_000


class CalledForm(PageForm):
    """As whom the players of a table go out."""

    how = Among((FULL, NICKNAMES, NOBODY_NAMED))
    ns = LineField(most=LONGEST_NICKNAME)
    ew = LineField(most=LONGEST_NICKNAME)

    @property
    def called(self) -> Called:
        """What was chosen. Raises Refused where nothing was."""
        how = self.words_of("how")
        if not how:
            raise Refused(_("Choose how you are named."), "how")
        return Called(how, self.words_of("ns"), self.words_of("ew"))


class OtherHouseForm(PageForm):
    """The other house of a match: its code as text or link, or one of the packages that came."""

    text = TextField(most=LONGEST_PASTED)
    package = WholeField()


class HoursForm(PageForm):
    """The day and hour at which a set closes for every club."""

    closes = TextField(strip=True, most=40)


class DecisionForm(PageForm):
    """Which package, whether it or all of its club is turned away or taken back, and why."""

    package = WholeField()
    what = Among(("away", "back"))
    of = Among(("package", "club"))
    reason = LineField(most=200)

    @property
    def deciding(self) -> Deciding | None:
        """What was decided; None where the page never asked that."""
        what, of = self.words_of("what"), self.words_of("of")
        if not what or not of:
            return None
        return Deciding(what == "away", of == "club", self.words_of("reason"))
