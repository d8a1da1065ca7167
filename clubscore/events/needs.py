"""What needs the director: calls, disputes, missing results, silent phones, doubtful names.

Whoever has the code of one table can take any name: that is let through, for people do scan the
wrong code, but the director reads it in one line. Phones that fall silent all at once mean that
the Wi-Fi is gone, not the tables.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.core.cache import caches
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Person
from clubscore.club.wording import named
from clubscore.events.board_state import BoardStage, BoardState, Spot, same_result
from clubscore.events.board_state import Kind as Result
from clubscore.events.directing import round_share_over
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import (
    Entry,
    Event,
    EventHappening,
    EventTableLink,
    PhoneSeen,
    ResultRevision,
    Section,
)
from clubscore.events.models.facts import EarlierAsked, PhoneIn, members
from clubscore.events.plan import PlannedMeeting
from clubscore.events.reporting import unlike_directed
from clubscore.events.result_words import in_words
from clubscore.events.scoring import Scorer, honours_since, section_of
from clubscore.events.seats import Voice
from clubscore.events.state import EventState, RoundTable, clock_of, room_of
from clubscore.events.visibility import passed_on

Kind = EventHappening.Kind


class NameTaken(NamedTuple):
    """A name that a phone took in a way that the director should know, and why, in words."""

    happening: EventHappening
    table: str
    text: str


def take_name(
    *,
    section: Section,
    table: int,
    person: Person,
    was: int | None,
    is_far: bool | None,
    key: str,
    actor: Actor,
) -> None:
    """Note that a phone took a player's name by a table's code.

    `was` is the person that the same phone was before; `is_far` whether that player sits at
    another table in this round and the next ones, None where it is to be found out here.
    """
    room = room_of(section.event)
    told = PhoneIn(section=section.pk, table=table, person=person.pk)
    if is_far is None:
        is_far = not _sits_near(room, section, table, person)
    if is_far:
        told["far"] = True
    if was is not None and was != person.pk:
        told["was"] = was
    if was != person.pk and any(each["person"] == person.pk for each in _told(room)):
        told["second"] = True
    if not _why(room, told):
        # Nothing that any page shows: no phone needs to ask for it.
        note(section.event, Kind.PHONE_IN, key, actor, told)
        return
    with taken_event(section.event) as event:
        note(event, Kind.PHONE_IN, key, actor, told)


def names_are_right(*, room: EventState, happening: int, key: str, actor: Actor) -> None:
    """Say that the director has seen to a phone that took a name; raises Refused of any other."""
    for each in names_in_doubt(room):
        if each.happening.pk == happening:
            told = each.happening.told_as(PhoneIn)
            with taken_event(room.event) as event:
                note(event, Kind.PHONE_IN, key, actor, {**told, "settles": happening})
            return
    raise Refused(_("This line is not here any more. Check the list again."))


def names_in_doubt(room: EventState) -> list[NameTaken]:
    """Return the names taken in a way that the director should know and has not seen to yet."""
    if room.event.contest_set_id is not None or room.event.finished_at is not None:
        return []
    seen = {told.get("settles") for told in _told(room)}
    letters = {section.pk: section.letter for section in room.sections}
    return [
        NameTaken(each, f"{letters.get(told['section'], '')}{told['table']}", text)
        for each in room.happenings
        if each.kind == Kind.PHONE_IN and each.pk not in seen
        and (told := each.told_as(PhoneIn)).get("settles") is None
        and (text := _why(room, told))
    ]  # fmt: skip


def by_one_phone(room: EventState, standing: BoardState) -> bool:
    """Whether both sides of an agreed result spoke by one phone that took two names."""
    agreed = standing.result
    if agreed is None or agreed.kind != Result.AGREED or room.event.contest_set_id is not None:
        return False
    phones = {each.device: each.told_as(PhoneIn) for each in _taken(room)}
    told: list[ResultRevision] = [e for e in standing.revisions if e.kind == Result.TOLD]
    mine, first = phones.get(agreed.device), phones.get(told[-1].device) if told else None
    return mine is not None and first is not None and mine.get("was") == first["person"]


def _taken(room: EventState) -> Iterator[EventHappening]:
    for each in room.happenings:
        if each.kind == Kind.PHONE_IN and "settles" not in each.told_as(PhoneIn):
            yield each


def _told(room: EventState) -> list[PhoneIn]:
    return [each.told_as(PhoneIn) for each in room.happenings if each.kind == Kind.PHONE_IN]


def _sits_near(room: EventState, section: Section, table: int, person: Person) -> bool:
    """Whether a player sits at a table in this round or beside it, or has no seat to compare."""
    entry, now = _entry_of(room, person.pk), max(1, room.now(section.pk))
    plan = room.plans.get(section.pk)
    if entry is None or plan is None:
        return True
    rounds = range(now - 1, now + 2)
    tables = [
        place.table
        for place in (plan.of_pair(entry.number or 0) if entry.section_id == section.pk else ())
        if place.round in rounds
    ]
    sits_out = entry.section_id == section.pk and not tables
    return sits_out or table in tables


def _why(room: EventState, told: PhoneIn) -> str:
    """What the director should know of a name that was taken, in words; nothing of most."""
    entry = _entry_of(room, told["person"])
    names = {"name": _name_of(room, told["person"])}
    before = _entry_of(room, told.get("was", 0))
    if before is not None and before != entry:
        names["before"] = _name_of(room, told["was"])
        return _("the phone of %(before)s took the name of %(name)s") % names
    if told.get("far"):
        return _("a phone here took the name of %(name)s, who sits at another table") % names
    if told.get("second"):
        return _("%(name)s has a second phone") % names
    return ""


def _entry_of(room: EventState, person: int) -> Entry | None:
    found = (e for e in room.entries if any(each.pk == person for each in e.people))
    return next(found, None)


def _name_of(room: EventState, person: int) -> str:
    entry = _entry_of(room, person)
    return next((each.name for each in entry.people if each.pk == person), "") if entry else ""


# ---- Phones that fall silent.

# A phone asks every four seconds; that it did is written down only so often.
WRITTEN_EVERY = 20  # seconds
# Which table a phone lies on changes seldom.
REMEMBERED = 600  # seconds
# A table's phone that said nothing for so long, while a result is due, needs somebody to look.
LONG = dt.timedelta(minutes=10)
SILENT_AFTER = dt.timedelta(seconds=75)
# Phones that go dark one by one lie on their tables; those that stop together lost the network.
TOGETHER = dt.timedelta(seconds=45)
WERE_THERE = dt.timedelta(minutes=10)
FEWEST = 2


class SeenPhone(NamedTuple):
    """When a phone was last heard of, and the section and table on which it lies, if on one."""

    at: dt.datetime
    section: int | None
    table: int | None


class Silence(NamedTuple):
    """Phones that all stopped asking at one moment: how many, since when, with how much at most."""

    phones: int
    since: dt.datetime
    most_waiting: int


def note_phone(event: Event, device: str) -> None:
    """Remember that a phone asked just now. Seldom more than a look into this process's memory."""
    if device and caches["phones"].add(f"{event.pk}:{device}", True, WRITTEN_EVERY):
        PhoneSeen.objects.update_or_create(
            club_id=event.club_id, event=event, device=device, defaults={"at": clock.now()}
        )


