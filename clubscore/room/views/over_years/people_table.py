"""With whom and against whom somebody played: a row a person, events and rubbers together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.compared_table import FIGURES, ComparedTable, SignedColumn, cells
from clubscore.club.models import Person
from clubscore.events.over_years.tallies import Tally
from clubscore.events.over_years.trend import said_in, share_said
from clubscore.ranking.scoring import IMPS_A_BOARD
from clubscore.rubbers.season.adding_up import Score
from clubscore.rubbers.season.person_rubbers import PersonRubber, score_of

TOGETHER: Final = "partner"
AGAINST: Final = "against"


@dataclass
class With:
    """What somebody made with, or against, one other; `who` is None for all who are not known."""

    who: Person | None
    tally: Tally = field(default_factory=Tally)
    score: Score = field(default_factory=Score)
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


class PeopleTable(ComparedTable):
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
        return share_said(value)

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return said_in(IMPS_A_BOARD, value)

    def render_rubbers(self, record: With) -> str:
        """Return how many were won of how many."""
        if not record.rubbers:
            return ""
        return _("%(won)s of %(of)s") % {"won": record.score.won, "of": record.rubbers}


def met(
    tallies: Mapping[int, Tally],
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
            tallies.get(who, Tally()),
            score_of(played[who]),
            frozenset(each.sitting for each in played[who]),
        )
        for who in {**tallies, **played}
    ]


def those_of(rubber: PersonRubber, way: str) -> tuple[int, ...]:
    """Return the partners or the opponents of a rubber, by key."""
    return rubber.partners if way == TOGETHER else rubber.opponents
