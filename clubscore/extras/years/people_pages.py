"""A person's partners and opponents over the years, two head to head, and the boards behind it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple, TypedDict

import django_tables2 as tables
from django.forms import BoundField
from django.http import Http404, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import whole_number
from clubscore.club.models import Person
from clubscore.club.wording import figure, named, said, short_date
from clubscore.events.result_form import ShownResult, shown
from clubscore.extras.years.averages import (
    BoardFilter,
    BoardsTally,
    in_unit,
    share_text,
    tallies,
    tally_of,
)
from clubscore.extras.years.boards import PASSED, OneBoard, PlayedBoard
from clubscore.extras.years.pages import YearsFilter, boards_counted, page, people_by_key
from clubscore.home.forms import PersonBoardsForm
from clubscore.laws.games import find_game
from clubscore.ranking import show_number
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.rubbers.season import PersonRubber, SeasonScore, score_of
from clubscore.web.charts import Picture, divided
from clubscore.web.tables import FIGURES, SHADED, ComparedTable, SignedColumn, cells

TOGETHER: Final = "partner"
AGAINST: Final = "against"


@dataclass
class With:
    """What somebody made with, or against, one other; `who` is None for all who are not known."""

    who: Person | None
    tally: BoardsTally = field(default_factory=BoardsTally)
    score: SeasonScore = field(default_factory=SeasonScore)
    sittings: frozenset[int] = frozenset()

    @property
    def name(self) -> str:
        """What the row is called."""
        return self.who.short_name if self.who else _("Not in the list of players")

    @property
    def evenings(self) -> int:
        """How many events, and evenings at a card table."""
        return len(self.tally.events) + len(self.sittings)

    @property
    def boards(self) -> int:
        """How many boards."""
        return self.tally.boards

    @property
    def percent(self) -> Fraction | None:
        """The average part of the top."""
        return self.tally.shares.value

    @property
    def imps(self) -> Fraction | None:
        """The average of IMPs a board."""
        return self.tally.imps.value

    @property
    def rubbers(self) -> int:
        """How many rubbers."""
        return self.score.rubbers

    @property
    def points(self) -> int | None:
        """Points of those rubbers; None without any."""
        return self.score.points if self.score.rubbers else None


class PartnersTable(ComparedTable):
    """Who it was, evenings, boards, the average, rubbers won of those played, points."""

    name = tables.Column(verbose_name=gettext_lazy("who"), attrs=cells())
    evenings = tables.Column(verbose_name=gettext_lazy("evenings"), attrs=FIGURES)
    boards = tables.Column(verbose_name=gettext_lazy("boards"), attrs=FIGURES)
    percent = tables.Column(verbose_name="%", attrs=FIGURES, default="")
    imps = tables.Column(verbose_name=gettext_lazy("IMPs"), attrs=FIGURES, default="")
    rubbers = tables.Column(verbose_name=gettext_lazy("rubbers"), attrs=FIGURES)
    points = SignedColumn(verbose_name=gettext_lazy("points"))

    class Meta:
        order_by = ("-evenings", "-boards")

    def __init__(self, rows: Sequence[With], person: Person, way: str, year: str) -> None:
        super().__init__(rows, prefix=f"{way[0]}-")
        self.person, self.way, self.year = person, way, year
        self.caption = _("Partners one by one") if way == TOGETHER else _("Opponents one by one")
        absent = {
            "percent": all(row.percent is None for row in rows),
            "imps": all(row.imps is None for row in rows),
            "rubbers": not any(row.rubbers for row in rows),
            "points": not any(row.rubbers for row in rows),
            "boards": not any(row.boards for row in rows),
        }
        self.exclude = tuple(name for name, is_absent in absent.items() if is_absent)

    def render_name(self, record: With) -> SafeString | str:
        """Lead to the two of them."""
        if record.who is None:
            return record.name
        address = reverse("person-against", args=[self.person.pk, record.who.pk])
        return format_html('<a href="{}?year={}">{}</a>', address, self.year, record.name)

    def render_boards(self, record: With) -> SafeString | str:
        """Lead to the boards."""
        if record.who is None or not record.boards:
            return str(record.boards or "")
        address = reverse("person-boards", args=[self.person.pk])
        return format_html(
            '<a href="{}?year={}&amp;{}={}">{}</a>',
            address, self.year, self.way, record.who.pk, record.boards,
        )  # fmt: skip

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return share_text(value)

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return in_unit(IMPS_A_BOARD, value)

    def render_rubbers(self, record: With) -> str:
        """Return how many were won of how many."""
        if not record.rubbers:
            return ""
        return _("%(won)s of %(of)s") % {"won": record.score.won, "of": record.rubbers}


def met(
    tallies: Mapping[int, BoardsTally],
    rubbers: Iterable[PersonRubber],
    way: str,
    people: Mapping[int, Person],
) -> list[With]:
    """Return what was made with, or against, each person; all who are not known are one."""
    played: dict[int, list[PersonRubber]] = defaultdict(list)
    for rubber in rubbers:
        for who in those_of(rubber, way):
            played[who].append(rubber)
    return [
        With(
            people.get(who),
            tallies.get(who, BoardsTally()),
            score_of(played[who]),
            frozenset(each.sitting for each in played[who]),
        )
        for who in {**tallies, **played}
    ]


def those_of(rubber: PersonRubber, way: str) -> tuple[int, ...]:
    """Return the partners or the opponents of a rubber, by key."""
    return rubber.partners if way == TOGETHER else rubber.opponents


@dataclass(frozen=True)
class RubberRow:
    rubber: PersonRubber
    together: bool

    @property
    def day(self) -> tuple[dt.date, int, int]:
        """When it was; which of an evening's."""
        return self.rubber.evening, self.rubber.part, self.rubber.number

    @property
    def game(self) -> str:
        """What was played."""
        return said(find_game(self.rubber.game).short_name)

    @property
    def points(self) -> int:
        """What it brought."""
        return self.rubber.points


