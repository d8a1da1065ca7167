"""One search over the whole club: people, evenings, events and boards, and days as typed."""

import datetime as dt
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.people import people_in, with_words
from clubscore.club.wording import full_date
from clubscore.events.imported import imported_with_board
from clubscore.events.models import Entry, Event, ResultRevision
from clubscore.events.selectors import events_of, may_see_results
from clubscore.home.forms import SearchForm
from clubscore.home.search_index import (
    MOST,
    SearchGroup,
    SearchHit,
    games_found,
    has_words,
    help_found,
    law_book_found,
    laws_found,
    pages_found,
    words_of,
)
from clubscore.home.tonight import EVENINGS_A_PAGE, evenings_seen

IsMet = Callable[[dt.date], bool]
ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# "Mar" may begin a month; a letter or two begin too many.
SHORTEST = 3
LAST_OF_MONTH = 31
# So many figures has a year.
YEAR = 4


def day_word(word: str) -> IsMet | None:
    """Return what a word asks of a day, None where it names none.

    A number up to 31 is a day of the month, one of four figures a year; a name of a weekday or a
    month may be cut off after three letters.
    """
    if ISO.fullmatch(word):
        return partial(_is_written, word)
    if word.isdecimal():
        number = int(word)
        return partial(_is_number, number) if number <= LAST_OF_MONTH or len(word) == YEAR else None
    if len(word) < SHORTEST:
        return None
    weekdays = {n for n, name in WEEKDAYS.items() if str(name).casefold().startswith(word)}
    months = {n for n, name in MONTHS.items() if str(name).casefold().startswith(word)}
    return partial(_is_named, weekdays, months) if weekdays or months else None


def days_typed(words: list[str]) -> IsMet | None:
    """Return whether a day is asked for by all words; None where one of them names no day.

    A number alone names none: it is a board, or a member.
    """
    asked = [day_word(word) for word in words]
    if not any(not word.isdecimal() or int(word) > LAST_OF_MONTH for word in words):
        return None
    if any(each is None for each in asked):
        return None
    return partial(_is_every, [each for each in asked if each is not None])


def _is_every(asked: list[IsMet], day: dt.date) -> bool:
    return all(each(day) for each in asked)


def _is_written(word: str, day: dt.date) -> bool:
    return day.isoformat() == word


def _is_number(number: int, day: dt.date) -> bool:
    return number in (day.day, day.year)


def _is_named(weekdays: set[int], months: set[int], day: dt.date) -> bool:
    return day.weekday() in weekdays or day.month in months


# "13", "b 13 Tuesday", "board 13".
BOARD = re.compile(r"(?:(?:b|board)\s*)?([1-9][0-9]{0,2})(?:\s+(.*))?", re.IGNORECASE)


class SearchedClub(NamedTuple):
    """What was found of people, evenings, events and boards."""

    people: list[SearchHit]
    evenings: list[SearchHit]
    events: list[SearchHit]
    boards: list[SearchHit]


def played(actor: Actor, text: str) -> SearchedClub:
    """Return what a text finds. At most six queries."""
    words = words_of(text)
    events = list(events_of(actor.home, None).order_by("-evening", "-pk"))
    return SearchedClub(
        _people(actor, text),
        _evenings(actor, words),
        [_event_hit(each) for each in events if _is_meant(each, words)][:MOST],
        _boards(actor, text, events),
    )


def _people(actor: Actor, text: str) -> list[SearchHit]:
    """A scorer opens anybody's page; to a player the list of members says who somebody is."""
    everybody = people_in(actor.home).filter(active=True)
    found = with_words(everybody, text, federations=actor.is_director)
    own = actor.person.pk if actor.person else None
    players = reverse("players")
    return [
        SearchHit(
            person.name,
            reverse("person", args=[person.pk])
            if actor.is_scorer or person.pk == own
            else f"{players}?{urlencode({'q': person.name})}",
            # As in the list of players: numbers are for those who run the room.
            person.number if actor.is_scorer else "",
        )
        for person in found[:MOST]
    ]


