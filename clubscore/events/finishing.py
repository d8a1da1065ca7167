"""How an event ends: boards without a result settled, results final, or called off.

An average is a ruling of the director (law 12C2) and stands in the log of rulings. Removing an
event loses no fact: table money is posted back and links end, and an undo restores both.
"""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Refused, whole_number
from clubscore.club.logins import note_act
from clubscore.club.models import Club, zone_of
from clubscore.club.models import Entry as BookEntry
from clubscore.club.record_words import OwnWords
from clubscore.club.table_money import charge_after_all, waive
from clubscore.club.wording import MINUS
from clubscore.events.board_state import BoardStage, BoardState, Spot
from clubscore.events.corrections import CorrectionEntry, Typed, leave_for_later, rule, take_back
from clubscore.events.directing import Kind
from clubscore.events.entries import CHARGE, enter_in_book, key_in_book, latest_of
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Call, Event, EventHappening, ResultRevision, Section
from clubscore.events.models.facts import Finished
from clubscore.events.rulings import KINDS, Cited, give_ruling
from clubscore.events.state import EventState, room_of
from clubscore.events.terms import counts_percent
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import read_options
from clubscore.ranking.regulations import AVERAGE_AT_IMPS, regulation
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import LineField, PageForm, Problem, TextField

# How long a deleted event can be restored.
UNDO = dt.timedelta(minutes=10)
SAY_WHY = gettext_noop("Give a reason for calling the event off. Everyone can read it.")


def has_results(event: Event) -> bool:
    """Whether anything was entered at an event, or it came whole from a file."""
    return event.told or ResultRevision.objects.filter(section__event=event).exists()


def delete_event(*, event: Event, key: str, actor: Actor) -> None:
    """Take an event without results out of every list. Refuses one with results, or finished.

    Table money that it charged, because it was finished before, is posted back.
    """
    with taken_event(event) as found:
        if has_results(found) or found.finished_at is not None:
            text = _(
                "This event has results or is finished. Call it off instead, and give a reason."
            )
            raise Refused(text)
        if note(found, Kind.DELETED, key, actor):
            found.deleted_at = clock.now()
            found.save(update_fields=["deleted_at"])
            _let_off(found, "", actor)
            _log(found, "event deleted", actor)


def deleted_lately(club: Club, pk: int) -> Event | None:
    """Return a deleted event of the club that can still be restored."""
    since = clock.now() - UNDO
    return Event.everything.filter(club=club, pk=pk, deleted_at__gt=since).first()


def have_back(*, event: Event, key: str, actor: Actor) -> None:
    """Take a deletion back, and charge table money again. Refuses once its time has run out."""
    with taken_event(event, deleted_too=True) as found:
        if found.deleted_at is None or is_noted(found, key):
            return
        if found.deleted_at <= clock.now() - UNDO:
            raise Refused(_("This event was deleted too long ago and cannot be restored."))
        note(found, Kind.HAD_BACK, key, actor)
        found.deleted_at = None
        found.save(update_fields=["deleted_at"])
        _charge_again(found, actor)
        _log(found, "event had back", actor)


def call_off(*, event: Event, reason: str, key: str, actor: Actor) -> None:
    """Call an event off: its results stay and are ranked nowhere, its table money is let off.

    RuleError at ``reason`` without one.
    """
    if not reason:
        raise RuleError("reason", SAY_WHY, "reason")
    with taken_event(event, called_off_too=True) as found:
        if found.called_off_at is not None or not note(
            found, Kind.CALLED_OFF, key, actor, reason=reason
        ):
            return
        found.called_off_at = clock.now()
        found.ends_at = found.seconds_left = None
        found.save(update_fields=["called_off_at", "ends_at", "seconds_left"])
        open_calls = Call.objects.filter(section__event=found, answered_at=None)
        open_calls.update(answered_at=found.called_off_at)
        _let_off(found, reason, actor)
        _log(found, "event called off", actor, reason)


def bring_back(*, event: Event, key: str, actor: Actor) -> None:
    """Let an event that was called off count again, and its table money with it."""
    with taken_event(event, called_off_too=True) as found:
        if found.called_off_at is None or not note(found, Kind.HAD_BACK, key, actor):
            return
        found.called_off_at = None
        found.save(update_fields=["called_off_at"])
        _charge_again(found, actor)
        _log(found, "event brought back", actor)


def why_called_off(event: Event) -> EventHappening | None:
    if event.called_off_at is None:
        return None
    return event.happenings.filter(kind=Kind.CALLED_OFF).order_by("pk").last()


