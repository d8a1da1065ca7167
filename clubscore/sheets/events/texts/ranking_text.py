"""Rankings as plain texts: of one event, of several evenings."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.names import listed, named
from clubscore.events.phones import share_of
from clubscore.events.rankings.lists import Line, Lists, RankedList
from clubscore.events.rankings.several import Several
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.event_facts import poster_facts
from clubscore.sheets.events.texts.results_text import contestant_lines
from clubscore.sheets.events.texts.text_words import (
    heading,
    heading_of_results,
    percent_words,
    place_words,
    points_words,
    who_is,
)


def ranking_text(room: Room) -> Iterator[str]:
    """The ranking, a list for each direction where there are two winners, and what was deducted."""
    lists = Lists(room)
    yield from heading_of_results(_("Ranking"), lists)
    for one in lists.rankings:
        yield from _of_list(lists, one)
    yield from _penalties(lists)


def poster_text(room: Room) -> Iterator[str]:
    """What hangs on the wall: places, names and percentages, and no penalties."""
    share = share_of(room.event)
    lists = Lists(room, hides_names=share is not None and share.hides_names)
    yield from heading(_("Wall poster"), room.event, [listed(poster_facts(lists))])
    for one in lists.scratch:
        if one.title:
            yield ""
            yield one.title
        for line in one.placed:
            if line.place:
                yield ""
                yield place_words(line.place, len(one.placed))
                yield f" {named(line.names)}"
                won = percent_words(line.percent) if line.percent else points_words(line.score)
                yield f" {won}"


def _of_list(lists: Lists, one: RankedList) -> Iterator[str]:
    if one.title:
        yield ""
        yield one.title
    if lists.about_matches:
        yield lists.about_matches
    for line in one.placed:
        yield ""
        yield place_words(line.place, len(one.placed))
        yield from _line(lists, line)
    if one.below:
        yield ""
        yield one.about_below
    for line in one.below:
        yield ""
        yield from _line(lists, line)


def _line(lists: Lists, line: Line) -> Iterator[str]:
    for text in contestant_lines(lists.room.event.contestants_are, line):
        yield f" {text}"
    yield f" {played_boards(line.boards)}"
    if lists.matches:
        text = ngettext("%(n)s match played", "%(n)s matches played", line.matches)
        yield " " + text % {"n": line.matches}


def played_boards(count: int) -> str:
    """Return how many boards somebody played."""
    text = ngettext("%(n)s board played", "%(n)s boards played", count)
    return text % {"n": count}


def _penalties(lists: Lists) -> Iterator[str]:
    """What the director deducted, from whom and why; nothing if nothing was deducted."""
    if not lists.penalties:
        return
    yield ""
    yield _("Penalties")
    for one in lists.penalties:
        who = {"who": who_is(lists.room.event.contestants_are, one.key), "names": named(one.names)}
        yield _("%(who)s: %(names)s") % who
        yield " " + _("%(amount)s %(unit)s deducted") % {"amount": one.amount, "unit": one.unit}
        if one.reason:
            yield f" {one.reason}"


def ranking_of_several(several: Several, club: str, evenings: str) -> Iterator[str]:
    """Several evenings as one ranking."""
    yield _("Several sessions as one")
    yield club
    yield evenings
    for one in several.lists:
        yield ""
        yield one.title or _("Ranking")
        for row in one.rows:
            yield ""
            yield place_words(row.place, len(one.rows))
            yield f" {named(row.names)}"
            yield f" {points_words(row.score)}"
            if row.percent:
                yield f" {percent_words(row.percent)}"
            yield f" {played_boards(row.boards)}"
