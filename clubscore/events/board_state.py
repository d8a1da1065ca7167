"""A board of an event as it stands: its cards, and what was reported of it at each table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from clubscore.club.entry import whole_number
from clubscore.deals.hands import DealtBoard, Hands, read_deal, usual_dealer, usual_vulnerable
from clubscore.events.models import BoardRevision, Event, ResultRevision
from clubscore.ranking.result import ResultFacts

Kind = ResultRevision.Kind


class BoardStage(StrEnum):
    """How far a board is at a table."""

    TO_COME = "to-come"
    TOLD = "told"
    DISPUTED = "disputed"
    IN = "in"
    LATER = "later"


class Spot(NamedTuple):
    """A board at a table in a round of a section."""

    section: int
    round: int
    table: int
    board: int


@dataclass(frozen=True)
class BoardState:
    """The state of a spot.

    `result` is what counts, None if nothing does; `versions` are the sides' reports while they
    disagree, {"ns": ..., "ew": ...}; `contrary` are different reports that came after a result
    already counted, and that the director has not seen to yet; `proposed` is what a side says
    instead of what both had agreed, which counts until the other side says yes. Of one that
    `is_hidden` the reader is told no more than how far it is: nothing in it has facts, and there
    is no `result`.
    """

    spot: Spot
    state: BoardStage = BoardStage.TO_COME
    result: ResultRevision | None = None
    versions: dict[str, ResultRevision] = field(default_factory=dict)
    revisions: Sequence[ResultRevision] = ()
    contrary: Sequence[ResultRevision] = ()
    proposed: dict[str, ResultRevision] = field(default_factory=dict)
    is_hidden: bool = False

    @property
    def number(self) -> int:
        """The number of the newest revision, 0 if there is none."""
        return self.revisions[-1].number if self.revisions else 0

    @property
    def facts(self) -> ResultFacts:
        """What counts, as an event file says it."""
        return (self.result.facts if self.result else None) or {}

    @property
    def told_by(self) -> str:
        """The side that spoke first and waits for the other's word."""
        return next(iter(self.versions), "") if self.state is BoardStage.TOLD else ""

    @property
    def is_corrected_by_both(self) -> bool:
        """Whether both sides agreed, and agreed later on something else."""
        agreed = [each.facts for each in self.revisions if each.kind == Kind.AGREED]
        counts = self.result is not None and self.result.kind == Kind.AGREED
        return counts and any(not same_result(facts, self.facts) for facts in agreed)


def same_result(one: ResultFacts | None, other: ResultFacts | None) -> bool:
    """Whether two reports have the same result; the card led is not disputed."""
    said = [{k: v for k, v in (facts or {}).items() if k != "lead"} for facts in (one, other)]
    return said[0] == said[1]


def fold(spot: Spot, revisions: Sequence[ResultRevision]) -> BoardState:
    """Return the state after these revisions of one spot, in their order."""
    state, result = BoardStage.TO_COME, None
    versions: dict[str, ResultRevision] = {}
    proposed: dict[str, ResultRevision] = {}
    contrary: list[ResultRevision] = []
    for revision in revisions:
        if revision.kind == Kind.CONTRARY:
            contrary.append(revision)
            continue
        if revision.kind == Kind.TOLD and result is not None and state is BoardStage.IN:
            proposed = _proposed(proposed, revision, result)
            continue
        contrary, proposed = [], {}
        if revision.kind == Kind.TOLD:
            versions[revision.side] = revision
            first, *others = versions.values()
            differ = any(not same_result(other.facts, first.facts) for other in others)
            state, result = (BoardStage.DISPUTED, None) if differ else (BoardStage.TOLD, first)
            continue
        versions = {}
        if revision.kind == Kind.TAKEN_BACK:
            state, result = BoardStage.TO_COME, None
        elif revision.kind == Kind.LATER:
            state, result = BoardStage.LATER, None
        else:
            state, result = BoardStage.IN, revision
    return BoardState(spot, state, result, versions, tuple(revisions), tuple(contrary), proposed)


def _proposed(
    before: dict[str, ResultRevision], revision: ResultRevision, result: ResultRevision
) -> dict[str, ResultRevision]:
    """What the sides say instead of what counts; nothing once neither says anything else."""
    said = {**before, revision.side: revision}
    differs = any(not same_result(each.facts, result.facts) for each in said.values())
    return said if differs else {}


def spot_of(revision: ResultRevision) -> Spot:
    """Return where a revision belongs."""
    return Spot(revision.section_id, revision.round, revision.table, revision.board)


def spot_key(spot: Spot) -> str:
    """Return how a form names a spot."""
    return "-".join(map(str, spot))


def read_spot(key: str) -> Spot | None:
    """Return the spot that a form names, None for anything else."""
    numbers = [whole_number(each) for each in key.split("-")]
    if len(numbers) != len(Spot._fields):
        return None
    known = [each for each in numbers if each is not None]
    return Spot(*known) if len(known) == len(numbers) else None


def folded(revisions: Iterable[ResultRevision]) -> dict[Spot, BoardState]:
    """Return the state of every spot with a revision, in the order of entry."""
    by_spot: dict[Spot, list[ResultRevision]] = {}
    for revision in revisions:
        by_spot.setdefault(spot_of(revision), []).append(revision)
    return {spot: fold(spot, found) for spot, found in by_spot.items()}


@dataclass(frozen=True)
class EventBoard:
    """A board of an event: its revisions, the last of which counts. None were written for many."""

    number: int
    revisions: tuple[BoardRevision, ...] = ()

    @property
    def last(self) -> BoardRevision | None:
        """What counts."""
        return self.revisions[-1] if self.revisions else None

    @property
    def revision(self) -> int:
        """The number of the revision that counts; 0 where there is none."""
        return self.last.number if self.last else 0

    @property
    def dealer(self) -> str:
        """The seat that deals: by the board's number unless it was set."""
        return self.last.dealer if self.last else usual_dealer(self.number)

    @property
    def vulnerable(self) -> str:
        """Who is vulnerable: none, NS, EW or both."""
        return self.last.vulnerable if self.last else usual_vulnerable(self.number)

    @property
    def has_cards(self) -> bool:
        """Whether its cards are known."""
        return self.last is not None and bool(self.last.deal)

    @property
    def deal(self) -> Hands | None:
        """Its cards, None if they were not entered."""
        return read_deal(self.last.deal) if self.last and self.last.deal else None

    @property
    def dealt(self) -> DealtBoard | None:
        """The board as files have it, None without cards."""
        deal = self.deal
        if deal is None:
            return None
        return DealtBoard(self.number, deal, self.dealer, self.vulnerable)


def boards_of_event(event: Event) -> dict[int, EventBoard]:
    """Return the boards of which anything was written, by number. One query."""
    found: dict[int, list[BoardRevision]] = {}
    for revision in BoardRevision.objects.filter(event=event).order_by("pk"):
        found.setdefault(revision.board, []).append(revision)
    return {number: EventBoard(number, tuple(found[number])) for number in sorted(found)}