def called_off_events(club: Club) -> list[Event]:
    """Return the club's events that were called off, the newest first."""
    found = Event.objects.filter(club=club).exclude(called_off_at=None)
    return list(found.order_by("-evening", "-pk"))


def _let_off(event: Event, reason: str, actor: Actor) -> None:
    """Post the table money that an event charged back, each by its contrary entry."""
    for charge in _charges(event, BookEntry.Kind.TABLE_MONEY):
        waive(
            charged=charge, reason=reason, key=f"{key_in_book(event)}:off:{charge.pk}", actor=actor
        )


def _charge_again(event: Event, actor: Actor) -> None:
    """Charge again what was posted back with the event; cancelled by hand stays cancelled."""
    for let_off in _charges(event, BookEntry.Kind.WAIVED):
        if let_off.key.startswith(f"{key_in_book(event)}:off:"):
            key = f"{key_in_book(event)}:on:{let_off.pk}"
            charge_after_all(waived=let_off, key=key, actor=actor)


def _charges(event: Event, kind: str) -> list[BookEntry]:
    """The latest table money entry of each person for an event, if it is of this kind."""
    return [each for each in latest_of(event, CHARGE) if each.kind == kind]


def _log(event: Event, what: str, actor: Actor, reason: str = "") -> None:
    """Write to the club's log, which keeps it regardless of the event."""
    data = {"reason": reason} if reason else {}
    day = event.evening.isoformat()
    note_act(club=event.club, author=actor.label, what=what, name=f"{event.name}, {day}", **data)


# ---- Boards without a result.

NOT_PLAYED = "not_played"
# What a board without a result gets by who was at fault (law 12C2a): NS, EW, and whose fault.
BY_FAULT: Final = {
    ("A+", "A+"): gettext_lazy("neither side at fault"),
    ("A+", "A-"): gettext_lazy("EW at fault"),
    ("A-", "A+"): gettext_lazy("NS at fault"),
    ("A-", "A-"): gettext_lazy("both sides at fault"),
    ("A", "A"): gettext_lazy("both partly at fault"),
    ("A+", "A"): gettext_lazy("EW partly at fault"),
    ("A", "A+"): gettext_lazy("NS partly at fault"),
    ("A", "A-"): gettext_lazy("EW at fault, NS partly"),
    ("A-", "A"): gettext_lazy("NS at fault, EW partly"),
}


@dataclass(frozen=True)
class Loose:
    """A board of a round that was played, with no result: its table, and how far it is."""

    section: Section
    spot: str
    table: str
    standing: BoardState
    ns: str
    ew: str

    @property
    def name(self) -> str:
        """What a form calls it."""
        at = self.standing.spot
        return f"{self.spot}-{at.round}-{at.board}"

    @property
    def is_disputed(self) -> bool:
        """Whether its two sides disagree, so that there is something to settle."""
        return self.standing.state is BoardStage.DISPUTED

    @property
    def why(self) -> str:
        """How far it is, in words."""
        words = {BoardStage.DISPUTED: _("disputed"), BoardStage.LATER: _("left for later")}
        return words.get(self.standing.state, _("nothing entered"))


def overdue_boards(room: EventState) -> list[Loose]:
    """Return the same without what is still being played: the round of now, unless it is the last.

    A board of it that was left for later, or is disputed, is there.
    """
    return [
        each
        for each in loose_boards(room)
        if not _is_played_now(room, each.standing.spot)
        or each.standing.state is not BoardStage.TO_COME
    ]


def _is_played_now(room: EventState, spot: Spot) -> bool:
    """Whether a board's round is the one of now, and not the last."""
    now = room.now(spot.section)
    return spot.round == now and now < room.plans[spot.section].rounds


def loose_boards(room: EventState) -> list[Loose]:
    """Return every board that has no result, disputed ones first, then by rounds and tables."""
    found = []
    for table in room.begun_tables():
        section, place = table.section, table.place
        ns, ew = (room.called(section.pk, side) for side in place.sides)
        shown = room.table_name(section, place.table)
        found += [
            Loose(section, table.name, shown, board, ns, ew)
            for board in table.boards
            if board.state is not BoardStage.IN and board.result is None
        ]
    return sorted(found, key=lambda each: not each.is_disputed)