def note_whose(event: Event, actor: Actor) -> None:
    """Remember that a phone opened its page just now, and on which table it lies, if on one."""
    lies = actor.link if actor.person is None and isinstance(actor.link, EventTableLink) else None
    key = f"{event.pk}:{actor.device}:{lies.pk if lies else 0}"
    if actor.level == Level.TABLE and actor.device and caches["phones"].add(key, True, REMEMBERED):
        now = {"at": clock.now(), "link": lies}
        PhoneSeen.objects.update_or_create(
            club_id=event.club_id, event=event, device=actor.device, defaults=now
        )


def seen_phones(room: EventState) -> list[SeenPhone]:
    """Return when each phone of an event was last heard of; none while nothing is played.

    One query.
    """
    event = room.event
    if not event.round or event.finished_at is not None:
        return []
    phones = PhoneSeen.objects.filter(event=event)
    return [SeenPhone(*each) for each in phones.values_list("at", "link__section", "link__table")]


def silent_tables(
    room: EventState, phones: Sequence[SeenPhone]
) -> dict[tuple[int, int], dt.datetime]:
    """Return since when the phones of tables are silent: {(section, table): since}.

    Only where they were silent long, nothing came in since, and a result is due by the clock;
    a phone may well go dark during a board. None while all are silent at once.
    """
    last: dict[tuple[int, int], dt.datetime] = {}
    for at, section, table in phones:
        if section is not None and table is not None:
            last[section, table] = max(at, last.get((section, table), at))
    tables = {(each.section.pk, each.number): each for each in room.tables()} if last else {}
    found = {
        where: at
        for where, at in last.items()
        if where in tables and at < clock.now() - LONG and _is_due(room, tables[where], at)
    }
    return {} if found and silence_of(room, phones) else found