class RubberList(ComparedTable):
    """When it was, what was played, together or against each other, points."""

    day = tables.Column(verbose_name=gettext_lazy("evening"), attrs=cells("nowrap"))
    game = tables.Column(verbose_name=gettext_lazy("game"), attrs=cells("least"))
    together = tables.Column(verbose_name=gettext_lazy("how"), attrs=cells())
    points = SignedColumn(verbose_name=gettext_lazy("points"))
    caption = gettext_lazy("Rubbers, the newest first")

    class Meta:
        order_by = "-day"

    def __init__(self, rubbers: Sequence[PersonRubber], other: int) -> None:
        self.found = [RubberRow(each, other in each.partners) for each in rubbers]
        super().__init__(self.found)

    def render_day(self, record: RubberRow) -> SafeString:
        """Lead to the part's pad."""
        address = reverse("pad-part", args=[record.rubber.sitting, record.rubber.of_sitting])
        return format_html('<a href="{}">{}</a>', address, short_date(record.rubber.evening))

    def render_together(self, value: bool) -> str:
        """Say on which side the other sat."""
        return _("together") if value else _("against")


# ---- Partners and opponents, and two head to head.

A_PAGE = 25
WAYS = (TOGETHER, AGAINST)


class PartnersShown(TypedDict):
    """With whom and against whom somebody played; None where there was no one."""

    together: PartnersTable | None
    against: PartnersTable | None


class PairRecord(TypedDict):
    """What two people made with each other, or against each other."""

    way: str
    tally: BoardsTally
    boards: str
    evenings: int
    percent: str
    imps: str
    score: SeasonScore
    listed: list[PersonRubber]
    pictures: list[Picture]


class HeadToHead(TypedDict):
    """Two people, in both ways, and their rubbers."""

    other: Person
    ways: list[PairRecord]
    rubbers: RubberList | None


def _keys(way: str, board: PlayedBoard) -> Iterable[int]:
    """With whom, or against whom, a board was played."""
    return (board.partner,) if way == TOGETHER else board.opponents or (0,)


@open_to(Level.PLAYER)
@require_safe
def partners(request: ClubRequest, person: int) -> HttpResponse:
    """Show with whom and against whom somebody played, and how that went."""

    def made(asked: YearsFilter) -> PartnersShown:
        boards = {way: _by_person(asked, way) for way in WAYS}
        keys = {who for each in boards.values() for who in each}
        keys |= {who for each in asked.rubbers for way in WAYS for who in those_of(each, way)}
        people = people_by_key(keys)
        tables = {}
        for way in WAYS:
            rows = met(boards[way], asked.rubbers, way, people)
            table = PartnersTable(rows, asked.person, way, asked.year_word)
            tables[way] = table.sorted_by(request, A_PAGE) if rows else None
        return {"together": tables[TOGETHER], "against": tables[AGAINST]}

    return page(request, "room/over_years/partners.html", made, "person-partners", person)


def _by_person(asked: YearsFilter, way: str) -> Mapping[int, BoardsTally]:
    return tallies(asked.played.all_boards, lambda board: _keys(way, board))


@open_to(Level.PLAYER)
@require_safe
def against(request: ClubRequest, person: int, other: int) -> HttpResponse:
    """Show two people: what one made with the other, and against the other."""

    def made(asked: YearsFilter) -> HeadToHead:
        them = _other(asked, other)
        ways = [_way(asked, them, way) for way in WAYS]
        rubbers = RubberList([each for way in ways for each in way["listed"]], them.pk)
        table = rubbers.sorted_by(request, A_PAGE) if rubbers.found else None
        return {"other": them, "ways": ways, "rubbers": table}

    template = "room/over_years/against.html"
    return page(request, template, made, "person-against", person, other=other)


