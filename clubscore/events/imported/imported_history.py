"""What one file of an event changes from the one before it: terms, people, boards, places.

Nothing is written here. Every file that came is kept whole, so any earlier state can be read again.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from clubscore.club.wording.figures import MINUS
from clubscore.club.wording.names import listed, named
from clubscore.events.imported.imported import read_written
from clubscore.events.models import Telling
from clubscore.events.results.result_words import in_words
from clubscore.events.terms.event_words import scoring_name
from clubscore.laws.deal import Unverified
from clubscore.ranking import Event, Result, every_option, rank, show_number
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


def told_by(telling: Telling) -> Event:
    """Return the event as in a file."""
    return read_written(telling.text)


def differences(before: Event | None, after: Event) -> list[Difference]:
    """Return the differences of a file from the one before; without one, all it contains."""
    return [
        *_terms(before, after),
        *_penalties(before, after),
        *_contestants(before, after),
        *_boards(before, after),
        *_results(before, after),
    ]


def places_changed(before: Event | None, after: Event) -> list[Difference]:
    """Return whose place or points changed, in the order of the new ranking."""
    was = _places(before) if before else {}
    now = _places(after)
    return [
        Difference(_called(number, after, before), was.get(number, ""), now.get(number, ""),
                   None, (number,))
        for number in {**now, **was}
        if was.get(number) != now.get(number)
    ]  # fmt: skip


def _places(event: Event) -> dict[str, str]:
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


def _called(number: str, *events: Event | None) -> str:
    """A contestant by number and names, from the first event that knows it."""
    for event in events:
        if event is not None and number in event.contestants:
            return f"{number} {named(event.contestants[number].names)}".strip()
    return number


def _terms(before: Event | None, after: Event) -> Iterator[Difference]:
    was: Unverified = _head(before) if before else {}
    now = _head(after)
    for key in {**now, **was}:
        if was.get(key) != now.get(key):
            yield Difference(_word(key), _plain(was.get(key)), _plain(now.get(key)))


def _head(event: Event) -> Unverified:
    facts = event.facts()
    skipped = ("format", "contestants", "boards", "results", "penalties", "options")
    head = {key: value for key, value in facts.items() if key not in skipped}
    return {**head, "scoring": scoring_name(event.scoring), **facts.get("options", {})}


def _penalties(before: Event | None, after: Event) -> Iterator[Difference]:
    was = [each.facts() for each in before.penalties] if before else []
    now = [each.facts() for each in after.penalties]
    for old, new in zip_longest(was, now):
        if old != new:
            who = tuple(each["contestant"] for each in (old, new) if each)
            texts = (_plain(old, ("contestant",)), _plain(new, ("contestant",)))
            name = _("Penalty, %(who)s") % {"who": _called(who[-1], after, before)}
            yield Difference(name, *texts, None, who)


def _contestants(before: Event | None, after: Event) -> Iterator[Difference]:
    was = {key: one.facts() for key, one in before.contestants.items()} if before else {}
    now = {key: one.facts() for key, one in after.contestants.items()}
    for number in {**now, **was}:
        texts = _apart(was.get(number), now.get(number), ("number",))
        if texts:
            yield Difference(_called(number, after, before), *texts, None, (number,))


def _boards(before: Event | None, after: Event) -> Iterator[Difference]:
    was = {number: board.facts() for number, board in before.boards.items()} if before else {}
    now = {number: board.facts() for number, board in after.boards.items()}
    for number in sorted({**now, **was}):
        texts = _apart(was.get(number), now.get(number), ("number",))
        if texts and any(texts):
            yield Difference(_("Board %(n)s") % {"n": number}, *texts, number)


def _results(before: Event | None, after: Event) -> Iterator[Difference]:
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


def _by_seats(event: Event) -> dict[Seated, list[ResultFacts]]:
    found: dict[Seated, list[ResultFacts]] = {}
    for result in event.results:
        key = (result.board, members(result.ns), members(result.ew))
        found.setdefault(key, []).append(_facts(event, result))
    return found


def _facts(event: Event, result: Result) -> ResultFacts:
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