def _is_due(room: EventState, table: RoundTable, since: dt.datetime) -> bool:
    """Whether a table without slips should have more boards in by now, and has had none since."""
    if (table.section.pk, table.number) in room.by_slip:
        return False
    reported = [each for each in table.boards if each.state is not BoardStage.TO_COME]
    gone = round_share_over(room.event, clock_of(room, table.section.pk))
    is_behind = len(reported) < int(gone * len(table.boards))
    return is_behind and not any(each.revisions[-1].at > since for each in reported)


def silence_of(room: EventState, phones: Sequence[SeenPhone]) -> Silence | None:
    """Return since when all phones of an event are silent, None while it is not the network.

    All means most of those that asked in the minutes before: a phone that went dark earlier
    proves nothing.
    """
    seen = [each.at for each in phones]
    if not seen or max(seen) > clock.now() - SILENT_AFTER:
        return None
    last = max(seen)
    together = [at for at in seen if at > last - TOGETHER]
    there = [at for at in seen if at > last - WERE_THERE]
    if len(together) < FEWEST or 2 * len(together) <= len(there):
        return None
    to_come = (sum(b.state is BoardStage.TO_COME for b in table.boards) for table in room.tables())
    return Silence(len(together), last, max(to_come, default=0))


# ---- Questions about an earlier board.

SIDES = ("ns", "ew")
MOST_LETTERS = 120
# What players say among themselves leaves a question open; anything else is the director's answer.
OF_PLAYERS = (ResultRevision.Kind.TOLD, ResultRevision.Kind.CONTRARY)


class EarlierBoard(NamedTuple):
    """A board that a side played in an earlier round: where, which way, and against whom."""

    spot: Spot
    side: str
    against: str

    @property
    def name(self) -> str:
        """What a form calls it."""
        return "-".join(map(str, (*self.spot[1:], self.side)))


class Whose(NamedTuple):
    """Who sits at a table now, and what they played before, the newest round first."""

    who: str
    played: list[EarlierBoard]


class Question(NamedTuple):
    """A question about a board of an earlier round; no `text` where its reader is not to see it."""

    asked: EventHappening
    spot: Spot
    who: str
    text: str
    is_open: bool


def earlier_boards(
    room: EventState, section: Section, place: PlannedMeeting | None, voice: Voice
) -> list[Whose]:
    """Return what the sides that a reader speaks for played in rounds that are over."""
    found = []
    for side in SIDES:
        if not voice.may_speak_for(side):
            continue
        for number in members(place.side(side) if place else None):
            played = [*_played(room, section, number)]
            if played:
                found.append(Whose(named(room.names(section.pk, number)), played))
    return found