def _other(asked: YearsFilter, key: int) -> Person:
    """Return somebody else of the same club. Raises Http404."""
    people = Person.objects.filter(club=asked.person.club_id, pk=key)
    found = people.select_related("merged_into").first()
    if found is None or (found.merged_into or found) == asked.person:
        raise Http404
    return found.merged_into or found


def _way(asked: YearsFilter, them: Person, way: str) -> PairRecord:
    choice = BoardFilter(partner=them.pk) if way == TOGETHER else BoardFilter(against=them.pk)
    tally = tally_of(choice.of(asked.played.all_boards))
    listed = [each for each in asked.rubbers if them.pk in those_of(each, way)]
    return {
        "way": way,
        "tally": tally,
        "boards": boards_counted(tally.boards),
        "evenings": len(tally.events),
        "percent": in_unit(SHARES, tally.shares.value),
        "imps": in_unit(IMPS_A_BOARD, tally.imps.value),
        "score": score_of(listed),
        "listed": listed,
        "pictures": [each for each in (_rubbers_divided(listed), _boards_divided(tally)) if each],
    }


def _rubbers_divided(rubbers: list[PersonRubber]) -> Picture | None:
    """Return the rubbers divided into those won and lost."""
    won = sum(each.points > 0 for each in rubbers)
    lost = sum(each.points < 0 for each in rubbers)
    if not won + lost:
        return None
    text = ngettext(
        "%(won)s of %(n)s rubber won.", "%(won)s of %(n)s rubbers won.", len(rubbers)
    ) % {"won": won, "n": len(rubbers)}
    return divided(text, (_("Rubbers"), _("Number")), ((_("won"), won), (_("lost"), lost)))


def _boards_divided(tally: BoardsTally) -> Picture | None:
    """Return the boards divided into those better and worse than the field."""
    if not tally.above + tally.below:
        return None
    compared = tally.shares.boards + tally.imps.boards
    text = ngettext(
        "Better than the field on %(above)s of %(n)s board.",
        "Better than the field on %(above)s of %(n)s boards.",
        compared,
    ) % {"above": tally.above, "n": compared}
    halves = ((_("better"), tally.above), (_("worse"), tally.below))
    return divided(text, (_("Boards"), _("Number")), halves)


# ---- Boards, one under the other.


@dataclass(frozen=True)
class PersonBoardRow:
    """A board as a row, with what it is sorted by."""

    one: OneBoard
    people: Mapping[int, Person]

    @property
    def day(self) -> tuple[int, int, int, int]:
        """When it was; the later round comes later."""
        event, board = self.one.played.event, self.one.board
        return event.evening.toordinal(), event.pk, board.round, board.board

    @cached_property
    def result(self) -> ShownResult:
        """What became of it."""
        board = self.one.board
        facts: ResultFacts = {}
        if board.contract == PASSED:
            facts["passed_out"] = True
        elif board.contract:
            facts |= {"contract": board.contract, "declarer": board.declarer}
            facts["tricks"] = board.tricks
            if board.lead:
                facts["lead"] = board.lead
        elif board.score is not None:
            facts["score"] = board.score if board.side == "NS" else -board.score
        return shown(facts) if facts else ShownResult(_("ruling"))

    @property
    def note(self) -> str:
        """With whom and against whom, below the row."""
        board = self.one.board
        partner = self.people.get(board.partner)
        others = named(each.short_name for who in board.opponents if (each := self.people.get(who)))
        if partner is None:
            return _("against %(others)s") % {"others": others} if others else ""
        if not others:
            return _("with %(partner)s") % {"partner": partner.short_name}
        told = {"partner": partner.short_name, "others": others}
        return _("with %(partner)s, against %(others)s") % told

    @property
    def score(self) -> int | None:
        """The score as this side sees it."""
        return self.one.board.score

    def _in(self, unit: str) -> Fraction | None:
        won = self.one.board.won
        return Fraction(*won) if won and self.one.played.unit == unit else None

    @property
    def share(self) -> Fraction | None:
        """The part of the top."""
        return self._in(SHARES)

    @property
    def percent(self) -> Fraction | None:
        """What that is sorted by."""
        return self.share

    @property
    def imps(self) -> Fraction | None:
        """IMPs that it won."""
        return self._in(IMPS_A_BOARD)

    @property
    def tricks(self) -> Fraction | None:
        """Tricks more than the field took in that denomination."""
        more = self.one.board.to_field
        return Fraction(*more) if more else None


