"""Nothing that people read stands outside the catalogue: every address, paper and command."""

from collections.abc import Callable

import pytest
from django.core.management import get_commands, load_command_class
from django.template import engines

from clubscore.club.models import User
from clubscore.contests.shipped import SHIPPED, shipped_set
from clubscore.exchange.event_formats import written_formats
from tests import furnished
from tests.flows.acting import HOST
from tests.house import House, client_of, phone_of
from tests.test_addresses import ROWS, addresses_of
from tests.test_rooms import ROOT
from tests.words.pseudo import pseudo_language, unmarked, unmarked_in_page
from tests.words.walking import Walk

pytestmark = [pytest.mark.django_db]


@pytest.mark.long(15)
def test_every_address(house: House) -> None:
    """As director, phone and visitor, and what a form says that was sent empty."""
    addresses = addresses_of(house)
    director, walk = house.logins["director"], Walk()
    for row in ROWS:
        for who in (client_of(director), phone_of(house), client_of(None)):
            walk.look(who, addresses[row.name])
        if row.post != "-":
            walk.look(client_of(director), addresses[row.name], posting=True)
    sets = frozenset(shipped_set(name).about["name"] for name in SHIPPED)
    walk.ends(pages=700, papers=14, texts=15, known=sets)


# What was typed into the furnished clubs beside names: a bet, its table, a name in a file.
TYPED = frozenset({"That it rains all night,", "Window table", ", Window table", "Ełk"})


def rooms() -> list[str]:
    club = furnished.Furnished(furnished.NEEDED)
    return [*club.for_visitors(), *club.pages()]


def events() -> list[str]:
    _evening, visitors, directors = furnished.event_room()
    return [*visitors, *directors]


def the_seven() -> list[str]:
    seven = furnished.the_seven()
    return furnished.pages_of(seven)


@pytest.mark.long(5)
@pytest.mark.parametrize(("furnished", "least"), [(rooms, 90), (events, 55), (the_seven, 15)])
def test_every_page_with_much_on_it(furnished: Callable[[], list[str]], least: int) -> None:
    addresses, walk = furnished(), Walk()
    host = User.objects.get(username=HOST)
    for address in addresses:
        walk.look(client_of(host), address)
    walk.ends(pages=least, known=TYPED)


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