def _played(room: EventState, section: Section, number: int) -> Iterator[EarlierBoard]:
    """What a pair, player or team played; of a team at both of its tables."""
    now = room.now(section.pk)
    last = now if room.event.finished_at is not None else now - 1
    for place in reversed(room.plan(section).of_pair(number)):
        if place.round > last or not place.is_played:
            continue
        side = place.way_of(number)
        against = named(room.names(section.pk, place.side(SIDES[1 - SIDES.index(side)])))
        for board in place.boards:
            yield EarlierBoard(Spot(section.pk, place.round, place.table, board), side, against)


def ask_about(*, section: Section, played: EarlierBoard, text: str, key: str, actor: Actor) -> None:
    """Ask the director about a board of an earlier round.

    Refuses a second question about it while one is open, and where the ranking is final.
    """
    spot = played.spot
    with taken_event(section.event) as event:
        if is_noted(event, key):
            return
        must_not_be_final(event)
        room = room_of(event)
        if open_about(room, spot):
            text = _("The director has been asked about board %(board)s already. Please wait.")
            raise Refused(text % {"board": spot.board})
        asked = EarlierAsked(
            section=spot.section, round=spot.round, table=spot.table, board=spot.board,
            side=played.side, text=text, number=room.standing(spot).number,
        )  # fmt: skip
        note(event, Kind.ASKED, key, actor, asked)


def questions(room: EventState) -> list[Question]:
    """Return everything that was asked, oldest first, as the reader of a room may see it."""
    found = []
    for each in room.happenings:
        if each.kind != Kind.ASKED:
            continue
        said = each.told_as(EarlierAsked)
        spot = Spot(said["section"], said["round"], said["table"], said["board"])
        later = [one for one in room.standing(spot).revisions if one.number > said["number"]]
        is_open = all(one.kind in OF_PLAYERS for one in later)
        text = "" if spot.board in room.hidden else said["text"]
        found.append(Question(each, spot, _who(room, said), text, is_open))
    return found


def open_about(room: EventState, spot: Spot) -> list[Question]:
    """Return what is still asked about a board at a table."""
    return [each for each in questions(room) if each.is_open and each.spot == spot]


def _who(room: EventState, said: EarlierAsked) -> str:
    """Who asks: the side that sat there."""
    plans = room.plans
    section, at = said["section"], (said["round"], said["table"])
    place = plans[section].places.get(at) if section in plans else None
    return named(room.names(section, place.side(said["side"]) if place else None))


# ---- What needs the director, by urgency.

# A table is slow that has less than this part of its boards in when this much time is gone.
SLOW_AFTER, SLOW_PART = 0.75, 0.5


# What needs the director, the most urgent first; within a kind who waits longest.
NEEDS = ("call", "dispute", "asked", "missing", "slow", "phone", "odd")
CALL, DISPUTE, ASKED, MISSING, SLOW, PHONE, ODD = NEEDS


