"""Who enters an event: pairs, teams and pasted lists, their terms, and table money at the door."""

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, authored
from clubscore.club.ledger import (
    THE_CLUB,
    Origin,
    Transfer,
    contradict,
    lines_of,
    post,
    standing_in,
)
from clubscore.club.models import Club, Person
from clubscore.club.models import Entry as BookEntry
from clubscore.club.odd_names import odd_places
from clubscore.club.people import BETWEEN, add_guest
from clubscore.club.record_words import OwnWords
from clubscore.club.table_money import charge_after_all, post_table_money, waive
from clubscore.club.wording import listed, typed_number
from clubscore.events.formats import FORMS, LEAST_PEOPLE, MOST_PEOPLE, TEAMS, entry_is
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, Section, TeamMember
from clubscore.events.models.facts import (
    EntryChanged,
    EventOpened,
    LineupSet,
    PairTermsChanged,
    SeatsNamed,
)
from clubscore.events.plan import plan_of
from clubscore.events.seats import table_now
from clubscore.events.state import EventState, entries_of, room_of
from clubscore.events.terms import Terms
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.numbers import exact_text, read_number

# ---- Table money: booked when the event ends.

ROOM = "duplicate"
# What keys of the book begin with, after the event: a person's charge, what they paid at the door.
CHARGE, PAID = "fee", "paid"
# Within keys: taken back because somebody else was named, and put back because they were not.
GONE, BACK, UNPAID, PAID_AGAIN = ":gone:", ":back:", ":unpaid:", ":again:"
Kind = BookEntry.Kind


def key_in_book(event: Event) -> str:
    """Return what keys of the book begin with that belong to an event."""
    return f"event{event.pk}"


def latest_of(event: Event, what: str) -> list[BookEntry]:
    """Return what counts now of each charge or payment of an event: itself, or what took it back.

    `what` is CHARGE or PAID.
    """
    begins = f"{key_in_book(event)}:{what}"
    of_event = BookEntry.objects.filter(club=event.club_id, key__startswith=begins)
    found: list[BookEntry] = []
    entries = list(of_event.order_by("pk"))
    while entries:
        answers = list(BookEntry.objects.filter(corrects__in=entries))
        answered = {each.corrects_id for each in answers}
        found += [each for each in entries if each.pk not in answered]
        entries = answers
    return found


def enter_in_book(*, event: Event, actor: Actor) -> None:
    """Charge everyone who had a number by who they are, and enter what was paid at the door.

    Twice counts once. Who was charged and is named no more has it taken back, with what was ticked
    off at the door; who is named again has it again. What is unpaid is owed in Accounts from then
    on. Part of the transaction that finishes, or that names others after the end.
    """
    if not event.takes_fee or not event.club.plays_for_money:
        return
    Club.objects.select_for_update().get(pk=event.club_id)
    pairs = Entry.objects.filter(event=event, number__isnull=False)
    entries = list(pairs.select_related("first", "second"))
    people = [person for entry in entries for person in entry.people]
    _follow_charges(event, people, actor)
    post_table_money(
        club=event.club,
        amounts={person.pk: event.fee_of(person) for person in people},
        currency=event.club.currency,
        origin=Origin(event.evening, ROOM),
        key=key_in_book(event),
        actor=actor,
        reason=event.name,
    )
    _follow_payments(event, people, actor)
    for person in (person for e in entries if e.paid_at is not None for person in e.people):
        _pay_at_the_door(event, person, actor)


def _pay_at_the_door(event: Event, person: Person, actor: Actor) -> None:
    key = f"{key_in_book(event)}:{PAID}{person.pk}"
    entry = authored(actor, event.club_id, key, event.name)
    if not BookEntry.objects.filter(club=event.club_id, key=entry["key"]).exists():
        lines = {Transfer(THE_CLUB, person.pk, event.club.currency): event.fee_of(person)}
        origin = Origin(event.evening, ROOM)
        post(kind=Kind.PAYMENT, origin=origin, lines=lines, entry=entry)


def _follow_charges(event: Event, people: Iterable[Person], actor: Actor) -> None:
    """Let off who is named no more, and charge again who is after all; by hand stays by hand."""
    begins, named = key_in_book(event), _accounts_of(people)
    for last in latest_of(event, CHARGE):
        plays = _is_among(last, named)
        if last.kind == Kind.TABLE_MONEY and not plays:
            key = f"{begins}{GONE}{last.pk}"
            waive(charged=last, reason=OwnWords("replaced"), key=key, actor=actor)
        elif last.kind == Kind.WAIVED and plays and last.key.startswith(begins + GONE):
            charge_after_all(waived=last, key=f"{begins}{BACK}{last.pk}", actor=actor)