class BoardsTable(ComparedTable):
    """Which board, what became of it, score, what it won, tricks to the field."""

    day = tables.Column(verbose_name=gettext_lazy("board"), attrs=cells("nowrap"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    percent = tables.Column(verbose_name="%", attrs=SHADED, default="")
    imps = tables.Column(verbose_name=gettext_lazy("IMPs"), attrs=FIGURES, default="")
    tricks = tables.Column(
        verbose_name=gettext_lazy("to field"), attrs=cells("num", "least"), default=""
    )
    caption = gettext_lazy("Boards, the newest event first")

    def __init__(self, rows: Sequence[PersonBoardRow]) -> None:
        super().__init__(rows, empty_text=_("No board is like this."))
        without = ("percent", "imps", "tricks")
        self.exclude = tuple(
            each for each in without if all(getattr(row, each) is None for row in rows)
        )

    def render_day(self, record: PersonBoardRow) -> SafeString:
        """Lead to the board, with the day below its number."""
        event, board = record.one.played.event, record.one.board.board
        address = reverse("event-board", args=[event.pk, board])
        return format_html(
            '<a href="{}">{}</a><small class="nowrap">{}</small>',
            address,
            board,
            short_date(event.evening),
        )

    def render_result(self, record: PersonBoardRow) -> SafeString:
        """Return it in short, and in words for ears."""
        told = {"line": record}
        return SafeString(render_to_string("events/parts/result_short.html", told))

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return figure(show_number(100 * value))

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return in_unit(IMPS_A_BOARD, value)

    def render_tricks(self, value: Fraction) -> str:
        """Return tricks with their sign."""
        return in_unit(IMPS_A_BOARD, value)


# ---- A person's boards of a year.

A_PAGE_OF_BOARDS = 50


class BoardsNarrowed(NamedTuple):
    """What a list is narrowed to besides its form; `without` is what addresses ask for then."""

    said: str
    without: str


class BoardsShown(TypedDict):
    """A person's boards, and what they are narrowed to."""

    form: PersonBoardsForm
    fields: list[BoundField]
    hidden: list[tuple[str, int | None]]
    asks: list[BoardsNarrowed]
    tally: BoardsTally
    average: str
    table: BoardsTable


@open_to(Level.PLAYER)
@require_safe
def boards(request: ClubRequest, person: int) -> HttpResponse:
    """Show somebody's boards, all or those that are asked for."""

    def made(asked: YearsFilter) -> BoardsShown:
        form = PersonBoardsForm(request.GET)
        choice = _choice(form)
        found = choice.of(asked.played.all_boards)
        people = people_by_key(
            who for each in found for who in (each.board.partner, *each.board.opponents)
        )
        table = BoardsTable([PersonBoardRow(each, people) for each in found])
        tally = tally_of(found)
        return {
            "form": form,
            "fields": [form[name] for name in NARROWED],
            "hidden": [(name, form.number_of(name)) for name in OTHERS if form.number_of(name)],
            "asks": _asks(asked, choice, request.GET),
            "tally": tally,
            "average": _average(tally),
            "table": table.sorted_by(request, A_PAGE_OF_BOARDS),
        }

    return page(request, "room/over_years/boards.html", made, "person-boards", person)


NARROWED = ("declared", "level", "denomination", "went", "lead")
OTHERS = ("event", "partner", "against")


def _choice(form: PersonBoardsForm) -> BoardFilter:
    return BoardFilter(
        event=form.number_of("event"),
        partner=form.number_of("partner"),
        against=form.number_of("against"),
        declared=form.words_of("declared"),
        level=whole_number(form.words_of("level")),
        denomination=form.words_of("denomination"),
        went=form.words_of("went"),
        lead=form.words_of("lead"),
    )


def _asks(asked: YearsFilter, choice: BoardFilter, given: QueryDict) -> list[BoardsNarrowed]:
    """Return in words for which people and which event the list is narrowed."""

    def without(name: str) -> str:
        left = given.copy()
        for each in (name, "page"):
            left.pop(each, None)
        return left.urlencode()

    keys = [each for each in (choice.partner, choice.against) if each]
    people = Person.objects.filter(club=asked.person.club_id).in_bulk(keys) if keys else {}
    found = []
    if choice.partner in people:
        told = {"name": people[choice.partner].name}
        found.append(BoardsNarrowed(_("with %(name)s") % told, without("partner")))
    if choice.against in people:
        told = {"name": people[choice.against].name}
        found.append(BoardsNarrowed(_("against %(name)s") % told, without("against")))
    events = (each for each in asked.seen if each.pk == choice.event)
    return [*found, *(BoardsNarrowed(each.name, without("event")) for each in events)]


def _average(tally: BoardsTally) -> str:
    """Return the average of the boards: of parts of a top if there are any, else of IMPs."""
    if tally.shares.boards:
        return in_unit(SHARES, tally.shares.value)
    if tally.imps.boards:
        return _("%(imps)s IMPs a board") % {"imps": in_unit(IMPS_A_BOARD, tally.imps.value)}
    return ""