class Need(NamedTuple):
    """Something that needs the director: where, since when, why, and the key that leads there.

    `kind` is one of `NEEDS`.
    """

    since: dt.datetime
    kind: str
    table: str
    round: int
    board: int | None
    text: str
    call: int | None = None
    alone: bool = True
    # Of a board that the reader has yet to play: two versions that they are not told.
    is_hidden: bool = False
    asked: str = ""
    # Of a name that a phone took: the happening that the director sees to.
    taken: int | None = None

    @property
    def shown(self) -> str:
        """The table as it is called where there is one section."""
        return self.table.removeprefix("A") if self.alone else self.table

    @property
    def minutes(self) -> int:
        """How long it waits."""
        return max(0, int((clock.now() - self.since).total_seconds() // 60))

    @property
    def hours(self) -> int:
        """The same in hours."""
        return self.minutes // 60


def needs_of(
    scorer: Scorer, tables: Sequence[RoundTable], odd: Collection[Spot], phones: Sequence[SeenPhone]
) -> list[Need]:
    """Return what needs the director, the most urgent first; within a kind the longest waiting."""
    return _Needs(scorer, tables, odd, phones).found()


class _Needs:
    """What needs the director in a room, as its reader may see it."""

    def __init__(
        self,
        scorer: Scorer,
        tables: Sequence[RoundTable],
        odd: Collection[Spot],
        phones: Sequence[SeenPhone],
    ) -> None:
        self.room, self.event = scorer.room, scorer.room.event
        self.scorer, self.tables, self.odd = scorer, tables, odd
        self.silent = silent_tables(self.room, phones)

    def found(self) -> list[Need]:
        """All of it, in its order."""
        alone = len(self.room.sections) == 1
        found = [*self._calls(), *self._spots(), *self._asked_earlier()]
        found += [*self._silent(), *self._slow(), *self._phones()]
        found.sort(key=lambda need: (NEEDS.index(need.kind), need.since))
        return [need._replace(alone=alone) for need in found]

    def _calls(self) -> Iterator[Need]:
        for call in self.room.calls:
            if self.event.finished_at is not None and call.at < self.event.finished_at:
                continue
            table = f"{section_of(self.room, call.section_id).letter}{call.table}"
            now = max(1, self.room.now(call.section_id))
            why = call.why or _("Director, please")
            yield Need(call.at, CALL, table, now, None, why, call.pk)

    def _spots(self) -> Iterator[Need]:
        for standing in self.room.standings.values():
            kind, text = self._why(standing)
            if text:
                spot = standing.spot
                table = f"{section_of(self.room, spot.section).letter}{spot.table}"
                since = standing.revisions[-1].at
                yield Need(since, kind, table, spot.round, spot.board, text,
                           is_hidden=standing.is_hidden, asked=self._asked(standing))  # fmt: skip

    def _asked_earlier(self) -> Iterator[Need]:
        """What players ask about boards of rounds that are over."""
        for each in questions(self.room):
            if not each.is_open:
                continue
            spot = each.spot
            table = f"{section_of(self.room, spot.section).letter}{spot.table}"
            values = {"board": spot.board, "who": each.who, "text": each.text}
            if each.text:
                text = _("board %(board)s: %(who)s ask: %(text)s") % values
            else:
                text = _("board %(board)s: %(who)s ask about it") % values
            yield Need(each.asked.at, ASKED, table, spot.round, spot.board, text)

    def _asked(self, standing: BoardState) -> str:
        """Who asked somebody else to settle a board, unless it was reported anew since."""
        case = passed_on(self.room, standing.spot)
        if case is None or case.at < standing.revisions[-1].at:
            return ""
        return _("%(who)s asks someone else to settle it") % {"who": case.author}

    def _why(self, standing: BoardState) -> tuple[str, str]:
        """The kind of a board's need, and its words; nothing if it needs no one."""
        for kind, why in (
            (DISPUTE, self._disputed),
            (ODD, self._unlike),
            (MISSING, self._unfinished),
        ):
            text = why(standing)
            if text:
                return kind, text
        return "", ""

    def _disputed(self, standing: BoardState) -> str:
        """Two versions of a board: of its two sides, or one that came in late."""
        board = standing.spot.board
        if standing.is_hidden:
            two = standing.state is BoardStage.DISPUTED or standing.contrary or self._open(standing)
            return _("board %(board)s: two versions") % {"board": board} if two else ""
        if standing.state is BoardStage.DISPUTED:
            said = [in_words(each.facts or {}) for each in standing.versions.values()]
            values = {"board": board, "one": said[0], "other": said[-1]}
            return _("board %(board)s: %(one)s, or %(other)s?") % values
        if self._open(standing):
            return self._said_wrong(standing)
        if standing.contrary:
            late = standing.contrary[-1]
            values = {
                "board": board,
                "one": in_words(standing.facts),
                "who": late.author,
                "other": in_words(late.facts or {}),
            }
            return _("board %(board)s: %(one)s counts; %(who)s entered %(other)s, late") % values
        return ""

    def _said_wrong(self, standing: BoardState) -> str:
        """What both agreed, and what one says instead."""
        proposed = standing.proposed.values()
        other = next(e for e in proposed if not same_result(e.facts, standing.facts))
        values = {
            "board": standing.spot.board,
            "one": in_words(standing.facts),
            "who": other.author,
            "other": in_words(other.facts or {}),
        }
        return _("board %(board)s: %(one)s counts; %(who)s says %(other)s") % values

    def _open(self, standing: BoardState) -> bool:
        """Whether a correction needs somebody: the sides differ, or its round is over."""
        past = self._is_past(standing) or self.event.finished_at is not None
        return len(standing.proposed) > 1 or (bool(standing.proposed) and past)

    def _is_past(self, standing: BoardState) -> bool:
        """Whether the round of a board is over in its section."""
        return standing.spot.round < self.room.now(standing.spot.section)

    def _unlike(self, standing: BoardState) -> str:
        """A result unlike the directed contract, the cards of the board, or all other results."""
        told = standing.result and standing.result.kind in (Result.TOLD, Result.AGREED)
        # Typed results and rulings were checked when they were entered.
        directed = told and unlike_directed(self.scorer, standing.spot, standing.facts)
        honours = honours_since(self.scorer, standing)
        if told and by_one_phone(self.room, standing):
            return _("board %(board)s: recorded and agreed on one phone") % {
                "board": standing.spot.board
            }
        if not directed and not honours and standing.spot in self.odd:
            return _("board %(board)s is unlike the rest") % {"board": standing.spot.board}
        return directed or honours

    def _unfinished(self, standing: BoardState) -> str:
        """A board of a finished round that was not agreed, or was left for later."""
        board = standing.spot.board
        past, plan = self._is_past(standing), self.room.plans.get(standing.spot.section)
        is_last = plan is None or standing.spot.round >= plan.rounds
        if standing.state is BoardStage.TOLD and past:
            return _("board %(board)s: the other side has not agreed") % {"board": board}
        if standing.state is BoardStage.LATER and (past or is_last):
            return _("board %(board)s was left for later") % {"board": board}
        return ""

    def _silent(self) -> Iterator[Need]:
        """Tables of whose phone nothing was heard for long though results are due."""
        for table in self.tables:
            since = self.silent.get((table.section.pk, table.number))
            if since is not None:
                text = _("phone silent, boards in: %(count)s of %(all)s") % {
                    "count": table.count_in,
                    "all": len(table.boards),
                }
                yield Need(since, MISSING, table.name, table.place.round, None, text)

    def _phones(self) -> Iterator[Need]:
        """Names that phones took in a way that the director should know."""
        for each in names_in_doubt(self.room):
            section = self.room.section(each.table[:1])
            now = max(1, self.room.now(section.pk)) if section else 1
            yield Need(each.happening.at, PHONE, each.table, now, None, each.text,
                       taken=each.happening.pk)  # fmt: skip

    def _slow(self) -> Iterator[Need]:
        for table in self.tables:
            if (table.section.pk, table.number) in self.silent:
                continue
            if round_share_over(self.event, clock_of(self.room, table.section.pk)) < SLOW_AFTER:
                continue
            if (table.section.pk, table.number) in self.room.by_slip or not table.missing:
                continue
            if table.count_in < SLOW_PART * len(table.boards):
                text = _("slow, boards in: %(count)s of %(all)s") % {
                    "count": table.count_in,
                    "all": len(table.boards),
                }
                yield Need(clock.now(), SLOW, table.name, table.place.round, None, text)