def _follow_payments(event: Event, people: Iterable[Person], actor: Actor) -> None:
    """Take back what was paid at the door for who is named no more, and the other way round."""
    begins, named = key_in_book(event), _accounts_of(people)
    for last in latest_of(event, PAID):
        plays = _is_among(last, named)
        if last.kind == Kind.PAYMENT and not plays:
            key, kind = f"{begins}{UNPAID}{last.pk}", Kind.NOT_PAID
        elif last.kind == Kind.NOT_PAID and plays and last.key.startswith(begins + UNPAID):
            key, kind = f"{begins}{PAID_AGAIN}{last.pk}", Kind.PAYMENT
        else:
            continue
        entry = authored(actor, event.club_id, key, OwnWords("replaced"))
        contradict(wrong=last, kind=kind, entry=entry)


def _accounts_of(people: Iterable[Person]) -> set[int]:
    """The accounts of people by their keys; those of two entries that were merged are one."""
    return {key for each in people for key in (each.pk, each.merged_into_id) if key}


def _is_among(entry: BookEntry, named: Collection[int]) -> bool:
    parties = {party for line in lines_of(entry) for party in (line.debited, line.credited)}
    return bool(parties & {*named})


class AtTheDoor(NamedTuple):
    """What a person pays at the door: the table money, set against the balance in Accounts.

    `before` is what they owe from earlier, negative if they are in
    credit; `pays` is never less than nothing.
    """

    person: Person
    pays: int
    before: int


def fees_to_pay(event: Event, entries: Iterable[Entry], *, nets: bool) -> list[AtTheDoor]:
    """Return who has not paid yet and how much they pay; with `nets` set against Accounts.

    After the end the table money is in Accounts: only those who owe there still have to pay.
    Four queries with `nets`, else none.
    """
    finished = event.finished_at is not None
    nets = nets and event.club.plays_for_money
    if not event.takes_fee or (finished and not nets):
        return []
    book = standing_in(event.club).get(event.club.currency, {}) if nets else {}
    people = [
        person for entry in entries if finished or entry.paid_at is None for person in entry.people
    ]
    before = {person.pk: -book.get(person.merged_into_id or person.pk, 0) for person in people}
    fees = {each.pk: 0 if finished else event.fee_of(each) for each in people}
    lines = [
        AtTheDoor(each, max(0, fees[each.pk] + before[each.pk]), before[each.pk]) for each in people
    ]
    return [line for line in lines if line.pays or fees[line.person.pk]]


def pays_nothing(event: Event, entry: Entry) -> bool:
    """Whether an entry's people are known and none of them pays table money."""
    return bool(entry.people) and not any(event.fee_of(person) for person in entry.people)


# ---- Opening an event, and who enters it.

OpeningEventKind = EventHappening.Kind


def open_event(*, club: Club, evening: dt.date, terms: Terms, key: str, actor: Actor) -> Event:
    """Open an event with one section. The same key again is the same event."""
    form = FORMS[terms.form]
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = EventHappening.objects.filter(club=club, key=key, kind=OpeningEventKind.OPENED)
        for happening in known.select_related("event"):
            return happening.event
        event = Event.objects.create(
            club=club,
            evening=evening,
            name=terms.name,
            fee=terms.fee,
            guest_fee=None if terms.guest_fee == terms.fee else terms.guest_fee,
            contestants_are=form.are,
            game=terms.game,
            rules=dict(terms.rules),
            scoring=terms.scoring or form.scoring,
            options={**form.options, **terms.options},
            opened_by=actor.label,
        )
        Section.objects.create(club=club, event=event, letter="A")
        opened = EventOpened(name=terms.name)
        if terms.boards:
            opened |= {"boards": terms.boards, "winners": terms.winners}
        if terms.wish:
            opened["wish"] = terms.wish
        note(event, OpeningEventKind.OPENED, key, actor, opened)
    return event


