"""A person's contracts and leads over the years, by level and declarer, against the field."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict
from urllib.parse import urlencode

import django_tables2 as tables
from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.extras.years.averages import (
    DECLARED,
    SIDE,
    BoardsTally,
    imps_text,
    in_unit,
    share_text,
    tallies,
)
from clubscore.extras.years.boards import OneBoard, PlayedBoard
from clubscore.extras.years.pages import YearsFilter, page
from clubscore.ranking.scoring import IMPS_A_BOARD
from clubscore.web.charts import Picture, ranked
from clubscore.web.tables import FIGURES, ComparedTable, cells


@dataclass(frozen=True)
class ContractRow:
    """A kind of contract, or of lead; `asks` is what the list of its boards is narrowed to."""

    kind: str
    tally: BoardsTally
    asks: Mapping[str, str]

    @property
    def boards(self) -> int:
        """How many."""
        return self.tally.boards

    @property
    def made(self) -> int:
        """How many declarers made it."""
        return self.tally.made

    @property
    def down(self) -> int:
        """How many went down."""
        return self.tally.down

    @property
    def percent(self) -> Fraction | None:
        """The average part of the top."""
        return self.tally.shares.value

    @property
    def imps(self) -> Fraction | None:
        """The average of IMPs a board."""
        return self.tally.imps.value

    @property
    def tricks(self) -> Fraction | None:
        """Tricks a board more than the field took."""
        return self.tally.to_field


class ContractsTable(ComparedTable):
    """What it was, boards, made, down, the average, tricks a board more than the field."""

    kind = tables.Column(attrs=cells("nowrap"))
    boards = tables.Column(verbose_name=gettext_lazy("boards"), attrs=FIGURES)
    made = tables.Column(verbose_name=gettext_lazy("made"), attrs=FIGURES)
    down = tables.Column(verbose_name=gettext_lazy("down"), attrs=FIGURES)
    percent = tables.Column(verbose_name="%", attrs=FIGURES, default="")
    imps = tables.Column(verbose_name=gettext_lazy("IMPs"), attrs=FIGURES, default="")
    tricks = tables.Column(
        verbose_name=gettext_lazy("to field"), attrs=cells("num", "least"), default=""
    )

    def __init__(
        self, rows: Sequence[ContractRow], person: Person, year: str, head: str, caption: str
    ) -> None:
        super().__init__(rows)
        self.orderable = False
        self.person, self.year, self.caption = person, year, caption
        self.columns["kind"].column.verbose_name = head
        averages = ("percent", "imps", "tricks")
        self.exclude = tuple(
            each for each in averages if all(getattr(row, each) is None for row in rows)
        )

    def _leads_to(self, record: ContractRow, count: int, **more: str) -> SafeString | str:
        if not count:
            return "0"
        asked = urlencode({"year": self.year, **record.asks, **more})
        address = reverse("person-boards", args=[self.person.pk])
        return format_html('<a href="{}?{}">{}</a>', address, asked, count)

    def render_boards(self, record: ContractRow) -> SafeString | str:
        """Lead to those boards."""
        return self._leads_to(record, record.boards)

    def render_made(self, record: ContractRow) -> SafeString | str:
        """Lead to those that were made."""
        return self._leads_to(record, record.made, went="made")

    def render_down(self, record: ContractRow) -> SafeString | str:
        """Lead to those that went down."""
        return self._leads_to(record, record.down, went="down")

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return share_text(value)

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return in_unit(IMPS_A_BOARD, value)

    def render_tricks(self, value: Fraction) -> str:
        """Return tricks with their sign."""
        return in_unit(IMPS_A_BOARD, value)


WHOSE = ("own", "partner", "ours", "theirs")
SUITS = ("C", "D", "H", "S")


class OneKind(TypedDict):
    """The contracts of one kind of declarer, a row a level."""

    whose: str
    words: str
    table: ContractsTable


class ContractsShown(TypedDict):
    """Somebody's contracts and leads."""

    parts: list[OneKind]
    picture: Picture | None
    denominations: ContractsTable | None
    leads: ContractsTable | None
    passed: int


def whose_words() -> dict[str, str]:
    """Return what contracts are called by whose they were."""
    return {
        "own": _("Own contracts"),
        "partner": _("The partner's contracts"),
        "ours": _("Contracts of one of the two"),
        "theirs": _("The opponents' contracts"),
    }


