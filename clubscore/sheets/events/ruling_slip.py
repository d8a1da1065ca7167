"""What a ruling's slip says: the board, who sat there, the ruling, its law, reason and appeals."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.evening import zone_of
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.events.correct.ruling_log import RulingLine
from clubscore.events.models import EventHappening, ResultRevision
from clubscore.events.models.kept_facts import PenaltyGiven
from clubscore.events.results.result_words import in_words
from clubscore.events.state.board_words import board_title
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot
from clubscore.events.terms.event_words import UNIT_WORDS
from clubscore.ranking.result import ResultFacts


class SlipContent(NamedTuple):
    """A slip: what stands at its head, the board, its lines of (word, text), and its appeals."""

    identity: str
    board: str
    lines: Sequence[tuple[str, str]]
    appeals: Sequence[str]


def slip_of(room: Room, ruling: RulingLine, identity: str) -> SlipContent:
    """Return what the slip of a ruling says."""
    said, event = ruling.said, room.event
    spot = Spot(said["section"], said["round"], said["table"], said["board"])
    place = room.plans[spot.section].places[spot.round, spot.table]
    before, after = _results(room, spot, said["revision"])
    at = ruling.told.at.astimezone(zone_of(event.club))
    lines = [
        (_("Table"), _("%(table)s, round %(round)s")
         % {"table": ruling.table, "round": spot.round}),
        (_("North–South"), room.called(spot.section, place.ns)),
        (_("East–West"), room.called(spot.section, place.ew)),
        (_("Result"), in_words(before)),
        (_("Ruling"), _ruled(ruling, after)),
        (_("Law"), said["law"]),
        (_("Reason"), ruling.told.reason),
        (_("Ruled by"), f"{said['by']}, {day_and_time(at, event.club)}"),
    ]  # fmt: skip
    appeals = [
        " · ".join(filter(None, (each.what, each.by, each.told.reason))) for each in ruling.appeals
    ]
    board = board_title(room.board(spot.board), event)
    return SlipContent(identity, board, [each for each in lines if each[1]], appeals)


def _results(room: Room, spot: Spot, number: int) -> tuple[ResultFacts, ResultFacts]:
    """The result before a ruling and after it, by the number of the revision that it set."""
    told: Sequence[ResultRevision] = room.standing(spot).revisions
    if not number:
        return room.standing(spot).facts, {}
    facts = [each.facts or {} for each in told if each.number <= number]
    earlier = [each for each in facts[:-1] if each]
    return (earlier[-1] if earlier else {}), (facts[-1] if facts else {})


def _ruled(ruling: RulingLine, after: ResultFacts) -> str:
    """The ruling in words: its kind, and what counts by it or is taken off."""
    penalty = ruling.said.get("penalty")
    given = EventHappening.objects.filter(pk=penalty).first() if penalty else None
    if given is not None:
        said = given.told_as(PenaltyGiven)
        values = {"amount": said["amount"], "unit": _(UNIT_WORDS[said["unit"]])}
        return f"{ruling.what}: {_('%(amount)s (%(unit)s)') % values}"
    return f"{ruling.what}: {in_words(after)}" if after else ruling.what


def slip_lines(slip: SlipContent) -> Iterator[str]:
    """Return the slip as a plain text, to be read aloud or by touch."""
    yield _("Ruling")
    yield slip.identity
    yield slip.board
    yield ""
    for word, text in slip.lines:
        yield f"{word}: {text}"
    if slip.appeals:
        yield ""
        yield from slip.appeals
