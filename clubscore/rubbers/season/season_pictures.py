"""A season in pictures: how its first went ahead, who won and lost most, how much was played."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.charts.courses import LOOKS, Course, Line, lines
from clubscore.charts.picture import Picture
from clubscore.charts.ranked import ranked
from clubscore.club.wording.days import long_date, month_day, month_name
from clubscore.club.wording.figures import figure, signed
from clubscore.rubbers.season.adding_up import Season
from clubscore.rubbers.season.season_table import SeasonRow

MOST_BARS = 12
MOST_PLACES = 32  # along a picture: evenings, else months, else years
Sums = list[tuple[str, dict[int, int]]]


def pictures_of(season: Season, rows: Sequence[SeasonRow]) -> list[Picture]:
    """Return everyone's season in pictures; `rows` are its members, the first first."""
    found = [first_members(season, rows), rubbers_played(season), most_points(rows)]
    return [each for each in found if each is not None]


def course_of(season: Season, who: int) -> Picture | None:
    """Return somebody's points, evening added to evening; None for fewer than two evenings."""
    if len(season.evenings_of(who)) < 2:
        return None
    sums = [(place, points[who]) for place, points in _running(season, [who])]
    values = [points for _place, points in sums]
    finding = _("Now %(last)s; highest %(highest)s, lowest %(lowest)s.") % {
        "last": signed(values[-1]),
        "highest": signed(max(values)),
        "lowest": signed(min(values)),
    }
    line = Line(_("points"), tuple(values))
    at = tuple(place for place, _points in sums)
    return lines(finding, Course(_("Evening"), at, (line,), _said))


def first_members(season: Season, rows: Sequence[SeasonRow]) -> Picture | None:
    """Return the running sums of the first few; None for fewer than two evenings or members."""
    first = [row for row in rows[: len(LOOKS)] if row.who is not None]
    days = sorted({rubber.evening for rubber in season.rubbers})
    if len(days) < 2 or len(first) < 2:
        return None
    keys = [row.who for row in first if row.who is not None]
    sums = _running(season, keys)
    courses = tuple(
        Line(row.name, tuple(points[who] for _at, points in sums))
        for row, who in zip(first, keys, strict=True)
    )
    at = tuple(place for place, _points in sums)
    return lines(_lead_in_words(season, first), Course(_("Evening"), at, courses, _said))


def _lead_in_words(season: Season, first: Sequence[SeasonRow]) -> str:
    """Say since when the first has had more than all others, and by how much; or that none has."""
    leader, second = first[0], first[1]
    if leader.points == second.points:
        words = {"one": leader.name, "other": second.name, "points": signed(leader.points)}
        return _("%(one)s and %(other)s share the lead with %(points)s.") % words
    since = leads_since(season, leader.who or 0)
    text = ngettext(
        "%(name)s leads by %(points)s point, since %(day)s.",
        "%(name)s leads by %(points)s points, since %(day)s.",
        leader.points - second.points,
    )
    points = leader.points - second.points
    return text % {"name": leader.name, "points": points, "day": long_date(since)}


def leads_since(season: Season, who: int) -> dt.date:
    """Return the evening since which somebody has had more than anyone else."""
    sums: dict[int, int] = defaultdict(int)
    since: dt.date | None = None
    by_day = _by_day(season)
    for day in sorted(by_day):
        for each, points in by_day[day].items():
            sums[each] += points
        # Whoever has not played yet does not lead, though all others may have lost.
        own = sums.get(who)
        leads = own is not None and all(
            points < own for each, points in sums.items() if each != who
        )
        since = (since or day) if leads else None
    return since or max(by_day)


def most_points(rows: Sequence[SeasonRow]) -> Picture | None:
    """Return who won and lost most as bars; None for no one."""
    most = sorted(rows, key=lambda row: -abs(row.points))[:MOST_BARS]
    ordered = sorted(most, key=lambda row: -row.points)
    if not ordered:
        return None
    first, last = ordered[0], ordered[-1]
    words = {
        "first": first.name,
        "most": signed(first.points),
        "last": last.name,
        "least": signed(last.points),
    }
    finding = _("%(first)s won most, %(most)s; %(last)s lost most, %(least)s.")
    if first.points <= 0 or last.points >= 0:
        finding = _("%(first)s has most, %(most)s.")
    bars = [(row.name, row.points) for row in ordered]
    return ranked(finding % words, (_("Member"), _("Points")), bars, _said)


def rubbers_played(season: Season) -> Picture | None:
    """Return how many rubbers were played each month; None for fewer than two months."""
    months: dict[tuple[int, int], int] = defaultdict(int)
    for rubber in season.rubbers:
        months[rubber.evening.year, rubber.evening.month] += 1
    if len(months) < 2:
        return None
    first, last = min(months), max(months)
    known = [divmod(n, 12) for n in range(first[0] * 12 + first[1] - 1, last[0] * 12 + last[1])]
    every = [(year, month + 1) for year, month in known]
    most = max(every, key=lambda month: months.get(month, 0))
    text = ngettext(
        "Most was played in %(month)s: %(n)s rubber.",
        "Most was played in %(month)s: %(n)s rubbers.",
        months[most],
    )
    words = {"month": _month(dt.date(*most, 1)), "n": months[most]}
    line = Line(_("rubbers"), tuple(months.get(each, 0) for each in every))
    at = tuple(_month(dt.date(*each, 1)) for each in every)
    return lines(text % words, Course(_("Month"), at, (line,), _said))


def _by_day(season: Season) -> Mapping[dt.date, Mapping[int, int]]:
    found: dict[dt.date, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for rubber in season.rubbers:
        for who, points in rubber.points.items():
            found[rubber.evening][who] += points
    return found


def _running(season: Season, keys: Sequence[int]) -> Sums:
    """Return the sums of some members after each evening, where there are many each month."""
    by_day, sums = _by_day(season), dict.fromkeys(keys, 0)
    label = _labels(sorted(by_day))
    found: dict[str, dict[int, int]] = {}
    for day in sorted(by_day):
        for who in keys:
            sums[who] += by_day[day].get(who, 0)
        found[label(day)] = dict(sums)
    return list(found.items())


def _labels(days: Sequence[dt.date]) -> Callable[[dt.date], str]:
    """Return what names a place along a picture: its day, its month or its year."""
    one_year = days[0].year == days[-1].year
    if len(days) <= MOST_PLACES:
        return month_day if one_year else long_date
    months = {(day.year, day.month) for day in days}
    return _month if len(months) <= MOST_PLACES else (lambda day: f"{day:%Y}")


def _month(day: dt.date) -> str:
    return _("%(month)s %(year)s") % {"month": month_name(day), "year": f"{day:%Y}"}


def _said(value: float) -> str:
    return figure(round(value))
