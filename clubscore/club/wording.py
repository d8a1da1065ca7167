"""How a language writes numbers, dates, lists and names, on a page or at the console.

A page says what it shows; how that is written is said here and in the catalogue of a language.
Formats of days are in `language_formats/<language>/formats.py`, and every language has them all.
Kinds of lists have four patterns each, as the Unicode locale data has them.
"""

import datetime as dt
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.urls import reverse
from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext, pgettext_lazy

from clubscore.lawbook.books import BookPart, Passage, PassagePlace, first_in_words, places_of
from clubscore.laws.citing import Citation
from clubscore.laws.money import Currency, read_amount, show_amount
from clubscore.laws.words import Either, Every, Listing, Phrase, RemarkParts, Word


class _Patterns(NamedTuple):
    """Said late: only the pattern that a list needs is looked up, and lists stand everywhere."""

    two: Promise
    start: Promise
    middle: Promise
    end: Promise


PEOPLE = _Patterns(
    two=pgettext_lazy("two people", "%(first)s & %(last)s"),
    start=pgettext_lazy("people: start", "%(first)s, %(rest)s"),
    middle=pgettext_lazy("people: middle", "%(first)s, %(rest)s"),
    end=pgettext_lazy("people: end", "%(first)s & %(last)s"),
)
ALL = _Patterns(
    two=pgettext_lazy("two things", "%(first)s and %(last)s"),
    start=pgettext_lazy("all of several: start", "%(first)s, %(rest)s"),
    middle=pgettext_lazy("all of several: middle", "%(first)s, %(rest)s"),
    end=pgettext_lazy("all of several: end", "%(first)s and %(last)s"),
)
ONE = _Patterns(
    two=pgettext_lazy("two choices", "%(first)s or %(last)s"),
    start=pgettext_lazy("one of several: start", "%(first)s, %(rest)s"),
    middle=pgettext_lazy("one of several: middle", "%(first)s, %(rest)s"),
    end=pgettext_lazy("one of several: end", "%(first)s or %(last)s"),
)
COMMA = pgettext_lazy("enumeration", "%(first)s, %(rest)s")
SEMICOLON = pgettext_lazy("remarks", "%(first)s; %(rest)s")
# So many letters of two names stand in two lines of a ranking on a phone, in one of a wall.
IN_THEIR_PLACE = 36


def named(names: Iterable[object]) -> str:
    """Return people who belong together: "Ann", "Ann & Bob" or "Ann, Bob & Cecil"."""
    return _joined(names, PEOPLE)


def in_brief(names: Sequence[str]) -> str:
    """Return a pair whose names are long with initials: "K. Wiśniewska & M. von Hohenberg".

    Empty where they are short, or one of them has no first name to shorten.
    """
    if len(names) != 2 or sum(map(len, names)) <= IN_THEIR_PLACE:
        return ""
    parts = [name.split(" ", 1) for name in names]
    if any(len(each) < 2 or not each[0].isalpha() for each in parts):
        return ""
    return named(f"{first[0]}. {rest}" for first, rest in parts)


def both(things: Iterable[object]) -> str:
    """Return all of several things: "A", "A and B" or "A, B and C"."""
    return _joined(things, ALL)


def either(choices: Iterable[object]) -> str:
    """Return what can be chosen: "A", "A or B" or "A, B or C"."""
    return _joined(choices, ONE)


def listed(items: Iterable[object]) -> str:
    """Return a plain enumeration: "1, 2, 3"."""
    return _joined(items, _Patterns(COMMA, COMMA, COMMA, COMMA))


def remarks(parts: Iterable[object]) -> str:
    """Return remarks that stand for themselves: "Portland 1914; slams: 20/40"."""
    return _joined(parts, _Patterns(SEMICOLON, SEMICOLON, SEMICOLON, SEMICOLON))


def _joined(items: Iterable[object], patterns: _Patterns) -> str:
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    *before, one, last = texts
    said = _pair(patterns.end if before else patterns.two, one, last)
    for place in range(len(before) - 1, -1, -1):
        said = _pair(patterns.middle if place else patterns.start, before[place], said)
    return said


def _pair(pattern: Promise, first: str, last: str) -> str:
    return str(pattern) % {"first": first, "last": last, "rest": last}


