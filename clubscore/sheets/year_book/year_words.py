"""The year book in whole words, a fact a line, and the words that paper and text say alike."""

from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.figures import percent, signed
from clubscore.club.wording.names import listed, named
from clubscore.sheets.events.texts.text_words import percent_words, points_words
from clubscore.sheets.plain_words import amount_words, sign_in_words
from clubscore.sheets.year_book.year_content import (
    AtCards,
    Counts,
    EveningTold,
    EventTold,
    InEvents,
    MemberTold,
    Money,
    TableTold,
    YearBook,
)


def book_title(book: YearBook) -> str:
    """Return what the book is called: "Year book 2026"."""
    return _("Year book %(year)s") % {"year": book.year}


def evenings_in_words(count: int) -> str:
    """Return so many evenings in words."""
    return ngettext("%(n)s evening", "%(n)s evenings", count) % {"n": count}


def rubbers_in_words(count: int) -> str:
    """Return so many rubbers in words."""
    return ngettext("%(n)s rubber", "%(n)s rubbers", count) % {"n": count}


def events_in_words(count: int) -> str:
    """Return so many events in words."""
    return ngettext("%(n)s event", "%(n)s events", count) % {"n": count}


def counts_in_words(counts: Counts) -> list[str]:
    """Return how much was played, without what was not."""
    found = [evenings_in_words(counts.evenings)]
    if counts.rubbers:
        found.append(rubbers_in_words(counts.rubbers))
    if counts.events:
        found.append(events_in_words(counts.events))
    return found


def won_of(row: AtCards | MemberTold) -> str:
    """Return how many rubbers were played and won: "12 rubbers, 7 won"."""
    won = ngettext("%(n)s won", "%(n)s won", row.won) % {"n": row.won}
    return listed((rubbers_in_words(row.rubbers), won))


def points_made(points: int) -> str:
    """Return points with their sign: "+340 points"."""
    text = ngettext("%(points)s point", "%(points)s points", abs(points))
    return text % {"points": signed(points)}


def in_events(row: InEvents, said: Callable[[str], str] = percent) -> str:
    """Return what was made of events: "7 events, first in 2, best 64.58 %"."""
    found = [events_in_words(row.events)]
    if row.firsts:
        found.append(ngettext("first in %(n)s", "first in %(n)s", row.firsts) % {"n": row.firsts})
    if row.best:
        found.append(_("best %(percent)s") % {"percent": said(row.best)})
    return listed(found)


def head_of_table(table: TableTold) -> str:
    """Return a card table with what was played: "Window table: Auction, 3 rubbers"."""
    rubbers = rubbers_in_words(table.rubbers) if table.rubbers else ""
    what = listed(filter(None, (table.games, rubbers)))
    if not what:
        return table.table
    return _("%(table)s: %(what)s") % {"table": table.table, "what": what}


def won_by(name: str, points: str) -> str:
    """Return who made how many points, as names stand one after another: "Ann Archer +340"."""
    return _("%(name)s %(points)s") % {"name": name, "points": points}


def also_there(table: TableTold) -> str:
    """Return who sat at a table without a rubber that counts."""
    text = _("Also at the table: %(names)s") if table.standing else _("At the table: %(names)s")
    return text % {"names": named(table.people)}


def also_played(names: Iterable[str]) -> str:
    """Return who played an event and has none of the first places."""
    return _("Also played: %(names)s") % {"names": named(names)}


def book_words(book: YearBook) -> Iterator[str]:
    """Return the book as plain text."""
    yield book_title(book)
    yield book.club
    if book.money is not None:
        yield _("Treasurer's copy")
    yield listed(counts_in_words(book.counts))
    yield from book.notes
    yield from _season(book)
    for evening in book.evenings:
        yield from _evening(evening)
    yield from _records(book)
    yield from _money(book)
    yield from _members(book)


def _season(book: YearBook) -> Iterator[str]:
    if book.cards:
        yield from ("", _("The season at card tables"))
    for row in book.cards:
        yield f" {row.name}"
        yield f"  {won_of(row)}"
        yield f"  {points_made(row.points)}"
    if book.games:
        yield from ("", _("Games"))
    for row in book.games:
        yield " " + _("%(name)s: %(what)s") % {
            "name": row.name,
            "what": rubbers_in_words(row.rubbers),
        }
    if book.duplicate:
        yield from ("", _("The season in events"))
    for one in book.duplicate:
        yield f" {one.name}"
        yield f"  {in_events(one, percent_words)}"


def _evening(evening: EveningTold) -> Iterator[str]:
    yield from ("", evening.day)
    for event in evening.events:
        yield from _event(event)
    for table in evening.tables:
        yield f" {head_of_table(table)}"
        for name, points in table.standing:
            yield f"  {won_by(name, sign_in_words(points))}"
        if table.people:
            yield f"  {also_there(table)}"


def _event(event: EventTold) -> Iterator[str]:
    yield f" {event.name}"
    yield f"  {event.facts}"
    if event.state:
        yield f"  {event.state}"
    for each in event.places:
        place = _("Place %(place)s") % {"place": each.place.rstrip("=")}
        if each.place.endswith("="):
            place = _("%(place)s, shared") % {"place": place}
        who = listed(filter(None, (place, each.direction)))
        made = percent_words(each.percent) if each.percent else points_words(each.points)
        said = {"place": who, "names": named(each.names), "figure": made}
        yield "  " + _("%(place)s: %(names)s, %(figure)s") % said
    if event.others:
        yield f"  {also_played(event.others)}"


def _records(book: YearBook) -> Iterator[str]:
    if book.records:
        yield from ("", _("Records"))
    for each in book.records:
        yield f" {each.what}"
        figure = percent_words(each.percent) if each.percent else each.figure
        for text in filter(None, (figure, each.who, each.when)):
            yield f"  {text}"


def _money(book: YearBook) -> Iterator[str]:
    if book.money is None:
        return
    yield from ("", _("Money"))
    if not book.money:
        yield " " + no_money()
    for each in book.money:
        yield from _amounts(each)


def no_money() -> str:
    """Return that nothing was booked."""
    return _("No money changed hands.")


def _amounts(money: Money) -> Iterator[str]:
    for row in money.rows:
        yield f" {row.name}"
        for what, coins in ((_("at cards"), row.cards), (_("in all"), row.whole)):
            said = {"what": what, "amount": amount_words(coins, money.currency)}
            yield "  " + _("%(what)s: %(amount)s") % said


def _members(book: YearBook) -> Iterator[str]:
    if book.members:
        yield from ("", _("Members"))
    for member in book.members:
        yield f" {member.name}"
        yield from (f"  {text}" for text in member_lines(member, percent_words))


def member_lines(member: MemberTold, said: Callable[[str], str] = percent) -> Iterator[str]:
    """Yield a member's year: evenings, rubbers with their games, events.

    ``said`` is how a percentage is written.
    """
    yield evenings_in_words(member.evenings)
    if member.rubbers:
        yield listed((won_of(member), points_made(member.points)))
    for game in member.games:
        what = listed((won_of(game), points_made(game.points)))
        yield _("%(name)s: %(what)s") % {"name": game.name, "what": what}
    if member.events is not None:
        yield in_events(member.events, said)