def enter_pair(
    *, event: Event, people: list[Person], expected: str, key: str, actor: Actor
) -> Entry | None:
    """Enter two people, one player looking for a partner, or a pair that is expected.

    None if this key was used. Refuses people already entered, and an empty entry.
    """
    expected = " ".join(expected.split())[:80]
    with taken_event(event) as found:
        if not people and not expected:
            raise Refused(_("Choose who plays, or enter who is expected."))
        must_be_new(found, people)
        _must_be_as_many(found, people)
        said = " & ".join(person.name for person in people) or expected
        if not note(
            found, OpeningEventKind.ENTRY, key, actor, EntryChanged(what="entered", who=said)
        ):
            return None
        return enter(found, people, "" if people else expected, actor)


def enter_players(*, event: Event, people: list[Person], key: str, actor: Actor) -> None:
    """Enter people for an individual. Refuses people already entered, and an empty entry."""
    with taken_event(event) as found:
        if not people:
            raise Refused(_("Choose who plays, or enter who is expected."))
        must_be_new(found, people)
        said = ", ".join(person.name for person in people)
        if note(found, OpeningEventKind.ENTRY, key, actor, EntryChanged(what="entered", who=said)):
            for person in people:
                enter(found, [person], "", actor)


def enter(
    event: Event,
    people: list[Person],
    expected: str,
    actor: Actor,
    name: str = "",
    *,
    by_seats: bool = False,
) -> Entry:
    """Write an entry, the last of its event, of the first two of these people."""
    last = Entry.objects.filter(event=event).aggregate(last=Max("order"))["last"] or 0
    return Entry.objects.create(
        club_id=event.club_id,
        event=event,
        order=last + 1,
        first=people[0] if people else None,
        second=people[1] if len(people) > 1 else None,
        name=name,
        note=expected,
        by_seats=by_seats,
        entered_by=actor.label,
    )


def _must_be_as_many(event: Event, people: list[Person]) -> None:
    """Refuse more people than one entry has."""
    if len(people) > MOST_PEOPLE[event.contestants_are]:
        raise Refused(entry_is(event.contestants_are))


def must_be_new(event: Event, people: list[Person], but: Entry | None = None) -> None:
    """Refuse people listed twice, or already in an entry other than `but`."""
    if len({person.pk for person in people}) < len(people):
        raise Refused(_("Choose each player only once."))
    entries = entries_of(event).filter(withdrawn_at=None)
    entered = {
        person.pk for entry in entries if but is None or entry.pk != but.pk
        for person in entry.people
    }  # fmt: skip
    for person in people:
        if person.pk in entered:
            raise Refused(_("%(name)s is already entered.") % {"name": person.name})


def name_pair(
    *, event: Event, entry: int, people: list[Person], key: str, actor: Actor, seen: str
) -> None:
    """Change who plays as this pair: a partner found, an expected pair that came, a change.

    `seen` is the pair as shown on the page. Raises ChangedMeanwhile if it has changed since.
    """
    with taken_event(event) as found:
        pair = _entry(found, entry)
        if is_noted(found, key):
            return
        if str(pair) != seen:
            raise ChangedMeanwhile([FieldChange(_("Who plays"), seen, str(pair))])
        must_be_new(found, people, pair)
        _must_be_as_many(found, people)
        if not people:
            raise Refused(_("Choose who plays."))
        before, names = str(pair), " & ".join(person.name for person in people)
        named = EntryChanged(what="named", who=names, was=before)
        if not note(found, OpeningEventKind.ENTRY, key, actor, named):
            return
        lacks = len(people) < LEAST_PEOPLE[found.contestants_are]
        if pair.number is not None and lacks and not pair.by_seats:
            raise Refused(entry_is(found.contestants_are))
        if pair.by_seats:
            _say_for_its_seats(pair, people, f"{key}:seats", actor)
        pair.first, pair.second = people[0], people[1] if len(people) > 1 else None
        pair.note = ""
        pair.save(update_fields=["first", "second", "note"])
        if found.finished_at is not None:
            enter_in_book(event=found, actor=actor)


def _say_for_its_seats(pair: Entry, people: list[Person], key: str, actor: Actor) -> None:
    """What is said by hand counts, whatever tables said of the pair's seats before."""
    keys = [person.pk for person in people]
    alone = MOST_PEOPLE[pair.event.contestants_are] - len(keys)
    table = table_now(room_of(pair.event), pair)
    told = SeatsNamed(
        section=pair.section_id or 0,
        table=table,
        said_at=0,
        entry=pair.pk,
        people=[*keys, *[None] * alone],
        settles=True,
    )
    note(pair.event, OpeningEventKind.SEATED, key, actor, told)


