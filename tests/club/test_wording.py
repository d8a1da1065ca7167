"""Lists, numbers and dates are written in one place, by the reader's language."""

import datetime as dt

import pytest
from django.conf import settings
from django.utils import formats, translation
from django.utils.html import json_script
from django.utils.safestring import SafeString

from clubscore.club import wording as days
from clubscore.club import wording as figures
from clubscore.club import wording as names
from clubscore.club.templatetags.clubscore import as_json, in_room
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency

DAY = dt.date(2026, 11, 3)
PEOPLE = ["Ann", "Bob", "Cecil", "Dora"]


@pytest.mark.parametrize(
    ("write", "two", "four"),
    [
        (names.named, "Ann & Bob", "Ann, Bob, Cecil & Dora"),
        (names.both, "Ann and Bob", "Ann, Bob, Cecil and Dora"),
        (names.either, "Ann or Bob", "Ann, Bob, Cecil or Dora"),
        (names.listed, "Ann, Bob", "Ann, Bob, Cecil, Dora"),
    ],
)
def test_a_list_is_written_by_its_patterns(write, two, four):
    assert write([]) == ""
    assert write(["Ann"]) == "Ann"
    assert write(PEOPLE[:2]) == two
    assert write(PEOPLE) == four
    assert write([1, 2]) == two.replace("Ann", "1").replace("Bob", "2")


def test_a_language_has_its_own_pattern_for_each_place_of_a_list(monkeypatch):
    def marked(context, text):
        return f"{text[:9]}<{context.partition(': ')[2] or 'two'}>{text[-8:]}"

    monkeypatch.setattr(translation._trans, "pgettext", marked)
    assert names.named(PEOPLE[:2]) == "Ann<two>Bob"
    assert names.named(PEOPLE) == "Ann<start>Bob<middle>Cecil<end>Dora"


@pytest.mark.parametrize(("pair", "brief"), [
    (["Katarzyna Wiśniewska-Kowalczyk", "Maximilian von Hohenberg"],
     "K. Wiśniewska-Kowalczyk & M. von Hohenberg"),
    (["Ann Lee", "Bob Hart"], ""), (["Suharto", "Maximilian von Hohenberg"], ""),
    (["The Red Lions of the Old Town Hall"], ""), (["山田太郎山田太郎", "林"], ""),
])  # fmt: skip
def test_a_pair_has_initials_where_its_names_are_long(pair, brief):
    assert names.in_brief(pair) == brief


def test_initials_stand_behind_the_number_of_a_pair():
    long = ["Katarzyna Wiśniewska-Kowalczyk", "Maximilian von Hohenberg"]
    told = in_room(long, "12")
    assert '<b class="ahead">12</b> K. Wiśniewska-Kowalczyk &amp; M. von Hohenberg' in told
    assert (
        "ahead" not in in_room(long)
        and in_room(["Ann Lee", "Bob Hart"], "12") == "Ann Lee & Bob Hart"
    )


def test_a_number_has_the_decimal_sign_of_the_language_and_a_true_minus():
    assert figures.figure("-12.50") == "−12.50"
    assert figures.signed(4) == "+4"
    assert figures.signed(-4) == "−4"
    assert figures.percent("56.25") == "56.25\N{NO-BREAK SPACE}%"
    with translation.override("de"):
        assert figures.figure("-12.50") == "−12,50"
        assert figures.percent("56.25") == "56,25\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("coins", "code", "english", "german"),
    [
        (660, "GBP", "£6.60", "£6,60"),
        (-660, "CHF", "−6.60 CHF", "−6,60 CHF"),
        (500, "JPY", "¥500", "¥500"),
        (-48, "LSD", "−1s", "−1s"),
    ],
)
def test_an_amount_is_written_for_the_eye(coins, code, english, german):
    currency = find_currency(code)
    assert figures.speak_amount(coins, currency) == english
    with translation.override("de"):
        assert figures.speak_amount(coins, currency) == german


@pytest.mark.parametrize("typed", ["€2.50", "2,50 €", "2.50 EUR", " 2.5 ", "EUR 2.50"])
def test_an_amount_is_read_as_it_is_shown(typed):
    assert figures.typed_amount(typed, find_currency("EUR")) == 250


@pytest.mark.parametrize(("typed", "code"), [("£2", "EUR"), ("€", "EUR"), ("€€2 €", "USD")])
def test_another_currencys_amount_is_refused(typed, code):
    with pytest.raises(RuleError):
        figures.typed_amount(typed, find_currency(code))


@pytest.mark.parametrize(("code", "like"), [("LSD", "5s"), ("EUR", "€2.50"), ("CHF", "2.50 CHF"),
                                            ("JPY", "¥500")])  # fmt: skip
def test_a_field_of_money_says_how_it_is_written(code, like):
    assert figures.an_amount(find_currency(code)) == like


def test_a_language_puts_the_symbol_where_it_wants(monkeypatch):
    monkeypatch.setattr(figures, "pgettext", lambda _context, _text: "%(number)s %(symbol)s")
    assert figures.speak_amount(-1250, find_currency("EUR")) == "−12.50 €"


@pytest.mark.parametrize("typed", ["2.5", " 2,5 ", "2,5"])
def test_comma_and_point_are_typed_alike(typed):
    assert figures.typed_number(typed) == "2.5"
    assert figures.typed_number(f"−{typed.strip()}") == "-2.5"


def test_days_are_written_in_the_formats_of_the_language():
    assert days.weekday(DAY) == "Tuesday"
    assert days.long_date(DAY) == "3 November 2026"
    assert days.full_date(DAY) == "Tuesday 3 November 2026"
    assert days.evening_date(DAY) == "Tuesday 3 November"
    assert days.month_day(DAY) == "3 November"
    assert days.short_date(DAY) == "3 Nov 2026"
    assert days.month_name(DAY) == "November"
    late = dt.datetime(2026, 11, 3, 20, 41, tzinfo=dt.UTC)
    assert days.clock_time(late) == "20:41"
    assert days.day_and_clock(late) == "3 November, 20:41"


def test_a_language_may_want_its_days_in_lower_case(monkeypatch):
    known = formats.get_format
    monkeypatch.setattr(
        formats, "get_format", lambda name, *a, **k: name == "DATES_IN_LOWER_CASE" or known(name)
    )
    assert days.full_date(DAY) == "tuesday 3 november 2026"


def test_each_language_that_is_offered_has_every_format():
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            missing = [each for each in days.NAMES if formats.get_format(each) == each]
        assert not missing, f"{code}: {missing}"
    with translation.override("xx"):
        assert formats.get_format("FULL_DATE_FORMAT") == "FULL_DATE_FORMAT"


@pytest.mark.parametrize(
    "value",
    [
        {"said": "</script><!-- & 'Zoë' \"Bob\" \u2028", "n": [1, None, True, 0.5]},
        {"at": DAY, "later": translation.gettext_lazy("Show")},
        ["\\u003C", {"<": ">"}],
    ],
)
def test_json_within_a_page_is_what_django_makes_of_it(value):
    assert as_json(value, "a-name") == json_script(value, "a-name")
    assert isinstance(as_json(value, "a-name"), SafeString)