def _evenings(actor: Actor, words: list[str]) -> list[SearchHit]:
    asked = days_typed(words)
    if asked is None:
        return []
    address, found = reverse("results"), []
    for place, day in enumerate(evenings_seen(actor)):
        if asked(day):
            page, card = divmod(place, EVENINGS_A_PAGE)
            found.append(SearchHit(full_date(day), f"{address}?page={page + 1}#d{card + 1}"))
    return found[:MOST]


def _is_meant(event: Event, words: list[str]) -> bool:
    """Whether each word is in its name or asks for its day; a number alone is no name."""
    if not any(not word.isdecimal() for word in words):
        return False
    return all(has_words(event.name, [word]) or _is_of(event, word) for word in words)


def _is_of(event: Event, word: str) -> bool:
    asked = day_word(word)
    return asked is not None and asked(event.evening)


def _event_hit(event: Event) -> SearchHit:
    page = "event-ranking" if event.finished_at or event.told else "event"
    return SearchHit(event.name, reverse(page, args=[event.pk]), full_date(event.evening))


def _boards(actor: Actor, text: str, events: list[Event]) -> list[SearchHit]:
    """Return boards with a result, newest first."""
    asked = BOARD.fullmatch(text)
    if asked is None:
        return []
    number, words = int(asked[1]), words_of(asked[2] or "")
    open_ones = [e for e in events if (not words or _is_meant(e, words)) and _may_look(actor, e)]
    has_it = set(
        ResultRevision.objects.filter(section__event__in=[e.pk for e in open_ones], board=number)
        .order_by()
        .values_list("section__event", flat=True)
        .distinct()
    )
    has_it |= imported_with_board(open_ones, number)
    found = [event for event in open_ones if event.pk in has_it]
    running = [event.pk for event in found if event.finished_at is None]
    plays = _plays_in(actor, running)
    return [
        SearchHit(
            _("Board %(board)s") % {"board": number},
            reverse("event-board", args=[event.pk, number]),
            f"{event.name}, {full_date(event.evening)}",
        )
        for event in found
        if event.pk not in plays
    ][:MOST]


def _may_look(actor: Actor, event: Event) -> bool:
    """A finished event's boards are everybody's who sees its results, others those who run it."""
    return may_see_results(actor, event) and (actor.is_scorer or event.finished_at is not None)


def _plays_in(actor: Actor, running: list[int]) -> set[int]:
    """Return the events under way in which whoever runs them plays too: boards are yet to come."""
    if actor.person is None or not running:
        return set()
    own = Q(first=actor.person) | Q(second=actor.person) | Q(further__person=actor.person)
    return set(Entry.objects.filter(own, event__in=running).values_list("event", flat=True))


def found(actor: Actor, text: str) -> list[SearchGroup]:
    """Return the groups in which something was found, in their order.

    A visitor and a table's phone find games, laws and help alone: all else is the club's. Help
    stands before the books: whoever looks for "undo" has a key in hand.
    """
    books = [
        SearchGroup(gettext_lazy("Help"), help_found(text)),
        SearchGroup(gettext_lazy("Games"), games_found(text)),
        SearchGroup(gettext_lazy("Laws"), laws_found(text)),
        SearchGroup(gettext_lazy("The law book"), law_book_found(text)),
    ]
    groups = books
    if actor.level >= Level.PLAYER:
        of_club = played(actor, text)
        groups = [
            SearchGroup(gettext_lazy("People"), of_club.people),
            SearchGroup(gettext_lazy("Evenings"), of_club.evenings),
            SearchGroup(gettext_lazy("Events"), of_club.events),
            SearchGroup(gettext_lazy("Boards"), of_club.boards),
            SearchGroup(gettext_lazy("Pages"), pages_found(actor, text)),
            *books,
        ]
    return [group for group in groups if group.hits]


@open_to(Level.VISITOR)
@require_safe
def search(request: ClubRequest) -> HttpResponse:
    """Show what a text finds, as far as the reader may see it."""
    text = SearchForm(request.GET).words_of("q")
    context: dict[str, Any] = {"q": text, "groups": found(request.actor, text) if text else []}
    return render(request, "room/search.html", context)
