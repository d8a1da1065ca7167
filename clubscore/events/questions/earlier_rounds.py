"""Players ask the director about a board of an earlier round, which they cannot change any more."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.club.wording.names import named
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import EventHappening, ResultRevision, Section
from clubscore.events.models.kept_facts import EarlierAsked
from clubscore.events.movement.reader_seat import Voice
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import Place
from clubscore.events.state.spot_state import Spot
from clubscore.events.who_sits import members

Kind = EventHappening.Kind
SIDES = ("ns", "ew")
MOST_LETTERS = 120
# What players say among themselves leaves a question open; anything else is the director's answer.
OF_PLAYERS = (ResultRevision.Kind.TOLD, ResultRevision.Kind.CONTRARY)


class Played(NamedTuple):
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
    played: list[Played]


class Question(NamedTuple):
    """A question about a board of an earlier round; no `text` where its reader is not to see it."""

    asked: EventHappening
    spot: Spot
    who: str
    text: str
    is_open: bool


def earlier_boards(room: Room, section: Section, place: Place | None, voice: Voice) -> list[Whose]:
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


def _played(room: Room, section: Section, number: int) -> Iterator[Played]:
    """What a pair, player or team played; of a team at both of its tables."""
    now = room.now(section.pk)
    last = now if room.event.finished_at is not None else now - 1
    for place in reversed(room.plan(section).of_pair(number)):
        if place.round > last or not place.is_played:
            continue
        side = place.way_of(number)
        against = named(room.names(section.pk, place.side(SIDES[1 - SIDES.index(side)])))
        for board in place.boards:
            yield Played(Spot(section.pk, place.round, place.table, board), side, against)


def ask_about(*, section: Section, played: Played, text: str, key: str, actor: Actor) -> None:
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


def questions(room: Room) -> list[Question]:
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


def open_about(room: Room, spot: Spot) -> list[Question]:
    """Return what is still asked about a board at a table."""
    return [each for each in questions(room) if each.is_open and each.spot == spot]


def _who(room: Room, said: EarlierAsked) -> str:
    """Who asks: the side that sat there."""
    plans = room.plans
    section, at = said["section"], (said["round"], said["table"])
    place = plans[section].places.get(at) if section in plans else None
    return named(room.names(section, place.side(said["side"]) if place else None))
