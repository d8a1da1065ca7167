"""An event's boards with their cards, read from what was written of them."""

from dataclasses import dataclass

from clubscore.deals.dealt_board import DealtBoard, usual_dealer, usual_vulnerable
from clubscore.deals.hands import Deal, read_deal
from clubscore.events.models import BoardRevision, Event


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
    def deal(self) -> Deal | None:
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
