"""The season: its tables by member, game and partner, the evenings behind them, its pictures."""

import datetime as dt
from typing import Any
from urllib.parse import urlencode

from django.db.models import Max, Min
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import whole_number
from clubscore.club.models import Club, Person
from clubscore.club.wording import named
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.season import Agreed, Season, season_of, settlements_of
from clubscore.rubbers.season_tables import (
    BEST,
    WAYS,
    EveningsTable,
    SeasonFilter,
    SeasonRow,
    course_of,
    evening_rows,
    pictures_of,
    rows_of,
    sums_in_words,
    table_of,
)
from clubscore.web.charts import Picture
from clubscore.web.tables import ComparedTable

A_PAGE = 50


@open_to(Level.PLAYER)
@require_safe
def season(request: ClubRequest) -> HttpResponse:
    """Show a season: everybody's, or one person's."""
    asked = SeasonQuery(request.actor, request.GET)
    found, way = asked.season, asked.way
    rows = (
        rows_of(found, way, asked.key, asked.best) if way in ("member", "game", "partner") else []
    )
    table: ComparedTable | None = None
    sums = ""
    if way == "evening":
        evenings = evening_rows(found, asked.rubbers, asked.whose)
        table = EveningsTable(evenings, asked.currencies, of_all=not asked.whose)
        sums = sums_in_words(evenings, with_points=bool(asked.whose))
    elif way != "picture":
        table = table_of(rows, asked.currencies, way, asked.leads)
        if way == "game" and asked.who is None:
            table.exclude = ("place", "won", "points", *asked.currencies)
            table.look = ""
    context: dict[str, Any] = {
        "filter": asked.filter,
        "table": table.sorted_by(request, A_PAGE) if table is not None else None,
        "found": len(found.rubbers),
        "who": asked.who,
        "together": asked.together,
        "way": way,
        "tabs": asked.tabs,
        "pictures": asked.pictures,
        "sums": sums,
        "book_of": _book_of(asked.filter) if found.rubbers else None,
        "kept": asked.kept,
    }
    return render(request, "room/season.html", context)


class SeasonQuery:
    """What is asked of a season in the address: whose, which way, which year, game, evenings."""

    def __init__(self, actor: Actor, given: QueryDict) -> None:
        club = actor.home
        years = years_played(club)
        self.who = _who(actor, given.get("who"))
        self.key = self.who.pk if self.who else None
        asked = given.copy()
        asked.setdefault("year", str(years[0]) if years else "")
        self.filter = SeasonFilter(asked, settlements_of(club), years)
        self.season: Season = season_of(club, self.filter.qs)
        best = whole_number(given.get("best"))
        self.best = best if best in BEST else None
        way = given.get("by", "")
        usual = "game" if self.who else "member"
        self.way = way if way in (*WAYS, "evening") else usual
        if self.who is not None and self.way in ("member", "picture"):
            self.way = "game"
        wanted = {whole_number(each) for each in given.getlist("with")}
        people = self.season.people
        self.partners = [people[each] for each in sorted(filter(None, wanted)) if each in people]
        if len({*self._pair}) != 2:
            self.partners = []
        self.currencies = self.season.currencies if shows_coins(actor, self.who) else []

    @property
    def _pair(self) -> list[int]:
        own = [self.key] if self.key else []
        return sorted({*own, *(each.pk for each in self.partners)})

    @property
    def whose(self) -> tuple[int, ...]:
        """Whose points the evenings show: one person's, or two partners'; no one's for all."""
        if self.key:
            return (self.key,)
        return tuple(self._pair) if self.partners else ()

    @property
    def rubbers(self) -> list[Agreed]:
        """The rubbers that the evenings are of."""
        if self.partners:
            one, two = self._pair
            return self.season.of_partners((one, two))
        if self.key:
            return self.season.counting(self.key, self.best)
        return list(self.season.rubbers)

    def leads(self, row: SeasonRow) -> str:
        """Return where the evenings stand that a row counts."""
        about: list[tuple[str, object]] = [("by", "evening")]
        if row.who or self.key:
            about.append(("who", row.who or self.key))
        about += [("with", each) for each in row.pair or () if each != self.key]
        chosen = {**self.filter.chosen, **({"game": row.game} if row.game else {})}
        if not row.who:
            chosen.pop("best", None)
        chosen.setdefault("year", "")
        return f"{reverse('season')}?{urlencode([*about, *chosen.items()])}"

    @property
    def tabs(self) -> list[tuple[str, Promise, str]]:
        """The tables beside each other, each with its address."""
        left_out = ("member", "picture") if self.who else ()
        chosen = {"year": "", **self.filter.chosen} | ({"who": self.key} if self.key else {})
        return [
            (key, name, f"{reverse('season')}?{urlencode({'by': key, **chosen})}")
            for key, name in WAYS.items()
            if key not in left_out
        ]

    @property
    def pictures(self) -> list[Picture]:
        """What is drawn: everyone's season, or one person's course."""
        if self.key:
            made = course_of(self.season, self.key)
            return [made] if made is not None and self.way != "evening" else []
        if self.way != "picture":
            return []
        return pictures_of(self.season, rows_of(self.season, "member", None))

    @property
    def together(self) -> str:
        """The partners whose evenings are asked for, by name."""
        if not self.partners:
            return ""
        return named(self.season.people[each].short_name for each in self._pair)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the form of the season keeps of the address."""
        kept = [("by", self.way), *([("who", str(self.key))] if self.key else [])]
        return kept + [("with", str(each.pk)) for each in self.partners]


def _book_of(chosen: SeasonFilter) -> int | None:
    """Return the year that is shown; None where all are."""
    return whole_number(chosen.form.cleaned_data.get("year")) if chosen.is_valid() else None


def years_played(club: Club) -> list[int]:
    """Return the years in which people sat down, newest first. One query."""
    ends: dict[str, dt.date | None] = Sitting.objects.filter(club=club).aggregate(
        first=Min("evening"), last=Max("evening")
    )
    first, last = ends["first"], ends["last"]
    if first is None or last is None:
        return []
    return list(range(last.year, first.year - 1, -1))


def _who(actor: Actor, number: str | None) -> Person | None:
    """Return whose season is asked for; where results are private everybody sees their own."""
    if not actor.home.results_open and not actor.is_scorer:
        if actor.person is None:
            raise Http404
        return actor.person
    key = whole_number(number)
    if key is None:
        return None
    person = Person.objects.filter(club=actor.home, pk=key).select_related("merged_into").first()
    if person is None:
        raise Http404
    return person.merged_into or person


def shows_coins(actor: Actor, who: Person | None) -> bool:
    """Whether coins are shown: all to the director, each person's own to that person."""
    if not actor.home.plays_for_money:
        return False
    return actor.is_director or (who is not None and actor.person == who)
