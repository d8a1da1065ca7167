"""Texts for scripts: named places, and the form that a language has for a number."""

from pathlib import Path

import pytest

from clubscore.club.wording import EXAMPLES, counted_forms
from tests.flows.acting import Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[2]
TRICKS = {"0": "bez lew", "1": "{n} lewa", "2": "{n} lewy", "5": "{n} lew", "1000000": "{n} lew"}
SAY = """([lang, forms, number]) => {
  document.documentElement.lang = lang;
  return window.words.counted(forms, number);
}"""


def test_a_number_takes_its_own_text_or_that_of_its_kind(open_page: Open) -> None:
    new_club("Ann")
    page = open_page("/")
    page.evaluate((ROOT / "static/js/words.js").read_text())

    def said(lang: str, forms: dict[str, str], number: int) -> str:
        return str(page.evaluate(SAY, [lang, forms, number]))

    polish = [said("pl", TRICKS, number) for number in (0, 1, 3, 12, 22, 25)]
    assert polish == ["bez lew", "1 lewa", "3 lewy", "12 lew", "22 lewy", "25 lew"]
    english = counted_forms(lambda n: "{n} trick" if n == 1 else "{n} tricks")
    assert [said("en-gb", english, number) for number in (0, 1, 22)] == [
        "0 tricks", "1 trick", "22 tricks",
    ]  # fmt: skip
    filled = page.evaluate("words.fill('Code {n} of {of}, {else}', {of: 3, n: 1})")
    assert filled == "Code 1 of 3, {else}"


def test_zero_may_be_said_in_words() -> None:
    forms = counted_forms(str, none="no results")
    assert forms["0"] == "no results"
    assert set(forms) == {"0", *map(str, EXAMPLES)}