def join_halves(*, event: Event, one: int, other: int, key: str, actor: Actor) -> None:
    """Make one pair of two players looking for a partner."""
    with taken_event(event) as found:
        stays, goes = _entry(found, one), _entry(found, other)
        if stays.pk == goes.pk or not (stays.seeks_partner and goes.seeks_partner):
            raise Refused(_("Choose two players who are looking for a partner."))
        partner = goes.first
        said = f"{stays} & {goes}"
        if not note(
            found, OpeningEventKind.ENTRY, key, actor, EntryChanged(what="joined", who=said)
        ):
            return
        goes.withdrawn_at = clock.now()
        goes.save(update_fields=["withdrawn_at"])
        stays.second = partner
        stays.save(update_fields=["second"])


def _entry(event: Event, pk: int) -> Entry:
    entry = entries_of(event).filter(pk=pk).first()
    if entry is None or entry.withdrawn_at is not None:
        raise Refused(_("This entry no longer exists."))
    return entry


def _arrives(entry: Entry, so: bool) -> None:
    entry.arrived_at = entry.arrived_at or clock.now() if so else None


def _pays(entry: Entry, so: bool) -> None:
    if entry.event.finished_at is not None:
        raise Refused(_("The session's table money is in Accounts. Settle what is unpaid there."))
    entry.paid_at = entry.paid_at or clock.now() if so else None


def _stays(entry: Entry, so: bool) -> None:
    if entry.number is not None:
        raise Refused(_("Numbers are given already. Change that under Numbers."))
    entry.stays_at = entry.stays_at or clock.now() if so else None


def _withdraws(entry: Entry, so: bool) -> None:
    if entry.number is not None:
        raise Refused(
            _("This entry has a number. Change its players, or choose the movement again."),
        )
    entry.withdrawn_at = clock.now()


# A tap sets a state and never toggles it: two people at the door who tap the same agree.
AT_THE_DOOR: dict[str, tuple[str, bool, Callable[[Entry, bool], None]]] = {
    "arrived": ("arrived", True, _arrives),
    "not-arrived": ("arrived", False, _arrives),
    "paid": ("paid", True, _pays),
    "not-paid": ("paid", False, _pays),
    "stays": ("stays", True, _stays),
    "moves": ("stays", False, _stays),
    "withdrawn": ("withdrawn", True, _withdraws),
}


def everybody_is_here(*, event: Event, key: str, actor: Actor) -> None:
    """Mark everyone as here who is not marked yet. The same key again changes nothing."""
    with taken_event(event) as found:
        for entry in entries_of(found).filter(withdrawn_at=None, arrived_at=None):
            data = EntryChanged(what="arrived", who=str(entry), now=True)
            if entry.plays and note(
                found, OpeningEventKind.ENTRY, f"{key}:{entry.pk}", actor, data
            ):
                _arrives(entry, True)
                entry.save(update_fields=["arrived_at"])


def at_the_door(*, event: Event, entry: int, what: str, key: str, actor: Actor) -> None:
    """Mark a pair as here or paid, undo that, or withdraw it."""
    told = AT_THE_DOOR.get(what)
    if told is None:
        raise Refused(_("Choose here, paid or withdraw."))
    with taken_event(event) as found:
        pair = _entry(found, entry)
        name, so, change = told
        before = getattr(pair, f"{name}_at") is not None
        change(pair, so)
        data = EntryChanged(what=name, who=str(pair), now=so)
        if before == so or not note(found, OpeningEventKind.ENTRY, key, actor, data):
            return
        pair.save(update_fields=["arrived_at", "paid_at", "stays_at", "withdrawn_at"])
        if pair.withdrawn_at is not None:
            pair.further.filter(gone_at=None).update(gone_at=pair.withdrawn_at)


# ---- Names pasted as a list.

MOST_LINES, SHOWN = 100, 6
LONGEST = 80
# What a page says of somebody who is nobody here.
GUEST = "guest"
_COMMA = re.compile(r"\s*,\s*")


