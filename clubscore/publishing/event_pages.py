"""The pages of an event: its ranking, a card of each contestant, each board."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor, Level
from clubscore.club.people.published_names import PublishedNames
from clubscore.club.wording.figures import percent
from clubscore.club.wording.names import named
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.double_dummy import Tricks
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.imported.imported import told_of
from clubscore.events.models import Event, EventShare, ToldPlayer
from clubscore.events.rankings.board_facts import Told, boards_told
from clubscore.events.rankings.card_rounds import rounds_of
from clubscore.events.rankings.card_table import (
    CardTable,
    KnownCards,
    card_rows,
    session_picture,
    swings,
)
from clubscore.events.rankings.leads_seen import leads_of_boards
from clubscore.events.rankings.lists import Line, RankedList
from clubscore.events.rankings.reading_page import Asked, board_page
from clubscore.events.rankings.traveller_table import points_head
from clubscore.events.state.double_dummy_tables import tables_of
from clubscore.events.state.event_now import room_of
from clubscore.publishing.event_summary import EventFacts, FactLine
from clubscore.publishing.lean_tables import lean_heads, lean_rows
from clubscore.publishing.published_lists import PublishedLists, named_here, named_in_file
from clubscore.publishing.site_look import Look
from clubscore.ranking import Event as RankedEvent

Made = tuple[str, Callable[[], bytes]]


def folder_of(event: Event) -> str:
    """Return where an event's pages lie in the site."""
    return f"events/{event.evening}-{event.pk}"


class Frame(NamedTuple):
    """What the pages of all events share: how they look, and who is named."""

    look: Look
    names: PublishedNames