def ways_to_end() -> list[tuple[str, str]]:
    """Return what a board without a result may get: (value, words)."""
    text = _("NS %(ns)s, EW %(ew)s: %(fault)s")
    return [(NOT_PLAYED, _("not played"))] + [
        (
            f"{ns}/{ew}",
            text % {"ns": ns.replace("-", MINUS), "ew": ew.replace("-", MINUS), "fault": fault},
        )
        for (ns, ew), fault in BY_FAULT.items()
    ]


def what_averages_are(event: Event) -> str:
    """Return what A+, A and A− are worth at an event's scoring; nothing where it is no figure."""
    imps = imps_of_averages(event)
    if imps:
        authority = regulation(AVERAGE_AT_IMPS).chosen(imps).authority
        text = _("A+ is %(n)s IMPs, A is 0, A− is −%(n)s IMPs (%(authority)s).")
        return text % {"n": imps, "authority": authority}
    if counts_percent(event):
        return _(
            "A+ is 60 % of the board, or the side’s own average if that is more; A is 50 %;"
            " A− is 40 %, or the side’s own average if that is less."
        )
    return ""


def imps_of_averages(event: Event) -> str:
    """Return how many IMPs A+ is at an event, empty where it is counted otherwise."""
    return event.scored_by.average(read_options(event.options))


def read_ends(
    loose: list[Loose], given: Mapping[str, str], *, may_stay: bool = False
) -> tuple[list[Typed], list[Problem]]:
    """Read what a form gives each board: the same for all, or one for each.

    With ``may_stay`` a board for which nothing is chosen stays without a result.
    """
    lines, problems = [], []
    for each in loose:
        value = given.get("all") or given.get(f"gets-{each.name}", "")
        if may_stay and not value:
            continue
        facts = _facts(value)
        if facts is None:
            text = _("Round %(round)s, table %(table)s, board %(board)s: choose what it gets.")
            at = each.standing.spot
            values = {"round": at.round, "table": each.table, "board": at.board}
            problems.append(Problem(f"gets-{each.name}", text % values))
            continue
        seen = whole_number(given.get(f"seen-{each.name}"))
        lines.append(Typed(each.section, each.standing.spot, facts, -1 if seen is None else seen))
    return lines, problems


def _facts(value: str) -> ResultFacts | None:
    if value == NOT_PLAYED:
        return {"not_played": True}
    ns, _slash, ew = value.partition("/")
    return {"adjusted": {"ns": ns, "ew": ew}} if (ns, ew) in BY_FAULT else None


# An average is a ruling and stands in the log; that a board was not played is only a fact of it.
ARTIFICIAL = "artificial"
# What was settled together has the key of its form, and a number: "KEY:missing:3".
SETTLED = re.compile(r"(.+):missing:\d+")
NOTHING_LEFT = gettext_noop("There is nothing left to undo: these boards were changed since.")


@dataclass(frozen=True)
class SettledBoards:
    """Boards that were given a result together and still have it: the key of that, and each."""

    key: str
    boards: list[BoardState]

    @property
    def numbers(self) -> list[int]:
        """The numbers of its boards, each once."""
        return sorted({each.spot.board for each in self.boards})


