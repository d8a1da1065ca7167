"""The records of a year: the highest rubber of each game, the longest evening, the best result."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.days import full_date
from clubscore.club.wording.names import listed, named
from clubscore.club.wording.phrases import said
from clubscore.laws.games import find_game
from clubscore.rubbers.season.adding_up import Agreed
from clubscore.sheets.year_book.year_content import Record
from clubscore.sheets.year_book.year_events import bare_percent
from clubscore.sheets.year_book.year_read import Year


def records(read: Year) -> Iterator[Record]:
    """Yield the records that a year has; of several alike the first counts."""
    yield from _highest(read)
    yield from _longest(read)
    if read.own is None:
        yield from _most_people(read)
    best = read.events.best()
    if best is not None:
        event, line = best
        who = listed((named(read.events.names(event, line)), event.name))
        day = full_date(event.evening)
        yield Record(_("Best percentage"), "", who, day, bare_percent(line.percent))


def _highest(read: Year) -> Iterator[Record]:
    """The highest rubber of each game, the highest of all first."""
    found: dict[str, Agreed] = {}
    for rubber in read.season.rubbers:
        before = found.get(rubber.game)
        if rubber.greatest > (before.greatest if before else 0):
            found[rubber.game] = rubber
    for rubber in sorted(found.values(), key=lambda each: -each.greatest):
        winners = [who for who, won in rubber.points.items() if won == rubber.greatest]
        what = _("Highest rubber: %(game)s") % {"game": said(find_game(rubber.game).short_name)}
        points = ngettext("%(n)s point", "%(n)s points", rubber.greatest) % {"n": rubber.greatest}
        names = named(read.people[who].name for who in winners)
        yield Record(what, points, names, full_date(rubber.evening))


def _longest(read: Year) -> Iterator[Record]:
    """The evening on which most rubbers were played at one table."""
    if not read.rubbers_of:
        return
    first = max(read.sittings, key=lambda each: len(read.rubbers_of.get(each.pk, ())))
    count = len(read.rubbers_of[first.pk])
    text = ngettext("%(n)s rubber", "%(n)s rubbers", count) % {"n": count}
    people = named(read.people[who].name for who in read.seated(first))
    who = listed((first.table.name, people)) if people else first.table.name
    yield Record(_("Longest evening at a table"), text, who, full_date(first.evening))


def _most_people(read: Year) -> Iterator[Record]:
    """The evening with most people, and who came most often."""
    came = Counter(day for days in read.days_of.values() for day in days)
    if not came:
        return
    day = min(came, key=lambda each: (-came[each], each))
    text = ngettext("%(n)s player", "%(n)s players", came[day]) % {"n": came[day]}
    yield Record(_("Best attended evening"), text, "", full_date(day))
    often = max(map(len, read.days_of.values()))
    who = sorted(read.people[pk].name for pk, days in read.days_of.items() if len(days) == often)
    count = ngettext("%(n)s evening", "%(n)s evenings", often) % {"n": often}
    yield Record(_("Came most often"), count, named(who), "")
