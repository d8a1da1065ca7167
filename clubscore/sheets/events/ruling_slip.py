"""What a ruling's slip says: the board, who sat there, the ruling, its law, reason and appeals."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.evening import zone_of
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording.names import named
from clubscore.events.correct.ruling_log import RulingLine
from clubscore.events.models import Event, EventHappening, ResultRevision
from clubscore.events.models.kept_facts import PenaltyGiven
from clubscore.events.results.result_words import in_words
from clubscore.events.state.board_words import board_title, dealt_line
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot
from clubscore.events.terms.event_words import UNIT_WORDS
from clubscore.events.who_sits import Side
from clubscore.ranking.result import ResultFacts
from clubscore.sheets.at_the_table.who_and_what import side_at, whose
from clubscore.sheets.pieces.identity import Identity

# Two sheets of blank ones: few evenings have more rulings.
BLANK = 4


class SlipContent(NamedTuple):
    """A slip. Of a blank one all but whose it is and which of how many is left to the pencil.

    `dealt` is who deals the board and who is vulnerable, `board` the same with its number; `ns` and
    `ew` are who sat there, `by` who ruled and when.
    """

    identity: Identity
    mark: str = ""
    table: str = ""
    round: str = ""
    number: str = ""
    dealt: str = ""
    board: str = ""
    ns: str = ""
    ew: str = ""
    result: str = ""
    ruling: str = ""
    law: str = ""
    reason: str = ""
    by: str = ""
    appeals: Sequence[str] = ()

    @property
    def lines(self) -> Iterator[tuple[str, str]]:
        """What it says, as (word, text)."""
        values = {"table": self.table, "round": self.round}
        yield _("Table"), _("%(table)s, round %(round)s") % values
        yield _("North–South"), self.ns
        yield _("East–West"), self.ew
        yield from self.ruled
        yield _("Reason"), self.reason
        yield _("Ruled by"), self.by

    @property
    def ruled(self) -> Iterator[tuple[str, str]]:
        """What was ruled by which law, and what counted before, as (word, text)."""
        yield _("Result"), self.result
        yield _("Ruling"), self.ruling
        yield _("Law"), self.law


def slip_of(room: Room, ruling: RulingLine) -> SlipContent:
    """Return what the slip of a ruling says."""
    said, event = ruling.said, room.event
    spot = Spot(said["section"], said["round"], said["table"], said["board"])
    place = room.plans[spot.section].places[spot.round, spot.table]
    before, after = _results(room, spot, said["revision"])
    at = ruling.told.at.astimezone(zone_of(event.club))
    board = room.board(spot.board)
    return SlipContent(
        identity=whose(event)(_("Ruling on board %(n)s") % {"n": spot.board}),
        table=ruling.table,
        round=str(spot.round),
        number=str(spot.board),
        dealt=dealt_line(board, event),
        board=board_title(board, event),
        ns=_called(room, spot.section, place.ns),
        ew=_called(room, spot.section, place.ew),
        result=in_words(before),
        ruling=_ruled(ruling, after),
        law=said["law"],
        reason=ruling.told.reason,
        by=f"{said['by']}, {day_and_time(at, event.club)}",
        appeals=[
            " · ".join(filter(None, (each.what, each.by, each.told.reason)))
            for each in ruling.appeals
        ],
    )


def _called(room: Room, section: int, side: Side | None) -> str:
    """Return a side by its number and full names: "3 Ann Archer & Bob Baker"."""
    found = side_at(room, section, side)
    return f"{found.number} {named(found.names)}".strip()


def for_both(slip: SlipContent) -> list[SlipContent]:
    """Return it twice: for the table, and for the director's file."""
    return [slip._replace(mark=_("for the table")), slip._replace(mark=_("for the director"))]


def blank_slips(event: Event) -> list[SlipContent]:
    """Return slips of an event on which everything is written by hand."""
    identity = whose(event)(_("Blank ruling slip"))
    return [
        SlipContent(identity, _("slip %(number)s of %(count)s") % {"number": at, "count": BLANK})
        for at in range(1, BLANK + 1)
    ]


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
    yield slip.identity.line
    yield slip.board
    yield ""
    for word, text in slip.lines:
        if text:
            yield f"{word}: {text}"
    if slip.appeals:
        yield ""
        yield from slip.appeals
