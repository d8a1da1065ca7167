"""The slip of a ruling: half a sheet with the ruling on its front and an appeal on its back.

What is known is printed, and all else has room for a pencil.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.models import zone_of
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording import named
from clubscore.events.board_state import Spot
from clubscore.events.formats import UNIT_WORDS
from clubscore.events.models import Event, EventHappening, ResultRevision
from clubscore.events.models.facts import PenaltyGiven, RulingGiven, Side
from clubscore.events.result_words import in_words
from clubscore.events.rulings import RulingLine, rulings_of
from clubscore.events.scoring import board_title, dealt_line
from clubscore.events.selectors import directed_by, must_not_be_hidden, room_for
from clubscore.events.state import EventState
from clubscore.laws.words import gettext_noop
from clubscore.papers.event_head import file_name, title_of
from clubscore.papers.ledger import Identity, Imprint, imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import LINE, ON_THE_RIM, THIN, Pen, Turned, printed
from clubscore.papers.pieces import HEAVY, IDENTITY_HIGH, MARK, NOTES, PAIRS, cut_lines
from clubscore.papers.sizes import LEAST, MM, PADDING, WANTED, PaperSize, Slots, behind, stacked
from clubscore.papers.table_cards import side_at, whose
from clubscore.papers.typeface import BOLD, SERIF, TEXT, sized, width, wrapped
from clubscore.ranking.result import ResultFacts

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


def slip_of(room: EventState, ruling: RulingLine) -> SlipContent:
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


def _called(room: EventState, section: int, side: Side | None) -> str:
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


def _results(room: EventState, spot: Spot, number: int) -> tuple[ResultFacts, ResultFacts]:
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


# ---- Ruling slips on paper.

TITLE, TITLE_HIGH, LABEL_HIGH = 20.0, 28.0, 11.0
TEXT_HIGH, BETWEEN, APART, ABOVE_FOOT = 14.0, 3.0, 9.0, 6.0
# What a word at the left takes of a line, and lines for a pencil: what happened, law and ruling.
WORDS = 24 * MM
HAPPENED, RULED, DECIDED = 4, 3, 4
TIME = 14
# A blank so wide, in millimetres, goes on to the end of its line where it is the last.
LONG = 60


class Item(NamedTuple):
    """A word of a line that is filled in: what stands there, or so many millimetres for it."""

    word: str
    text: str = ""
    blank: float = 0.0

    @property
    def wide(self) -> float:
        """How much of a line it takes."""
        after = BETWEEN if self.word and (self.text or self.blank) else 0
        said = width(self.text, BOLD, PAIRS) if self.text else self.blank * MM
        return width(self.word, TEXT, NOTES) + after + said


Lines = Sequence[Sequence[Item]]


class RulingSlipPart(NamedTuple):
    """A part of a side: its heading, lines already printed, how many are for a pencil."""

    label: str
    texts: Sequence[tuple[str, str]] = ()
    blank: int = 0


class SlipSide(NamedTuple):
    """A side of a slip: its title and what stands beside it, its parts, its last lines."""

    title: str
    beside: Lines
    parts: Sequence[RulingSlipPart]
    foot: Lines


def slips_pdf(slips: Sequence[SlipContent], paper: PaperSize, told: Imprint) -> bytes:
    """Return slips, two a sheet, each page followed by what stands on its back."""
    slots = Slots(2, paper.width, paper.height / 2, 0, across=1)
    where = stacked(len(slips), slots.held)
    sheets = max((at.sheet for at in where), default=-1) + 1

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            here = [(s, at.slot) for s, at in zip(slips, where, strict=True) if at.sheet == sheet]
            cut_lines(pen, slots)
            for slip, slot in here:
                _side(pen, slip, _front(slip), slots, slot)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()
            for slip, slot in here:
                _side(pen, slip, _back(slip), slots, behind(slot, slots.across))
            pen.new_page()

    return printed(put, paper, told, sheets=2 * sheets, backs=Turned.LONG_EDGE)


def _front(slip: SlipContent) -> SlipSide:
    where = [
        Item(_("table"), slip.table, 12),
        Item(_("round"), slip.round, 12),
        Item(_("board"), slip.number, 12),
        Item("", slip.dealt) if slip.dealt else Item(_("dealer"), blank=10),
        *([] if slip.dealt else [Item(_("vulnerable"), blank=16)]),
        Item(_("called at"), blank=TIME),
    ]
    told = [
        Item("☐ " + _("NS informed")),
        Item("☐ " + _("EW informed")),
        Item("☐ " + _("entered")),
        Item(_("an appeal may be lodged until"), blank=TIME),
        Item(_("director"), blank=30),
    ]
    if not slip.ruling:
        calls = [Item(_("called by"), blank=70), Item(_("against"), blank=70)]
        outcome = [
            Item("☐ " + _("score stands")),
            Item("☐ " + _("adjusted: NS"), blank=13),
            Item(_("EW"), blank=13),
            Item("☐ " + _("weighted"), blank=8),
            Item(_("% of"), blank=13),
            Item(_("and"), blank=8),
            Item(_("% of"), blank=13),
            Item("☐ " + _("penalty"), blank=13),
        ]
        parts = [
            RulingSlipPart(_("What happened"), (), HAPPENED),
            RulingSlipPart(_("Law and ruling"), (), RULED),
        ]
        return SlipSide(_("Ruling"), (where, calls), parts, (outcome, told))
    parts = [
        RulingSlipPart("", ((_("North–South"), slip.ns), (_("East–West"), slip.ew))),
        RulingSlipPart(_("What happened"), ((_("Reason"), slip.reason),), HAPPENED),
        RulingSlipPart(_("Law and ruling"), (*slip.ruled, (_("Ruled by"), slip.by))),
    ]
    return SlipSide(_("Ruling"), (where,), parts, (told,))


def _back(slip: SlipContent) -> SlipSide:
    on = [
        Item(_("against the ruling on board"), slip.number, 14),
        Item(_("table"), slip.table, 14),
        Item(_("round"), slip.round, 14),
    ]
    lodged = [Item(_("lodged at"), blank=TIME), Item(_("by"), blank=LONG)]
    decided = [
        Item("☐ " + _("the ruling stands")),
        Item("☐ " + _("the ruling is changed: NS"), blank=15),
        Item(_("EW"), blank=15),
        Item("☐ " + _("the appeal is withdrawn")),
    ]
    by = [Item(_("decided at"), blank=TIME), Item(_("by"), blank=LONG)]
    known = tuple(("", each) for each in slip.appeals)
    parts = [
        RulingSlipPart(_("Reasons"), known, HAPPENED),
        RulingSlipPart(_("Decision and reasons"), (), DECIDED),
    ]
    return SlipSide(_("Appeal"), (on, lodged), parts, (decided, by))


def _side(pen: Pen, slip: SlipContent, side: SlipSide, slots: Slots, slot: int) -> None:
    """Draw a side of a slip in its slot; lines for a pencil are as high as that leaves them."""
    x, y = slots.corner(slot)
    inner, high = slots.wide - 2 * PADDING, slots.high - 2 * PADDING
    with pen.piece(slip.identity, x, y, slots.wide, slots.high, PADDING):
        x, y = x + PADDING, y + PADDING
        # What stands in the rim of the sheet is the lowest slip's own.
        end = y + high - ON_THE_RIM
        said = wrapped(slip.identity.line, TEXT, NOTES, inner - MARK)
        beside = inner - width(side.title, SERIF, TITLE) - APART
        head, *more = _set(side.beside, beside, inner)
        foot = _set(side.foot, inner, inner)
        printed_high = sum(_printed_high(part, inner) for part in side.parts)
        fixed = IDENTITY_HIGH * len(said) + TITLE_HIGH + printed_high + 2 * ABOVE_FOOT
        pencils, row = _rows(side, end - y - fixed, len(more) + len(foot))
        for number, text in enumerate(said):
            pen.text(x, y + 7 + number * IDENTITY_HIGH, text, TEXT, NOTES)
        pen.text(x + inner, y + 7, slip.mark, TEXT, NOTES, "right")
        y += IDENTITY_HIGH * len(said)
        pen.text(x, y + 21, side.title, SERIF, TITLE)
        _items(pen, head, x + inner - beside, y + 21, beside)
        y += TITLE_HIGH
        for line in more:
            y += row
            _items(pen, line, x, y - BETWEEN, inner)
        y += ABOVE_FOOT
        for part, blank in zip(side.parts, pencils, strict=True):
            y = _part(pen, part, (x, y, inner), blank, row)
        pen.rule(x, y, inner, HEAVY)
        y += ABOVE_FOOT
        for line in foot:
            y += row
            _items(pen, line, x, y - BETWEEN, inner)


def _rows(side: SlipSide, room: float, others: int) -> tuple[list[int], float]:
    """Return how many lines each part has for a pencil, and how high every such line is.

    The part with most of them gets more where there is room, and gives some up until each line is
    high enough to write on.
    """
    pencils = [part.blank for part in side.parts]
    while room / (sum(pencils) + others + 1) >= WANTED:
        pencils[pencils.index(max(pencils))] += 1
    while room / (sum(pencils) + others) < LEAST and max(pencils) > 0:
        pencils[pencils.index(max(pencils))] -= 1
    return pencils, min(WANTED, room / (sum(pencils) + others))


def _set(lines: Lines, first: float, inner: float) -> list[list[Item]]:
    """Return items in lines, each begun anew where its end is reached; the first may be shorter."""
    found: list[list[Item]] = []
    for line in lines:
        room = first if not found else inner
        here: list[Item] = []
        for item in line:
            used = sum(each.wide + APART for each in here)
            if here and used + item.wide > room:
                found.append(here)
                here, room = [], inner
            here.append(item)
        found.append(here)
    return found


def _items(pen: Pen, line: Sequence[Item], x: float, base: float, inner: float) -> None:
    end = x + inner
    for item in line:
        word = sized(item.word, TEXT, NOTES)
        pen.fitted(x, base, word)
        at = x + word.width + (BETWEEN if item.word else 0)
        if item.text:
            pen.text(at, base, item.text, BOLD, PAIRS)
        elif item.blank:
            goes_on = item is line[-1] and item.blank >= LONG
            pen.rule(at, base + 2, end - at if goes_on else item.blank * MM, LINE)
        x += item.wide + APART


def _lines_of(text: str, word: str, inner: float) -> tuple[str, ...]:
    room = inner - (WORDS if word else 0)
    return wrapped(text, TEXT, PAIRS, room) if text else ()


def _printed_high(part: RulingSlipPart, inner: float) -> float:
    """How high a part is without its lines for a pencil."""
    lines = sum(len(_lines_of(text, word, inner)) for word, text in part.texts)
    return LABEL_HIGH * bool(part.label) + TEXT_HIGH * lines + BETWEEN * (not part.blank)


def _part(
    pen: Pen, part: RulingSlipPart, at: tuple[float, float, float], blank: int, row: float
) -> float:
    """Draw a part below this place; return where it ends."""
    x, y, inner = at
    pen.rule(x, y, inner, HEAVY)
    if part.label:
        pen.text(x, y + 9, part.label, TEXT, NOTES)
        y += LABEL_HIGH
    for word, text in part.texts:
        for number, line in enumerate(_lines_of(text, word, inner)):
            if word and not number:
                pen.text(x, y + 10.5, word, TEXT, NOTES)
            pen.text(x + (WORDS if word else 0), y + 10.5, line, TEXT, PAIRS)
            y += TEXT_HIGH
    for number in range(blank):
        y += row
        if number < blank - 1:
            pen.rule(x, y, inner, THIN)
    return y + BETWEEN * (not blank)


class RulingContent(NamedTuple):
    """What the slip of a ruling says, and of which event."""

    slip: SlipContent
    event: Event


def _ruling(request: ClubRequest, ruling: int) -> PaperContent[RulingContent]:
    """Return what the slip says. Http404 for no ruling that they may see."""
    given = EventHappening.objects.filter(kind=EventHappening.Kind.RULING, pk=ruling).first()
    if given is None:
        raise Http404
    room = room_for(request.actor, directed_by(request.actor, given.event_id))
    must_not_be_hidden(room, given.told_as(RulingGiven)["board"])
    (line,) = rulings_of(room, ruling=ruling)
    name = file_name(room.event, f"ruling {ruling}")
    return PaperContent(RulingContent(slip_of(room, line), room.event), name)


def _ruling_pdf(told: RulingContent, paper: PaperSize) -> bytes:
    slip, event = told
    title = _("%(paper)s, %(event)s") % {"paper": slip.identity.place, "event": title_of(event)}
    return slips_pdf(for_both(slip), paper, imprint(title, event.club.name, _("Ruling slip")))


RULING_SLIP: PrintedPaper[EventHappening, RulingContent] = PrintedPaper(
    key="ruling-slip",
    at="event/ruling/<int:ruling>",
    title=gettext_noop("Ruling slip"),
    level=Level.SCORER,
    read=_ruling,
    pdf=_ruling_pdf,
    text=lambda told: slip_lines(told.slip),
)