@dataclass(frozen=True)
class PastedName:
    """A name of the list, and whom of the club it may mean.

    `chosen` is the key of one of them, GUEST, or "" while somebody has to say.
    """

    text: str
    field: str
    people: tuple[Person, ...]
    chosen: str
    # Nothing is asked: one person bears the name whole, or nobody bears any like it.
    is_certain: bool

    @property
    def person(self) -> Person | None:
        """Who was chosen, None for a guest and while it is open."""
        return next((one for one in self.people if str(one.pk) == self.chosen), None)


@dataclass(frozen=True)
class PastedLine:
    """A line of the list with its names; `problem` says what keeps it from being entered."""

    number: int
    names: tuple[PastedName, ...]
    problem: str

    @property
    def is_good(self) -> bool:
        """Whether everyone in it is known, chosen or a guest."""
        return not self.problem and all(name.chosen for name in self.names)


def read_pasted(event: Event, text: str, answers: Mapping[str, str]) -> list[PastedLine]:
    """Return the lines of a list; `answers` say by field who a name is. Three queries."""
    here = people_here(event)
    entered = {
        person.pk for entry in entries_of(event).filter(withdrawn_at=None)
        for person in entry.people
    }  # fmt: skip
    lines = [line.strip() for line in text.splitlines() if line.strip()][:MOST_LINES]
    found: list[PastedLine] = []
    for number, line in enumerate(lines, start=1):
        names = tuple(_named(name, here, answers) for name in _names_in(line))
        found.append(PastedLine(number, names, _problem(event, names, entered)))
        entered |= {name.person.pk for name in names if name.person is not None}
    return found


def _names_in(line: str) -> list[str]:
    between = BETWEEN if BETWEEN.search(line) else _COMMA
    return [" ".join(name.split())[:LONGEST] for name in between.split(line) if name.strip()]


def _named(text: str, here: list[Person], answers: Mapping[str, str]) -> PastedName:
    field = f"who-{_plain(text)}"
    return who_it_is(text, here, field=field, answer=answers.get(field))


def people_here(event: Event) -> list[Person]:
    """Return everyone whom a name may mean. One query."""
    return list(Person.objects.filter(club=event.club_id, active=True, merged_into=None))


def who_it_is(
    text: str,
    here: list[Person],
    *,
    field: str,
    answer: str | None = None,
    by_number: bool = True,
) -> PastedName:
    """Return whom a name may mean: a whole name, a number, or the beginnings of a name's words.

    `answer` is what was chosen in `field`: the key of one of them, or GUEST; None where nobody was
    asked yet. Without `by_number` a number is nobody's: a stranger is not told whose it is.
    """
    plain = " ".join(_plain(text).split())
    whole = [
        one for one in here
        if plain in (_plain(one.name), _plain(one.short_name))
        or (by_number and one.number == text)
    ]  # fmt: skip
    shown = tuple((whole or [one for one in here if _begins(one, plain)])[:SHOWN])
    if len(whole) == 1:
        return PastedName(text, field, shown, str(whole[0].pk), is_certain=True)
    # A name in full that is like nobody's is somebody new; of a single word somebody has to say.
    if not shown and (" " in plain or _is_whole(plain)):
        return PastedName(text, field, shown, GUEST, is_certain=True)
    if answer is None:
        answer = str(shown[0].pk) if len(shown) == 1 else ""
    may_be = {GUEST, *(str(one.pk) for one in shown)}
    return PastedName(text, field, shown, answer if answer in may_be else "", is_certain=False)