def settle_missing(*, event: Event, lines: Sequence[Typed], key: str, actor: Actor) -> None:
    """Record what boards without a result get: for all of these, or for none.

    Refuses if one was entered in the meantime, and where the ranking is final.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        for number, line in enumerate(lines):
            entered = CorrectionEntry(line.seen, f"{key}:missing:{number}", OwnWords("at-the-end"))
            _settle(line, entered, actor)


def _settle(line: Typed, entered: CorrectionEntry, actor: Actor) -> None:
    def do() -> None:
        rule(section=line.section, spot=line.spot, facts=line.facts, entered=entered, actor=actor)

    if "adjusted" not in line.facts:
        do()
        return
    cited = Cited(ARTIFICIAL, KINDS[ARTIFICIAL][1], actor.label)
    give_ruling(section=line.section, spot=line.spot, cited=cited, entered=entered, actor=actor,
                do=do)  # fmt: skip


def settled_last(room: EventState) -> SettledBoards | None:
    """Return what was last settled together and stands unchanged; None where nothing does."""
    batches: dict[str, list[BoardState]] = {}
    newest: dict[str, int] = {}
    for standing in room.standings.values():
        found = SETTLED.fullmatch(standing.result.key) if standing.result else None
        if found is None or standing.revisions[-1] is not standing.result:
            continue
        batches.setdefault(found[1], []).append(standing)
        newest[found[1]] = max(newest.get(found[1], 0), standing.result.pk)
    if not batches:
        return None
    key = max(newest, key=lambda each: newest[each])
    return SettledBoards(key, sorted(batches[key], key=lambda each: each.spot))


def settle_back(*, event: Event, settled: str, key: str, actor: Actor) -> None:
    """Take back what was settled together under a key: its boards are as they were before.

    One that was changed since stays. Refuses where none is left, and once the session is finished.
    """
    with taken_event(event) as found:
        if ResultRevision.objects.filter(club_id=found.club_id, key=f"{key}:0").exists():
            return
        if found.finished_at is not None:
            raise Refused(_("The session is finished. Reopen it first."))
        last = settled_last(room_of(found))
        if last is None or last.key != settled:
            raise Refused(_(NOTHING_LEFT))
        sections = {section.pk: section for section in found.sections.select_related("event")}
        for number, standing in enumerate(last.boards):
            _as_before(sections[standing.spot.section], standing, f"{key}:{number}", actor)


def _as_before(section: Section, standing: BoardState, key: str, actor: Actor) -> None:
    """Clear a result; a board that was left for later before is so again."""
    entered = CorrectionEntry(standing.number, key, OwnWords("undone"))
    take_back(section=section, spot=standing.spot, entered=entered, actor=actor)
    if any(each.kind == ResultRevision.Kind.LATER for each in standing.revisions[-2:-1]):
        entered = CorrectionEntry(standing.number + 1, f"{key}:later", OwnWords("undone"))
        leave_for_later(section=section, spot=standing.spot, entered=entered, actor=actor)


def finish(
    *,
    event: Event,
    final_at: dt.datetime,
    settled: Sequence[Typed] = (),
    key: str,
    actor: Actor,
) -> None:
    """Finish the session: the ranking opens, provisional until `final_at`; fees go to Accounts.

    `settled` is what boards without a result get. Refuses if others have none either.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        settle_missing(event=found, lines=settled, key=key, actor=actor)
        holes = sum(1 for hole in room_of(found).holes() if hole.result is None)
        if holes:
            text = ngettext(
                "One board has no result yet. Enter it, or mark it as not played.",
                "%(count)s boards have no result yet. Enter them, or mark them as not played.",
                holes,
            )
            raise Refused(text % {"count": holes})
        note(found, Kind.FINISHED, key, actor, Finished(final_at=final_at.isoformat()))
        found.finished_at, found.final_at = clock.now(), final_at
        found.ends_at = found.seconds_left = None
        found.ranking_open = True
        enter_in_book(event=found, actor=actor)
        # No table waits any more; who called and when stays in the history.
        open_calls = Call.objects.filter(section__event=found, answered_at=None)
        open_calls.update(answered_at=found.finished_at)
        found.save(
            update_fields=["finished_at", "final_at", "ends_at", "seconds_left", "ranking_open"]
        )


def open_again(*, event: Event, reason: str, key: str, actor: Actor) -> None:
    """Reopen the session: results can be corrected again."""
    with taken_event(event) as found:
        if note(found, Kind.FINISHED, key, actor, Finished(final_at=None), reason=reason):
            found.finished_at = found.final_at = None
            found.save(update_fields=["finished_at", "final_at"])


LATEST_DAYS = 30
LONGEST_REASON = 200


class EndForm(PageForm):
    """Until when results may be corrected, or why the session is opened again."""

    final_at = TextField()
    reason = TextField(strip=True, most=LONGEST_REASON)

    def moment(self, club: Club) -> dt.datetime | None:
        """Return the day and hour by the club's clock, None for the usual.

        Refuses what is no moment, and one that is past or far away.
        """
        text = self.words_of("final_at")
        if not text:
            return None
        try:
            moment = dt.datetime.fromisoformat(text).replace(tzinfo=zone_of(club))
        except ValueError:
            raise Refused(_("Enter a date and time, like 2026-11-25 20:00.")) from None
        if not clock.now() <= moment <= clock.now() + dt.timedelta(days=LATEST_DAYS):
            text = _("Choose a time from now on. Days for corrections: at most %(days)s.")
            raise Refused(text % {"days": LATEST_DAYS})
        return moment


class MissingForm(PageForm):
    """Which boards that were settled together are to be as before, by the key of that."""

    undo = TextField(strip=True, most=64)


class RemovalForm(PageForm):
    """What becomes of an event that is not to count, and why."""

    what = TextField()
    reason = LineField(most=LONGEST_REASON)
