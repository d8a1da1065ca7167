"""The pages of an event's history: who did what and why, and what each imported file changed.

Nothing is written here. Every file that came is kept whole, so any earlier state can be read
again.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import whole_number
from clubscore.club.wording import MINUS, listed, named
from clubscore.events.formats import scoring_name
from clubscore.events.history import (
    EventHistoryLine,
    HistoryFilter,
    board_of,
    happenings_of,
    history_of,
    moment_of,
    room_then,
    told,
)
from clubscore.events.imported import read_written
from clubscore.events.models import Event, EventHappening, ResultRevision, Telling
from clubscore.events.ranking_tables import whole_lists
from clubscore.events.rankings import Lists
from clubscore.events.result_words import in_words
from clubscore.events.selectors import directed_by, must_not_be_hidden, room_for
from clubscore.events.state import EventState, room_of
from clubscore.events.travellers import plain_traveller
from clubscore.laws.deal import Unverified
from clubscore.ranking import EventFile, Result, every_option, rank, show_number
from clubscore.ranking.result import ResultFacts, members

WORDS = {
    "name": pgettext_lazy("field of a file", "name"),
    "date": pgettext_lazy("field of a file", "date"),
    "club": pgettext_lazy("field of a file", "club"),
    "game": pgettext_lazy("field of a file", "game"),
    "rules": pgettext_lazy("field of a file", "house rules"),
    "scoring": pgettext_lazy("field of a file", "scoring"),
    "winners": pgettext_lazy("field of a file", "rankings"),
    "contestants_are": pgettext_lazy("field of a file", "who plays"),
    "names": pgettext_lazy("field of a file", "names"),
    "direction": pgettext_lazy("field of a file", "direction"),
    "section": pgettext_lazy("field of a file", "section"),
    "handicap": pgettext_lazy("field of a file", "handicap"),
    "carry_over": pgettext_lazy("field of a file", "carry-over"),
    "stratum": pgettext_lazy("field of a file", "stratum"),
    "dealer": pgettext_lazy("field of a file", "dealer"),
    "vulnerable": pgettext_lazy("field of a file", "vulnerable"),
    "deal": pgettext_lazy("field of a file", "cards"),
    "par": pgettext_lazy("field of a file", "par"),
    "tasks": pgettext_lazy("field of a file", "tasks"),
    "commentary": pgettext_lazy("field of a file", "commentary"),
    "round": pgettext_lazy("field of a file", "round"),
    "table": pgettext_lazy("field of a file", "table"),
    "lead": pgettext_lazy("field of a file", "led"),
    "fouled_group": pgettext_lazy("field of a file", "other cards"),
    "reached": pgettext_lazy("field of a file", "reached in the auction"),
    "ticked": pgettext_lazy("field of a file", "tasks done"),
    "assigned": pgettext_lazy("field of a file", "assigned"),
    "split": pgettext_lazy("field of a file", "assigned"),
}
PLAY = ("contract", "declarer", "tricks", "passed_out", "score", "adjusted", "not_played")


class Difference(NamedTuple):
    """A difference from the file before: what or whose it is, before and after, as texts.

    ``board`` and ``who`` say whom it concerns; a text is empty if a file did not have it.
    """

    name: str
    was: str
    now: str
    board: int | None = None
    who: tuple[str, ...] = ()


def told_by(telling: Telling) -> EventFile:
    return read_written(telling.text)


def differences(before: EventFile | None, after: EventFile) -> list[Difference]:
    """Return the differences of a file from the one before; without one, all it contains."""
    return [
        *_terms(before, after),
        *_penalties(before, after),
        *_contestants(before, after),
        *_boards(before, after),
        *_results(before, after),
    ]


def places_changed(before: EventFile | None, after: EventFile) -> list[Difference]:
    """Return whose place or points changed, in the order of the new ranking."""
    was = _places(before) if before else {}
    now = _places(after)
    return [
        Difference(_called(number, after, before), was.get(number, ""), now.get(number, ""),
                   None, (number,))
        for number in {**now, **was}
        if was.get(number) != now.get(number)
    ]  # fmt: skip


def _places(event: EventFile) -> dict[str, str]:
    """The place of each contestant in the ranking of all, with its points."""
    found = {}
    for ranking in rank(event).rankings:
        if ranking.list != "scratch":
            continue
        for row in ranking.rows:
            percent, score = row.entry.percent, show_number(row.entry.score)
            points = score if percent is None else f"{show_number(percent)} %"
            place = row.place if row.entry.boards else MINUS
            text = _("place %(place)s, %(points)s") % {"place": place, "points": points}
            found[row.entry.contestant.number] = text.replace("-", MINUS)
    return found


def _called(number: str, *events: EventFile | None) -> str:
    """A contestant by number and names, from the first event that knows it."""
    for event in events:
        if event is not None and number in event.contestants:
            return f"{number} {named(event.contestants[number].names)}".strip()
    return number


def _terms(before: EventFile | None, after: EventFile) -> Iterator[Difference]:
    was: Unverified = _head(before) if before else {}
    now = _head(after)
    for key in {**now, **was}:
        if was.get(key) != now.get(key):
            yield Difference(_word(key), _plain(was.get(key)), _plain(now.get(key)))


def _head(event: EventFile) -> Unverified:
    facts = event.facts()
    skipped = ("format", "contestants", "boards", "results", "penalties", "options")
    head = {key: value for key, value in facts.items() if key not in skipped}
    return {**head, "scoring": scoring_name(event.scoring), **facts.get("options", {})}


def _penalties(before: EventFile | None, after: EventFile) -> Iterator[Difference]:
    was = [each.facts() for each in before.penalties] if before else []
    now = [each.facts() for each in after.penalties]
    for old, new in zip_longest(was, now):
        if old != new:
            who = tuple(each["contestant"] for each in (old, new) if each)
            texts = (_plain(old, ("contestant",)), _plain(new, ("contestant",)))
            name = _("Penalty, %(who)s") % {"who": _called(who[-1], after, before)}
            yield Difference(name, *texts, None, who)


def _contestants(before: EventFile | None, after: EventFile) -> Iterator[Difference]:
    was = {key: one.facts() for key, one in before.contestants.items()} if before else {}
    now = {key: one.facts() for key, one in after.contestants.items()}
    for number in {**now, **was}:
        texts = _apart(was.get(number), now.get(number), ("number",))
        if texts:
            yield Difference(_called(number, after, before), *texts, None, (number,))


def _boards(before: EventFile | None, after: EventFile) -> Iterator[Difference]:
    was = {number: board.facts() for number, board in before.boards.items()} if before else {}
    now = {number: board.facts() for number, board in after.boards.items()}
    for number in sorted({**now, **was}):
        texts = _apart(was.get(number), now.get(number), ("number",))
        if texts and any(texts):
            yield Difference(_("Board %(n)s") % {"n": number}, *texts, number)


def _results(before: EventFile | None, after: EventFile) -> Iterator[Difference]:
    """Results by board and who sat where; of two with the same people the first is the first."""
    was, now = (_by_seats(before) if before else {}), _by_seats(after)
    for key in sorted({**now, **was}, key=lambda key: (key[0], key[1:])):
        for old, new in zip_longest(was.get(key, []), now.get(key, [])):
            if old == new:
                continue
            board, ns, ew = key
            values = {
                "n": board,
                "ns": named(_called(each, after, before) for each in ns),
                "ew": named(_called(each, after, before) for each in ew),
            }
            name = _("Board %(n)s, %(ns)s v %(ew)s") % values
            texts = (_outcome(old, new), _outcome(new, old))
            yield Difference(name, *texts, board, (*ns, *ew))


Seated = tuple[int, tuple[str, ...], tuple[str, ...]]


def _by_seats(event: EventFile) -> dict[Seated, list[ResultFacts]]:
    found: dict[Seated, list[ResultFacts]] = {}
    for result in event.results:
        key = (result.board, members(result.ns), members(result.ew))
        found.setdefault(key, []).append(_facts(event, result))
    return found


def _facts(event: EventFile, result: Result) -> ResultFacts:
    """A result without its board and who met."""
    facts = result.facts(event.contract(result))
    facts.pop("board", None)
    facts.pop("ns", None)
    facts.pop("ew", None)
    facts.pop("n", None)
    facts.pop("e", None)
    facts.pop("s", None)
    facts.pop("w", None)
    return facts


def _outcome(facts: ResultFacts | None, other: ResultFacts | None) -> str:
    """A result in words, with everything else that differs from the other."""
    if facts is None:
        return ""
    apart = {
        key: value
        for key, value in facts.items()
        if key not in PLAY and (other is None or other.get(key) != value)
    }
    return listed(filter(None, (in_words(facts), _plain(apart))))


def _apart(
    was: Unverified | None, now: Unverified | None, without: tuple[str, ...]
) -> tuple[str, str] | None:
    """Where two differ, each in words; None if they are the same."""
    if was == now:
        return None
    keys = [key for key in {**(was or {}), **(now or {})}
            if key not in without and (was or {}).get(key) != (now or {}).get(key)]  # fmt: skip
    old, new = ({key: (each or {})[key] for key in keys if key in (each or {})}
                for each in (was, now))  # fmt: skip
    return _plain(old), _plain(new)


def _word(key: str) -> str:
    if key in WORDS:
        return str(WORDS[key])
    options = {option.key: option.label for option in every_option()}
    return _(options[key]) if key in options else key.replace("_", " ")


def _plain(value: object, without: tuple[str, ...] = (), between: str = ": ") -> str:
    """A value of an event file as a line of text; ``between`` is between a word and its value."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        told = (
            f"{_word(key)}{between}{_plain(each, (), ' ')}"
            for key, each in value.items()
            if key not in without
        )
        return listed(told)
    if isinstance(value, list):
        return "; ".join(_plain(each) for each in value)
    return str(value)