# ---- Numbers and amounts.

MINUS = "\N{MINUS SIGN}"


def figure(value: object) -> str:
    """Return a number, whole or as a file writes it, with a true minus and the decimal sign.

    The rooms at the foot write numbers for files: a point, a hyphen, the same in every language.
    What a page shows comes through here.
    """
    separator: str = formats.get_format("DECIMAL_SEPARATOR")
    return str(value).replace("-", MINUS).replace(".", separator)


def signed(value: int) -> str:
    """Return a whole number with its sign, zero without one."""
    return f"+{value}" if value > 0 else figure(value)


def percent(value: object) -> str:
    """Return a percentage, given as a file writes it: "56.25 %", never broken before its sign."""
    return pgettext("percentage", "%(number)s\N{NO-BREAK SPACE}%%") % {"number": figure(value)}


def an_amount(currency: Currency) -> str:
    """Return some amount as it is written in a currency, for the help beside a field of money."""
    some = {None: 5 * 48, 0: 500}.get(currency.decimals, currency.coins * 5 // 2)
    return speak_amount(some, currency)


def typed_amount(text: str, currency: Currency) -> int | Fraction:
    """Return an amount that was typed, as `read_amount`, with or without its own symbol or code.

    So what a page shows can be sent as it stands. Raises RuleError.
    """
    plain = text.strip()
    for sign in (currency.symbol, currency.code) if currency.decimals is not None else ():
        if sign and len(sign) < len(plain):
            plain = plain.removeprefix(sign).removesuffix(sign).strip()
    return read_amount(plain, currency)


def speak_amount(coins: int, currency: Currency) -> str:
    """Return an amount in smallest coins with its symbol or code: "£6.60", "6.60 CHF", "−1s"."""
    text = show_amount(abs(coins), currency)
    if currency.decimals is not None:
        number = figure(text)
        if currency.symbol:
            pattern = pgettext("amount of money", "%(symbol)s%(number)s")
            text = pattern % {"symbol": currency.symbol, "number": number}
        else:
            pattern = pgettext("amount of money", "%(number)s %(code)s")
            text = pattern % {"number": number, "code": currency.code}
    return f"{MINUS}{text}" if coins < 0 else text


def typed_number(text: str) -> str:
    """Return a number that somebody typed, with comma or point and any minus, as files have it."""
    return text.strip().replace(",", ".").replace(MINUS, "-")


# ---- What the rooms at the foot say.


class Sentence(Protocol):
    """What has an English phrase and what fills its places: a line of a sheet, a RuleError."""

    @property
    def phrase(self) -> str:
        """The message id."""

    @property
    def params(self) -> Mapping[str, object]:
        """What fills its places."""


class PlacedSentence(Sentence, Protocol):
    """What is told of a place in a file: a RuleError."""

    @property
    def where(self) -> str:
        """The place, as errors say it: a line, the path of a field, or both."""


# As `clubscore.deals.file_text.place` says it, perhaps behind the name of a file.
LINE = re.compile(r"(^|, )line ([0-9]+)(?:, column ([0-9]+))?(?=$|[.\[])")

# How each kind of list of the laws is written.
LISTED = {Listing: listed, Either: either, Every: both, RemarkParts: remarks}


def said(told: str | Listing | Sentence) -> str:
    """Return what the laws say, in the reader's language.

    Takes a word, a list of them, or anything with an English `phrase` and its `params`; a param
    that is one of these is translated too.
    """
    if isinstance(told, Listing):
        return LISTED[type(told)](map(_spoken, told))
    if isinstance(told, str):
        return _translated(told, {}) if told else ""
    text = _translated(told.phrase, told.params) if told.phrase else ""
    spoken = {key: _spoken(value) for key, value in told.params.items()}
    return text % spoken if spoken else text


def problem_text(error: PlacedSentence) -> str:
    """Return what is wrong in a file, after the place where it is wrong if that is known."""
    if not error.where:
        return said(error)
    values = {"place": LINE.sub(_line_in_words, error.where), "problem": said(error)}
    return _("%(place)s: %(problem)s") % values


def _line_in_words(found: re.Match[str]) -> str:
    before, line, column = found.groups()
    text = _("line %(line)s") if column is None else _("line %(line)s, column %(column)s")
    return before + text % {"line": line, "column": column}


def _translated(phrase: str, params: Mapping[str, object]) -> str:
    if not isinstance(phrase, Word):
        return _(phrase)
    if phrase.many:
        count = params[phrase.counted]
        assert isinstance(count, int)  # noqa: S101 - a plural is of a whole number
        return ngettext(phrase, phrase.many, count)
    return pgettext(phrase.context, phrase) if phrase.context else _(phrase)


def _spoken(value: object) -> str:
    """Return what fills a place of a phrase: words translated, figures with a true minus sign."""
    if isinstance(value, Word | Phrase | Listing):
        return said(value)
    return figure(value) if type(value) is int else str(value)


# ---- Days and times.

MOST_DAYS, MOST_MONTHS = 30, 40  # along a picture

NAMES = (
    "WEEKDAY_FORMAT",
    "LONG_DATE_FORMAT",
    "FULL_DATE_FORMAT",
    "EVENING_FORMAT",
    "SHORT_DAY_FORMAT",
    "MONTH_FORMAT",
    "MONTH_YEAR_FORMAT",
    "CLOCK_FORMAT",
    "CLOCK_OF_12_FORMAT",
    "DAY_AND_CLOCK_FORMAT",
    "DAY_AND_CLOCK_OF_12_FORMAT",
)


def weekday(day: dt.date) -> str:
    """Return "Tuesday"."""
    return _written(day, "WEEKDAY_FORMAT")


def long_date(day: dt.date) -> str:
    """Return "3 November 2026"."""
    return _written(day, "LONG_DATE_FORMAT")


def full_date(day: dt.date) -> str:
    """Return "Tuesday 3 November 2026"."""
    return _written(day, "FULL_DATE_FORMAT")


def evening_date(day: dt.date) -> str:
    """Return the day of an evening close by, without its year: "Tuesday 3 November"."""
    return _written(day, "EVENING_FORMAT")


def month_day(day: dt.date) -> str:
    """Return "3 November"."""
    return _written(day, "MONTH_DAY_FORMAT")


def short_date(day: dt.date) -> str:
    """Return "3 Nov 2026", for columns."""
    return _written(day, "SHORT_DAY_FORMAT")


def month_name(day: dt.date) -> str:
    """Return "November"."""
    return _written(day, "MONTH_FORMAT")


def month_year(day: dt.date) -> str:
    """Return "Nov 2026", for pictures."""
    return _written(day, "MONTH_YEAR_FORMAT")


def year_of(day: dt.date) -> str:
    """Return "2026"."""
    return f"{day:%Y}"


def parts_of_time(
    days: Iterable[dt.date], *, months: int = MOST_MONTHS
) -> Callable[[dt.date], str]:
    """Return what calls each day by the part of the time that it falls in.

    By the day itself where there are few (`short_date`), else by its month (`month_year`) where
    there are no more than `months` of them, else by its year (`year_of`).
    """
    found = {*days}
    if len(found) <= MOST_DAYS:
        return short_date
    return month_year if len({(day.year, day.month) for day in found}) <= months else year_of


def clock_time(moment: dt.datetime, *, of_12: bool = False) -> str:
    """Return the time of day as the moment's own zone has it: "20:41", of 12 hours "8:41 PM"."""
    return _written(moment, "CLOCK_OF_12_FORMAT" if of_12 else "CLOCK_FORMAT")


def day_and_clock(moment: dt.datetime, *, of_12: bool = False) -> str:
    """Return day and time as the moment's own zone has them: "3 November, 20:41"."""
    return _written(moment, "DAY_AND_CLOCK_OF_12_FORMAT" if of_12 else "DAY_AND_CLOCK_FORMAT")


def _written(day: dt.date, name: str) -> str:
    text = formats.date_format(day, name)
    # Django's catalogues begin days and months with capitals where the language itself does not.
    return text.lower() if formats.get_format("DATES_IN_LOWER_CASE") is True else text


# ---- Passages of the old books.


def numbered(passage: Passage) -> str:
    """Return what a passage with a number is called: "Law 87"; nothing where it has none."""
    values = {"number": passage.number}
    if passage.word == "law":
        return _("Law %(number)s") % values
    if passage.word == "rule":
        return _("Rule %(number)s") % values
    return _("Hint %(number)s") % values if passage.word == "hint" else ""


def law_of(place: PassagePlace) -> str:
    """Return where a passage stands: "The Laws of Bridge, p. 17"."""
    values = {"book": place.book.title, "pages": pages_named(place.passage.pages)}
    return _("%(book)s, %(pages)s") % values if values["pages"] else _("%(book)s") % values


def pages_named(pages: tuple[int, ...]) -> str:
    """Return the printed pages: "p. 17", "pp. 10–11"; nothing where a book has none."""
    if not any(pages):
        return ""
    if len(pages) == 1:
        return _("p. %(page)s") % {"page": pages[0]}
    return _("pp. %(first)s–%(last)s") % {"first": pages[0], "last": pages[-1]}


def pages_of_part(part: BookPart) -> tuple[int, ...]:
    """Return the printed pages of a part, in their order."""
    return tuple(sorted({page for each in part.passages for page in each.pages}))


def place_url(place: PassagePlace) -> str:
    """Return the address of a passage: a page of its own where it has a number."""
    named = [place.book.key, place.part.key]
    if place.passage.number:
        return reverse("law", args=[*named, place.passage.key])
    page = f"#p{place.page}" if place.page > place.passage.page else f"#{place.passage.key}"
    return reverse("law-part", args=named) + page


def law_url(citation: Citation) -> str:
    """Return where a cited law is read, nothing where it stands in no book that we have."""
    places = places_of(citation)
    return place_url(places[0]) if places else ""


def url_in_words(told: str | Promise) -> str:
    """Return where the first law is read that a sentence cites, nothing where it cites none.

    It is looked for in the sentence as it stands in English.
    """
    with override("en-gb"):
        place = first_in_words(str(told))
    return place_url(place) if place else ""


A_WHILE = 5.0  # seconds between two lines where a line cannot be written over
STOPPED = 130  # the code with which what was stopped ends, as shells have it


class CommandProgress:
    """Says how far a command is, as a job is told: one line on a terminal, else one now and then.

    `words` have the places `done` and `total`.
    """

    def __init__(self, out: OutputWrapper, words: str) -> None:
        self._out, self._words = out, words
        self._said_at = time.monotonic()
        self._last = ""

    def __call__(self, done: int, total: int) -> None:
        """Say that so many of all are done."""
        told = self._words % {"done": done, "total": total}
        if told == self._last:
            return
        if self._out.isatty():
            room = " " * (len(self._last) - len(told))
            self._out.write(f"\r{told}{room}", ending="\n" if done == total else "")
        elif time.monotonic() - self._said_at >= A_WHILE:
            self._out.write(told)
            self._said_at = time.monotonic()
        else:
            return
        self._out.flush()
        self._last = told


@contextmanager
def can_be_stopped(words: str) -> Iterator[None]:
    """Let Ctrl-C end a command with what it leaves, in words. Raises CommandError then."""
    try:
        yield
    except KeyboardInterrupt:
        raise CommandError(words, returncode=STOPPED) from None


class SpokenCommand(BaseCommand):
    """A command with a `purpose` instead of Django's `help`: one that is translated late."""

    purpose: Promise

    def create_parser(self, *args: Any, **kwargs: Any) -> CommandParser:
        """Return the parser; argparse takes nothing but a finished text."""
        self.help = str(self.purpose)
        return super().create_parser(*args, **kwargs)


# Between them they have every kind of number that a language may count differently.
EXAMPLES = (1, 2, 5, 1_000_000)


def counted_forms(say: Callable[[int], str], none: str = "") -> dict[str, str]:
    """Return what is said of some numbers, each an example of its kind; `none` is said of zero.

    A browser knows the plural rules of a language, we know its texts.
    """
    return {"0": none or say(0)} | {str(number): say(number) for number in EXAMPLES}


def sign_in_words(figures: str) -> str:
    """Return figures with the word for their sign: "plus 300", "minus 13s"; none without one.

    A braille line has no sign of its own for a minus.
    """
    if figures.startswith((MINUS, "-")):
        return pgettext("score", "minus %(n)s") % {"n": figures[1:]}
    if figures.startswith("+"):
        return pgettext("score", "plus %(n)s") % {"n": figures[1:]}
    return figures