def captions() -> dict[str, str]:
    """Return what the tables of contracts by level are called, by whose they are."""
    return {
        "own": _("Own contracts by level"),
        "partner": _("The partner's contracts by level"),
        "ours": _("Contracts of one of the two by level"),
        "theirs": _("The opponents' contracts by level"),
    }


def denomination_words() -> dict[str, str]:
    """Return what denominations are called."""
    return {
        "C": pgettext("trumps", "Clubs"),
        "D": _("Diamonds"),
        "H": _("Hearts"),
        "S": _("Spades"),
        "NT": _("No-trumps"),
    }


@open_to(Level.PLAYER)
@require_safe
def contracts(request: ClubRequest, person: int) -> HttpResponse:
    """Show somebody's contracts and leads, each figure beside the field's."""

    def made(asked: YearsFilter) -> ContractsShown:
        boards = asked.played.all_boards
        parts = [_of_one(asked, boards, whose) for whose in WHOSE]
        return {
            "parts": [each for each in parts if each],
            "picture": _to_field(boards),
            "denominations": _denominations(asked, boards),
            "leads": _leads(asked, boards),
            "passed": sum(each.board.contract == "pass" for each in boards),
        }

    return page(request, "room/over_years/contracts.html", made, "person-contracts", person)


def _of_one(asked: YearsFilter, boards: Iterable[OneBoard], whose: str) -> OneKind | None:
    """Return the contracts of one kind of declarer, a row a level."""

    def level(board: PlayedBoard) -> tuple[int, ...]:
        return (board.level,) if board.declared_by == whose else ()

    found = tallies(boards, level)
    if not found:
        return None
    words = whose_words()[whose]
    rows = [
        ContractRow(
            str(level) if level else _("no level"),
            tally,
            {"declared": whose, "level": str(level)} if level else {"declared": whose},
        )
        for level, tally in sorted(found.items())
    ]
    table = ContractsTable(rows, asked.person, asked.year_word, _("level"), captions()[whose])
    return {"whose": whose, "words": words, "table": table}


def _denominations(asked: YearsFilter, boards: Iterable[OneBoard]) -> ContractsTable | None:
    """Return the own side's contracts by denomination."""

    def denomination(board: PlayedBoard) -> tuple[str, ...]:
        return (board.denomination,) if board.declared_by in DECLARED[SIDE] else ()

    words, found = denomination_words(), tallies(boards, denomination)
    rows = [
        ContractRow(words[key], found[key], {"declared": SIDE, "denomination": key})
        for key in words
        if key in found
    ]
    caption = _("Contracts of the own side by denomination")
    return (
        ContractsTable(rows, asked.person, asked.year_word, _("trumps"), caption) if rows else None
    )


def _leads(asked: YearsFilter, boards: Iterable[OneBoard]) -> ContractsTable | None:
    """Return the own leads that were noted, by suit."""

    def suit(board: PlayedBoard) -> tuple[str, ...]:
        return (board.lead[0],) if board.led and board.lead[0] in SUITS else ()

    words, found = denomination_words(), tallies(boards, suit)
    rows = [ContractRow(words[key], found[key], {"lead": key}) for key in SUITS if key in found]
    caption = _("Own leads by suit")
    return ContractsTable(rows, asked.person, asked.year_word, _("suit"), caption) if rows else None


def _to_field(boards: Iterable[OneBoard]) -> Picture | None:
    """Return tricks more than the field took as bars, by whose contract it was."""
    found: dict[str, BoardsTally] = tallies(
        boards, lambda board: (board.declared_by,) if board.declared_by else ()
    )
    words = {"own": _("Own"), "partner": _("Partner's"), "ours": _("Own side's"),
             "theirs": _("Opponents'")}  # fmt: skip
    known = [(words[each], found[each].to_field) for each in WHOSE if each in found]
    rows = [(name, float(more)) for name, more in known if more is not None]
    if len(rows) < 2:
        return None
    first = next(each for each in WHOSE if each in found and found[each].to_field is not None)
    told = {
        "whose": whose_words()[first],
        "tricks": imps_text(found[first].to_field or Fraction(0)),
    }
    finding = _("%(whose)s: %(tricks)s tricks a board against the field.") % told
    heads = (_("Whose contract"), _("Tricks to field"))
    exact = {name: more for name, more in known if more is not None}
    return ranked(finding, heads, rows, lambda value: _nearest(exact.values(), value))


def _nearest(exact: Iterable[Fraction], value: float) -> str:
    """Return a value of a bar as it is written, from the exact one that it was drawn from."""
    return imps_text(min(exact, key=lambda each: abs(float(each) - value)))