# ---- The history of an imported event.

# More differences than these are another event, not a correction.
MOST_SHOWN = 200
KINDS = EventHappening.Kind


class ImportedHistoryLine(NamedTuple):
    """A line of the history, and what a file changed of the board or the pair that is asked for."""

    line: EventHistoryLine
    changed: list[Difference]


def imported_history(request: ClubRequest, event: Event) -> HttpResponse:
    """Show every file that came and everything else that was done, newest first.

    For one board or one contestant it shows what each file changed.
    """
    tellings = list(Telling.objects.filter(event=event).order_by("number"))
    newest = told_by(tellings[-1])
    board = whole_number(request.GET.get("board"))
    who = request.GET.get("who", "")
    board = board if board in newest.boards else None
    who = who if who in newest.contestants else ""
    lines = _narrowed(tellings, board, who) if board or who else _all(event, tellings)
    context: dict[str, Any] = {
        "event": event,
        "lines": lines,
        "board": board,
        "who": who,
        "boards": sorted(newest.boards),
        "contestants": [(key, [*one.names]) for key, one in newest.contestants.items()],
    }
    return render(request, "events/told_history.html", context)


def _all(event: Event, tellings: list[Telling]) -> list[ImportedHistoryLine]:
    others = happenings_of(room_of(event), without=(KINDS.TOLD, KINDS.OPENED))
    lines = [*map(_line, tellings), *others]
    lines.sort(key=lambda line: (line.at, line.number), reverse=True)
    return [ImportedHistoryLine(line, []) for line in lines]


