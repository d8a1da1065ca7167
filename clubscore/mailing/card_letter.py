"""A player's card as a letter: what the card's page shows its players, and nothing of it hidden.

As the gazette, it has names only where a ranking that is shared has them: what is mailed may be
handed on. It is of an event that is final and whose ranking is open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Person
from clubscore.club.people.selectors import ids_and_merged
from clubscore.club.wording.days import full_date
from clubscore.club.wording.figures import percent
from clubscore.club.wording.names import listed, named
from clubscore.events.models import Event, EventShare, ToldPlayer
from clubscore.events.rankings.card_table import CardRow, Swing, card_rows, swings
from clubscore.events.rankings.lists import Line, Lists
from clubscore.events.rankings.reading_page import known_cards
from clubscore.events.results.result_words import score_words
from clubscore.events.selectors import as_seen_by, may_see_results, own_entry
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.scoring import key_of_entry
from clubscore.mailing.letter_head import Foot, Written, foot, written
from clubscore.mailing.models import Subscription
from clubscore.mailing.reaching import from_outside


@dataclass(frozen=True)
class BoardTold:
    """A board of a card, each cell as it is read."""

    board: int
    way: str
    against: str
    result: str
    score: str
    points: str
    percent: str
    decided: str

    @property
    def head(self) -> str:
        """Which board, which way and against whom."""
        told = {"n": self.board, "way": self.way, "who": self.against}
        return _("Board %(n)s, %(way)s against %(who)s") % told

    @property
    def points_told(self) -> str:
        """The points, and their percentage where there is one."""
        if not self.points:
            return ""
        if not self.percent:
            return _("points: %(n)s") % {"n": self.points}
        return _("points: %(n)s (%(percent)s)") % {"n": self.points, "percent": self.percent}


class Most(NamedTuple):
    """The boards that won most, or lost most, each with what decided it."""

    title: str
    boards: list[str]


@dataclass(frozen=True)
class CardTold:
    """A card as its letter says it."""

    club: str
    title: str
    who: str
    place: str
    boards: list[BoardTold]
    most: list[Most]
    page: str
    foot: Foot


@dataclass(frozen=True)
class EventRead:
    """An event as a member may see it, read once for all letters of a run."""

    room: Room
    lists: Lists


def events_to_mail() -> QuerySet[Event]:
    """Return the events played here that are final, and whose results members may see."""
    return events_that_may_be_mailed().filter(told=False)


def events_that_may_be_mailed() -> QuerySet[Event]:
    """Return those, and imported ones, which are mailed only where a director asks."""
    return Event.sessions.filter(
        called_off_at=None,
        ranking_open=True,
        final_at__lte=clock.now(),
        club__closed_at=None,
    )


def read_event(event: Event) -> EventRead:
    """Read an event as a member may see it, names hidden where its shared ranking hides them."""
    member = Actor(level=Level.PLAYER, club=event.club)
    room = as_seen_by(member, room_of(event))
    hides = EventShare.objects.filter(event=event, hides_names=True, revoked_at=None).exists()
    return EventRead(room, Lists(room, hides_names=hides))


def card_letter(read: EventRead, subscription: Subscription) -> Written | None:
    """Write a person's card; None where they have none there, or may not see it."""
    person, event = subscription.person, read.room.event
    member = Actor(level=Level.PLAYER, club=subscription.club, person=person)
    if event.club_id != subscription.club_id or not may_see_results(member, event):
        return None
    key, lists = _key_of(read.room, person), read.lists
    line = next((row for one in lists.scratch for row in one.rows if row.key == key), None)
    if not key or line is None or not line.boards:
        return None
    card = lists.card(key)
    rows = card_rows(lists, card, known_cards(member, lists, card), words=True)
    page = from_outside(reverse("event-pair", args=[event.pk, key]))
    most = swings(rows, lambda _board: page)
    title = {"event": event.name, "day": full_date(event.evening)}
    told = CardTold(
        club=subscription.club.name,
        title=_("%(event)s, %(day)s") % title,
        who=person.name if lists.hides_names else named(line.names),
        place=_place(line),
        boards=[_told(lists, row) for row in rows],
        most=[each for each in map(_most, (_("Won most"), _("Lost most")), most) if each.boards],
        page=page,
        foot=foot(subscription),
    )
    subject = _("Your card: %(event)s, %(day)s") % title
    return written("card", subject, _lines(told), {"card": told, "foot": told.foot})


def _lines(card: CardTold) -> Iterator[str]:
    """Return a card as plain text."""
    yield from (card.club, card.title, "", card.who, card.place, "")
    yield _("Board by board, in the order of play")
    for one in card.boards:
        yield ""
        yield one.head
        yield from filter(None, (one.result, one.score, one.points_told, one.decided))
    for each in card.most:
        yield from ("", each.title, *each.boards)
    if card.page:
        yield from ("", _("Your card at the club:"), card.page)
    yield from card.foot.lines


def _most(title: str, found: Sequence[Swing]) -> Most:
    """Return the boards that won or lost most and of which it is known why."""
    text = _("Board %(n)s: %(why)s")
    told = [text % {"n": each.row.board, "why": each.text} for each in found if each.text]
    return Most(title, told)


def _key_of(room: Room, person: Person) -> str:
    """Return as whom a person played, under whichever of their entries."""
    if room.event.told:
        told = ToldPlayer.objects.filter(event=room.event, person__in=ids_and_merged(person))
        return told.values_list("contestant", flat=True).first() or ""
    for pk in ids_and_merged(person):
        entry = own_entry(room, Person(pk=pk))
        if entry is not None:
            return key_of_entry(room, entry)
    return ""


def _place(line: Line) -> str:
    place = _("place %(p)s") % {"p": line.place} if line.place else ""
    points = _("points: %(n)s") % {"n": line.score}
    return listed(filter(None, (place, percent(line.percent) if line.percent else points)))


def _told(lists: Lists, row: CardRow) -> BoardTold:
    line = row.line
    if lists.hides_names:
        against = listed(_("number %(n)s") % {"n": key} for key in line.opponents.split("+"))
    else:
        against = row.against
    return BoardTold(
        line.board,
        _("North–South") if line.is_ns else _("East–West"),
        against,
        line.result.words,
        "" if line.own_score is None else score_words(line.own_score),
        line.points,
        percent(line.percent) if line.percent else "",
        row.note,
    )