def _is_whole(plain: str) -> bool:
    """Return whether a word can be a whole name: of Han letters, Kana, Hangul."""
    return len(plain) > 1 and all(
        unicodedata.name(letter, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
        for letter in plain
    )


def _begins(person: Person, plain: str) -> bool:
    """Return whether each word that was typed begins a word of the person's name."""
    words = _plain(person.name).split()
    return all(any(word.startswith(typed) for word in words) for typed in plain.split())


def _plain(text: str) -> str:
    """Return a name as people type it in a hurry: small letters without accents."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


def _problem(event: Event, names: tuple[PastedName, ...], entered: set[int]) -> str:
    needed = MOST_PEOPLE[event.contestants_are]
    if len(names) != needed:
        text = ngettext("Write %(n)s name on this line.", "Write %(n)s names on this line.", needed)
        return text % {"n": needed}
    for name in names:
        if name.person is not None and name.person.pk in entered:
            return _("%(name)s is already entered.") % {"name": name.person.name}
        if name.chosen == GUEST and odd_places(name.text):
            return _("This name has hidden characters. Write it again without them.")
    chosen = [name.person for name in names if name.person is not None]
    if len(set(chosen)) < len(chosen):
        return _("Choose each player only once.")
    return ""


def counted(lines: list[PastedLine]) -> str:
    """Return how many names are known, guests, to be chosen: "24 known · 1 guest · 1 to choose"."""
    names = [name for line in lines for name in line.names]
    known = sum(name.person is not None for name in names)
    guests = sum(name.chosen == GUEST for name in names)
    left = len(names) - known - guests
    parts = [
        (known, ngettext("%(n)s known", "%(n)s known", known)),
        (guests, ngettext("%(n)s guest", "%(n)s guests", guests)),
        (left, ngettext("%(n)s to choose", "%(n)s to choose", left)),
    ]
    return " · ".join(text % {"n": n} for n, text in parts if n)


def enter_pasted(*, event: Event, lines: list[PastedLine], key: str, actor: Actor) -> None:
    """Enter a list whose lines are all good, and its guests; all of it or nothing. Once by key.

    Raises Refused where somebody was entered meanwhile.
    """
    with transaction.atomic():
        for line in lines:
            people = [
                name.person or add_guest(club=event.club, name=name.text, actor=actor)
                for name in line.names
            ]
            each = f"{key}:{line.number}"
            enter_pair(event=event, people=people, expected="", key=each, actor=actor)


# ---- Teams of four.

TeamsKind = EventHappening.Kind
LONGEST_OF_TEAMS = 80


def read_name(name: str, event: Event) -> str:
    """Return a team's name. Refuses none."""
    found = " ".join(name.split())[:LONGEST_OF_TEAMS]
    if not found:
        raise Refused(_("Give the team a name, for example Reds."))
    return found


def team_in_words(name: str, people: Sequence[Person]) -> str:
    """Return a team as its history shows it: Reds: Ann, Bob, Cecil, Dora."""
    names = ", ".join(person.name for person in people)
    return f"{name}: {names}" if names else name


def enter_team(*, event: Event, name: str, people: list[Person], key: str, actor: Actor) -> None:
    """Enter a team of four to six people, or one of which only the name is known yet.

    Refuses people already entered, another number of people, and a name already taken.
    """
    with taken_event(event) as found:
        called = read_name(name, found)
        _must_be_a_team(found, people)
        _must_be_called_otherwise(found, called)
        must_be_new(found, people)
        said = team_in_words(called, people)
        if note(found, TeamsKind.ENTRY, key, actor, EntryChanged(what="entered", who=said)):
            entry = enter(found, people, "" if people else called, actor, called)
            _set_further(entry, people[2:])


def name_team(
    *,
    event: Event,
    entry: int,
    name: str,
    people: list[Person],
    key: str,
    actor: Actor,
    seen: str,
) -> None:
    """Give a team another name or other people. What was recorded stays with its number.

    `seen` is the team as shown on the page. Raises ChangedMeanwhile if it has changed since.
    """
    with taken_event(event) as found:
        team = entries_of(found).filter(pk=entry, withdrawn_at=None).first()
        if team is None:
            raise Refused(_("This entry no longer exists."))
        was, called = team_in_words(team.name, team.people), read_name(name, found)
        if is_noted(found, key):
            return
        if was != seen:
            raise ChangedMeanwhile([FieldChange(_("Who plays"), seen, was)])
        _must_be_a_team(found, people)
        _must_be_called_otherwise(found, called, team)
        must_be_new(found, people, team)
        said = team_in_words(called, people)
        note(found, TeamsKind.ENTRY, key, actor, EntryChanged(what="named", who=said, was=was))
        team.name, team.note = called, "" if people else called
        team.first, team.second = (*people[:2], None, None)[:2]
        team.save(update_fields=["name", "note", "first", "second"])
        _set_further(team, people[2:])
        if found.finished_at is not None:
            enter_in_book(event=found, actor=actor)


def _must_be_a_team(event: Event, people: Sequence[Person]) -> None:
    if people and not LEAST_PEOPLE[TEAMS] <= len(people) <= MOST_PEOPLE[TEAMS]:
        raise Refused(entry_is(TEAMS))


def _must_be_called_otherwise(event: Event, name: str, but: Entry | None = None) -> None:
    others = event.entries.filter(withdrawn_at=None, name__iexact=name)
    if any(but is None or other.pk != but.pk for other in others):
        raise Refused(_("There is already a team called %(name)s.") % {"name": name})


def _set_further(entry: Entry, people: Sequence[Person]) -> None:
    TeamMember.objects.filter(entry=entry, gone_at=None).update(gone_at=clock.now())
    TeamMember.objects.bulk_create(
        TeamMember(
            club_id=entry.club_id, event_id=entry.event_id, entry=entry, order=order, person=person
        )
        for order, person in enumerate(people, 3)
    )


def lineup_count(event: Event) -> int:
    """Return how many line-ups were set so far: what a page has seen."""
    return EventHappening.objects.filter(event=event, kind=TeamsKind.LINEUP).count()


def set_lineup(
    *,
    section: Section,
    team: int,
    round_: int,
    ways: Mapping[str, Sequence[int]],
    key: str,
    actor: Actor,
    seen: int | None = None,
) -> None:
    """Set who of a team sits North–South and East–West from a round on: {"ns": two, "ew": two}.

    `seen` is what `lineup_count` was. Refuses if someone else changed it since, anything but four
    different people of the team, and who would play boards of a three-way match once more.
    """
    with taken_event(section.event) as event:
        must_not_be_final(event)
        if seen not in (None, lineup_count(event)) and not is_noted(event, key):
            raise Refused(_("Someone else changed who sits where. Check again."))
        plan = plan_of(section.plan)
        if plan is None or not 0 < round_ <= plan.rounds:
            raise Refused(_("Choose a round of this event."))
        entry = entries_of(event).filter(section=section, number=team).first()
        chosen = [*ways["ns"], *ways["ew"]]
        known = {person.pk for person in entry.people} if entry else set()
        if len(ways["ns"]) != 2 or len(set(chosen)) != 4 or not known.issuperset(chosen):
            text = _("Choose two of this team for North–South and two others for East–West.")
            raise Refused(text)
        _must_keep_sides(room_of(event), section, team, round_, ways)
        lineup = LineupSet(
            section=section.pk, team=team, round=round_, ns=[*ways["ns"]], ew=[*ways["ew"]]
        )
        note(event, TeamsKind.LINEUP, key, actor, lineup)


def _must_keep_sides(
    room: EventState, section: Section, team: int, round_: int, ways: Mapping[str, Sequence[int]]
) -> None:
    """Refuse to exchange the halves of a team between the rounds of a three-way match."""
    plan = room.plan(section)
    trio = next((each for each in plan.trios if each.goes_on(round_) and team in each.teams), None)
    if trio is None:
        return
    before = [place for place in plan.of_pair(team) if place.round == trio.round]
    changed = [
        person.name
        for place in before
        for way, other in (("ns", "ew"), ("ew", "ns"))
        if place.way_of(team) == way
        for person in room.people(section.pk, place, way)
        if person.pk in ways[other]
    ]
    if changed:
        text = _("A three-way match is played over two rounds, and no one changes sides between"
                 " them. The boards of the other side were played by: %(who)s.")  # fmt: skip
        raise Refused(text % {"who": listed(changed)})


# ---- The terms of a pair.

LONGEST_OF_PAIR_TERMS = 20
TOO_LONG = gettext_noop("A stratum is a short word, for example A or B.")
CHANGED = gettext_noop("Changed by someone else: it is now %(now)s.")
NOTHING = gettext_noop("empty")


class PairTerms(NamedTuple):
    """Handicap and carry-over as exact decimals in text, empty for none; the stratum's name."""

    handicap: str = ""
    carry_over: str = ""
    stratum: str = ""


def terms_of(entry: Entry) -> PairTerms:
    return PairTerms(entry.handicap, entry.carry_over, entry.stratum)


def read_terms(typed: PairTerms, where: str) -> PairTerms:
    """Understand what was typed. RuleError at ``handicap-<where>`` and so on."""
    handicap = _decimal(typed.handicap, f"handicap-{where}")
    carried = _decimal(typed.carry_over, f"carry_over-{where}")
    stratum = " ".join(typed.stratum.split())
    if len(stratum) > LONGEST_OF_PAIR_TERMS:
        raise RuleError("text", TOO_LONG, f"stratum-{where}")
    return PairTerms(handicap, carried, stratum)


def _decimal(text: str, where: str) -> str:
    said = typed_number(text)
    return exact_text(read_number(said[: LONGEST_OF_PAIR_TERMS + 1], where)) if said else ""


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