def _narrowed(tellings: list[Telling], board: int | None, who: str) -> list[ImportedHistoryLine]:
    found: list[ImportedHistoryLine] = []
    before: EventFile | None = None
    for telling in tellings:
        after = told_by(telling)
        changed = [
            each
            for each in differences(before, after)
            if (board and each.board == board) or (who and who in each.who)
        ]
        if changed:
            found.append(ImportedHistoryLine(_line(telling), changed[:MOST_SHOWN]))
        before = after
    return found[::-1]


def _line(telling: Telling) -> EventHistoryLine:
    text = _("imported from %(source)s") % {"source": telling.source}
    mark = f"t{telling.number}"
    return EventHistoryLine(telling.at, telling.author, telling.device, telling.reason, text, mark,
                number=telling.number)  # fmt: skip


def imported_then(request: ClubRequest, event: Event, mark: str) -> HttpResponse:
    """Show an event as in one of its files, and what that changed."""
    number = whole_number(mark[1:]) if mark.startswith("t") else None
    around = [(number or 0) + step for step in (-1, 0, 1)]
    found = Telling.objects.filter(event=event, number__in=around)
    tellings = {each.number: each for each in found}
    if number is None or number not in tellings:
        raise Http404
    after = told_by(tellings[number])
    before = told_by(tellings[number - 1]) if number - 1 in tellings else None
    lists = Lists(room_of(event), told=after)
    board = whole_number(request.GET.get("board"))
    board = board if board in lists.travellers else None
    changed = differences(before, after) if before else []
    context: dict[str, Any] = {
        "event": event,
        "entry": tellings[number],
        "mark": mark,
        "lists": lists,
        "shown": whole_lists(lists),
        "board": board,
        "traveller": plain_traveller(lists, board),
        "is_first": before is None,
        "is_now": number + 1 not in tellings,
        "changed": changed[:MOST_SHOWN],
        "more": max(0, len(changed) - MOST_SHOWN),
        "places": places_changed(before, after) if before else [],
    }
    return render(request, "events/told_then.html", context)