class EventPages:
    """An event's pages, read and ranked when the first of them is made."""

    def __init__(self, event: Event, frame: Frame) -> None:
        self.event, self.look, self.names = event, frame.look, frame.names
        self.folder = folder_of(event)
        # The site says what any member may read.
        self.reader = Actor(level=Level.PLAYER, club=event.club)

    @cached_property
    def _told(self) -> RankedEvent | None:
        return told_of(self.event) if self.event.told else None

    @cached_property
    def lists(self) -> PublishedLists:
        """The event ranked, with the names that may be said."""
        room, told = room_of(self.event), self._told
        shares = EventShare.objects.filter(event=self.event, hides_names=True, revoked_at=None)
        if shares.exists():
            people: Mapping[str, tuple[int, ...]] = {}
        elif told is not None:
            links = ToldPlayer.objects.filter(event=self.event)
            people = named_in_file(told, links, self.names)
        else:
            people = named_here(room, self.names)
        return PublishedLists(room, people, told)

    @cached_property
    def dealt(self) -> dict[int, DealtBoard]:
        """The boards whose cards may be seen, by number."""
        return deals_seen(self.reader, self.lists.room)

    @cached_property
    def _known(self) -> KnownCards:
        """What is known of the cards of all boards."""
        deals = {number: board.deal for number, board in self.dealt.items()}
        leads = leads_of_boards(self.lists, deals)
        return KnownCards(deals, tables_of(deals.values()), leads)

    @property
    def tricks(self) -> dict[int, Tricks]:
        """Double-dummy tricks by board, where they were worked out."""
        known = self._known
        by_number = {number: deal.pbn() for number, deal in known.deals.items()}
        return {n: known.tables[pbn] for n, pbn in by_number.items() if pbn in known.tables}

    @cached_property
    def _compared(self) -> Mapping[int, tuple[Told, ...]]:
        return boards_told(self.lists)

    @cached_property
    def _rankings(self) -> list[RankedList]:
        return self.lists.rankings

    @cached_property
    def _lines(self) -> dict[str, Line]:
        """The line of each contestant in the list that has it."""
        return {row.key: row for one in self._rankings if not one.list for row in one.rows}

    def pages(self) -> Iterator[Made]:
        """Yield each page's place and what makes it; none where nothing was played."""
        if not self.lists.boards:
            return
        for key in self._lines:
            yield f"{self.folder}/{self.card_at(key)}", partial(self._card, key)
        for board in self.lists.boards:
            yield f"{self.folder}/{self.board_at(board)}", partial(self._board, board)
        yield f"{self.folder}/index.html", self._ranking

    def card_at(self, key: str) -> str:
        """Return the page of a contestant's card, from one beside it."""
        return f"card-{self.lists.cards[key]}.html"

    def board_at(self, board: int) -> str:
        """Return the page of a board, from one beside it."""
        return f"board-{board}.html"

    def _page(self, template: str, place: str, context: Mapping[str, object]) -> bytes:
        shared = {"event": self.event, "lists": self.lists, "at_event": True}
        return self.look.page(template, f"{self.folder}/{place}", {**shared, **context})

    def _ranking(self) -> bytes:
        rankings = [
            (one, self._shown(one.placed), self._shown(one.below)) for one in self._rankings
        ]
        boards = [(board, self.board_at(board)) for board in self.lists.boards]
        # Reasons are words that somebody typed.
        penalties = [
            (named(self.lists.called(each.key)), each.amount, each.unit)
            for each in self.lists.penalties
        ]
        context = {"rankings": rankings, "boards": boards, "penalties": penalties}
        return self._page("ranking.html", "index.html", context)

    def _shown(self, rows: Iterable[Line]) -> list[tuple[Line, str, str]]:
        """Return lines, each with what its contestant is called and the page of its card."""
        return [(row, named(self.lists.called(row.key)), self.card_at(row.key)) for row in rows]

    def _card(self, key: str) -> bytes:
        lists, line = self.lists, self._lines[key]
        card = lists.card(key)
        rows = card_rows(lists, card, self._known, words=True, told=self._compared)
        won, lost = swings(rows, self.board_at)
        table = CardTable(rows, self.board_at, points=points_head(lists))
        context = {
            "line": line,
            "who": named(lists.called(key)),
            "table": table,
            "heads": lean_heads(table),
            "rows": lean_rows(table),
            "picture": session_picture(rounds_of(card), line.percent),
            "won": won,
            "lost": lost,
        }
        return self._page("card.html", self.card_at(key), context)

    def _board(self, board: int) -> bytes:
        asked = Asked(self.reader, names=True)
        page = board_page(self.lists, asked, board, self.card_at)
        table = page["traveller"]
        # What an organiser wrote about a set is not ours to spread.
        page.pop("commentary", None)
        page.pop("tasks", None)
        beside = {
            side: {"n": number, "page": self.board_at(number)}
            for side, number in (("before", page["before"]), ("after", page["after"]))
            if number is not None
        }
        context = {
            **page,
            "before": beside.get("before"),
            "after": beside.get("after"),
            "table": table,
            "heads": lean_heads(table),
            "rows": lean_rows(table),
        }
        return self._page("board.html", self.board_at(board), context)

    def facts(self) -> EventFacts:
        """Return what lists of events and of people say of it."""
        lists = self.lists
        if not lists.boards:
            return EventFacts(
                self.event.pk, self.folder, self.event.name, str(self.event.evening), 0, 0
            )
        ranked = [one for one in self._rankings if not one.list]
        return EventFacts(
            event=self.event.pk,
            folder=self.folder,
            name=self.event.name,
            evening=str(self.event.evening),
            boards=len(lists.boards),
            contestants=len(self._lines),
            winners=tuple(self._winners(one) for one in ranked),
            lines=tuple(
                FactLine(
                    card=lists.cards[row.key],
                    place=row.place,
                    of=len(one.rows),
                    result=self._result(row),
                    names=tuple(row.names),
                    people=lists.people[row.key],
                )
                for one in ranked
                for row in one.rows
                if row.key in lists.people and row.boards
            ),
        )

    def _winners(self, one: RankedList) -> tuple[str, ...]:
        first = [row for row in one.rows if row.place in ("1", "1=")]
        return tuple(named(self.lists.called(row.key)) for row in first)

    def _result(self, row: Line) -> str:
        if row.percent:
            return percent(row.percent)
        return _("%(word)s: %(score)s") % {"word": self.lists.score_word, "score": row.score}
