"""Words that no club says may not come back into any text."""

import re
from pathlib import Path

import pytest

from tests.words.catalogue import ROOT, marked_texts, sources

# The rules of the old games are quoted with the words of their time.
QUOTED = ("clubscore/laws/games", "clubscore/laws/reckoning", "clubscore/laws/sentences")
# By the house's English: each with what is said instead.
AWAY = {
    r"put(?:s|ting)? (?:\S+ ){0,4}right": "correct, change",
    r"tak(?:e|es|en|ing) (?:\S+ ){0,3}(?:out|away|off)\b(?! a)": "export, download, remove",
    r"tak(?:e|es|en|ing) (?:\S+ ){0,2}back": "undo",
    r"bring (?:it|them|a|an|in)\b|brought in": "import",
    r"(?:in|out of) touch": "online, offline",
    r"tells|told": "reports, contains, shows",
    r"say it|said otherwise|^say\b": "enter, announce, give",
    r"reckon\w*": "convert, calculate",
    r"not to be had|has to go": "not available, must leave",
    r"coins?(?<!smallest coin)": "currency",
    r"whoever|whatever|anew|afresh|besides": "anyone who, again, also",
    r"(?<!someone )(?<!no one )(?<!anything )(?<!something )else": "other",
    r"somebody|anybody|nobody|everybody": "someone, anyone, no one, everyone",
    r"he|his|him|himself|she|her": "they, or a noun",
    r"per cent": "%",
    r"(?<!, )such as": "for example",
    r"\w+n['’]t|(?:it|that|what|who|there)['’]s|\w+['’](?:ll|re|ve)": "no contractions",
    r"let(?:s)? phones in|let in": "connect phones",
    r"make a login": "create login",
    r"tap|press": "choose",
    r"OK|invalid|submit|debts?|sync|entity": "plain words",
}
MATCHERS = {re.compile(rf"(?i)(?<![\w%(])(?:{each})(?!\w)"): said for each, said in AWAY.items()}


def strange_words(file: Path) -> list[str]:
    """Return the texts of a file with a word that stays away, and what is said instead."""
    return [
        f"{text}: {instead}"
        for text in marked_texts(file)
        for words, instead in MATCHERS.items()
        if words.search(text)
    ]


@pytest.mark.always
def test_words_stay_away() -> None:
    files = [file for file in sources() if not str(file.relative_to(ROOT)).startswith(QUOTED)]
    texts = sum(len(marked_texts(file)) for file in files)
    assert texts > 3000, "the texts were not found"
    found = {str(file.relative_to(ROOT)): strange_words(file) for file in files}
    assert {file: wrong for file, wrong in found.items() if wrong} == {}


def test_a_word_that_came_back_is_seen(tmp_path: Path) -> None:
    module, page = tmp_path / "one.py", tmp_path / "page.html"
    module.write_text(
        "_('Put the deal right')\nngettext('one coin', '%(n)s coins', n)\n"
        "pgettext('whoever', 'Whose deal?')\ngettext_noop('%(he)s is there')\nother('he')\n"
    )
    page.write_text(
        """{% translate 'Take it out (CSV)' %}{{ a|default:_("Nobody yet") }}{% blocktranslate count
        n=n %}One waits{% plural %}They
        don’t wait{% endblocktranslate %}{% translate "Checked by someone else" %}"""
    )
    assert strange_words(module) == [
        "Put the deal right: correct, change", "one coin: currency", "%(n)s coins: currency",
    ]  # fmt: skip
    assert strange_words(page) == [
        "Take it out (CSV): export, download, remove",
        "Nobody yet: someone, anyone, no one, everyone",
        "They don’t wait: no contractions",
    ]