# ---- The history of an event.

A_PAGE = 50


def _sorts() -> list[tuple[str, str]]:
    return [
        ("", pgettext("history", "All")),
        ("corrections", _("Corrections")),
        ("results", _("Results")),
        ("entries", _("Who plays")),
        ("rounds", _("Rounds and clock")),
        ("boards", _("Cards")),
        ("rulings", _("Fouled boards, penalties")),
        ("calls", _("Calls for the director")),
        ("announced", _("Announcements")),
        ("ranking", _("Ranking and phones")),
    ]


def _asked(room: EventState, given: QueryDict) -> HistoryFilter:
    tables = {
        f"{section.letter}{number}"
        for section in room.sections
        if section.pk in room.plans
        for number in range(1, room.plan(section).tables + 1)
    }
    what, table = given.get("what", ""), given.get("table", "")
    return HistoryFilter(
        what if what in {sort for sort, _label in _sorts()} else "",
        whole_number(given.get("board")) or None,
        table if table in tables else "",
        whole_number(given.get("round")) or None,
    )


@open_to(Level.SCORER)
@require_safe
def event_history(request: ClubRequest, event: int) -> HttpResponse:
    """Show the history of an event, or of a board, a table or a round of it, newest first."""
    found = directed_by(request.actor, event, told_too=True)
    if found.told:
        return imported_history(request, found)
    room = room_for(request.actor, found)
    asked = _asked(room, request.GET)
    where = {"board": asked.board, "table": asked.table, "round": asked.round}
    about = {name: value for name, value in where.items() if value}
    lines: Paginator[EventHistoryLine] = Paginator(history_of(room, asked), A_PAGE)
    context: dict[str, Any] = {
        "event": room.event,
        "page": lines.get_page(request.GET.get("page")),
        "asked": asked,
        "table": asked.table if len(room.sections) > 1 else asked.table[1:],
        "sorts": _sorts(),
        "query": urlencode({"what": asked.what, **about}),
        "about": urlencode(about),
        "boards": sorted({board for plan in room.plans.values() for board in plan.boards}),
    }
    return render(request, "events/history.html", context)


@open_to(Level.SCORER)
@require_safe
def then(request: ClubRequest, event: int, mark: str) -> HttpResponse:
    """Show the event as it stood just after an entry: its ranking, and the board it was about."""
    found = directed_by(request.actor, event, told_too=True)
    if found.told:
        return imported_then(request, found, mark)
    room = room_for(request.actor, found)
    entry = moment_of(room.event, mark)
    if entry is None:
        raise Http404
    board = board_of(entry)
    if board is not None:
        must_not_be_hidden(room, board)
    lists = Lists(room_then(room, entry))
    context: dict[str, Any] = {
        "event": room.event,
        "entry": entry,
        "what": (
            entry.get_kind_display() if isinstance(entry, ResultRevision) else told(room, entry)
        ),
        "lists": lists,
        "shown": whole_lists(lists),
        "board": board,
        "traveller": plain_traveller(lists, board),
    }
    return render(request, "events/then.html", context)
