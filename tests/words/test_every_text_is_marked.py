"""Nothing that people read stands outside the catalogue: commands, and what is seen of pages.

Every address and page is read in tests/crawl, every paper in test_papers_are_marked.
"""

import pytest
from django.core.management import get_commands, load_command_class
from django.template import engines

from clubscore.files.formats import written_formats
from tests.house import House
from tests.test_rooms import ROOT
from tests.words.pseudo import pseudo_language, unmarked, unmarked_in_page

pytestmark = [pytest.mark.django_db]


OURS = sorted(name for name, app in get_commands().items() if app.startswith("clubscore"))
# Django's own options, which argparse and Django speak for.
DJANGOS = {
    *("-h", "--version", "-v", "--settings", "--pythonpath", "--traceback", "--no-color"),
    *("--force-color", "--skip-checks"),
}


def help_of(name: str) -> str:
    """Return what a command says of itself and of its own options."""
    with pseudo_language():
        parser = load_command_class(get_commands()[name], name).create_parser("", name)
        own = [each for each in parser._actions if each.help and not _is_djangos(each)]
        return "\n".join([parser.description or "", *(str(each.help) for each in own)])


def _is_djangos(action: object) -> bool:
    return any(option in DJANGOS for option in getattr(action, "option_strings", ()))


def test_every_command_says_what_it_does(house: House) -> None:
    assert len(OURS) >= 9
    formats = frozenset(
        word
        for made, _writes in written_formats().values()
        for word in (made.key, made.name, "usebio13")
    )
    found = {name: unmarked(help_of(name), formats) for name in OURS}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_only_the_old_books_are_quoted() -> None:
    """What is marked as English is not read above: it is held against the books elsewhere."""
    quoting = {
        str(file.parent.relative_to(ROOT / "templates"))
        for file in (ROOT / "templates").rglob("*.html")
        if 'lang="en"' in file.read_text().replace('<html lang="en"', "")
    }
    assert quoting == {"room/happened", "room/laws", "room/live_hands"}


def test_what_stands_beside_a_quotation_is_read() -> None:
    page = (
        '<p lang="en" title="Of old">Quoted <b>in</b><br> full</p><p>Ours <i lang="en">not</i></p>'
    )
    assert unmarked_in_page(page) == ["Ours"]


def test_a_page_a_text_and_a_sign_that_are_wrong_are_seen() -> None:
    page = engines["django"].from_string(
        '{% load i18n %}<title>{% translate "Club" %}</title><p title="Why">{% translate "Good" %}'
        ' evening, Ann</p><img alt="{% translate "Board" %}"><script>var x = "y z";</script>'
        '<b data-said="Not yet">{% blocktranslate %}Two <i>bold</i> ones{% endblocktranslate %}</b>'
    )
    with pseudo_language():
        html = page.render({})
    assert unmarked_in_page(html, frozenset({"Ann"})) == ["evening,", "Why", "Not yet"]
    quoted = '<p>Wrong</p><blockquote lang="en"><p>A book says</p></blockquote><html lang="en">More'
    assert unmarked_in_page(quoted) == ["Wrong", "More"]
    assert unmarked("«Deal» 4, 3NT by «North» 1.25 GBP") == ["4, 3NT by"]
    assert unmarked("«Deal") == ["a sign is lost: «Deal"]
    assert unmarked("Deal»") == ["a sign too many: Deal»"]
