"""No code, sheet or address leads a phone to itself: the network's address, the club's, or none."""

import pytest
from django.test import Client

from clubscore import environment as serving
from clubscore.environment import EVERYWHERE, is_this_machine, read_plan
from clubscore.events.phones import let_phones_in
from clubscore.rubbers.door import open_door
from tests.events.evenings import Evening
from tests.house import House, client_of
from tests.papers.test_sitting_sheet import words

LAN, HERE = "192.168.7.20", "localhost:8000"
NONE = "phones cannot open ClubScore"


@pytest.fixture
def evening(house: House) -> Evening:
    """Two tables of an event whose phones are let in, beside a card table and the room's door."""
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    open_door(club=house.club, actor=evening.actor)
    return evening


@pytest.fixture
def director(house: House) -> Client:
    """The director's browser on the computer that serves."""
    client = client_of(house.logins["director"])
    client.defaults["HTTP_HOST"] = HERE
    return client


def everything(evening: Evening, house: House) -> list[str]:
    """Every address that shows or prints an address."""
    event, table = f"/event/{evening.event.pk}/", f"/table/{house.sitting.pk}/"
    return ["/phones/", f"{event}phones/", f"{event}codes.pdf", f"{event}tonight.pdf",
            f"{table}phones/", f"{table}code.pdf", f"{table}sheet.pdf", f"{table}sheet.txt",
            f"{table}ahead/", f"{event}at/A1/", f"{event}ranking/"]  # fmt: skip


def said(client: Client, page: str, **host: str) -> str:
    """What a page or a paper says."""
    answer = client.get(page, **host)
    if answer["Content-Type"] == "application/pdf":
        return words(answer.content)
    return answer.content.decode()


def share(director: Client, evening: Evening) -> None:
    """Make the ranking's address to share."""
    page = f"/event/{evening.event.pk}/curtain/"
    director.post(page, {"key": "share", "what": "share"})


@pytest.mark.django_db
def test_on_the_servers_own_browser_every_code_has_the_networks_address(
    evening: Evening, house: House, director: Client, monkeypatch, settings
) -> None:
    monkeypatch.setattr(serving, "address_in_the_network", lambda: LAN)
    settings.LISTENS_AT = ("0.0.0.0", "8123")
    share(director, evening)
    for page in everything(evening, house):
        text = said(director, page)
        assert f"http://{LAN}:8123/" in text, page
        assert "localhost" not in text, page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "0.0.0.0:8000"]
)
def test_with_a_loopback_address_alone_there_is_none(
    evening: Evening, house: House, director: Client, asked: str
) -> None:
    share(director, evening)
    for page in everything(evening, house):
        text = said(director, page, HTTP_HOST=asked)
        for each in ("localhost", "127.0.0.1", "::1", "0.0.0.0:"):
            assert f"http://{each}" not in text and f"http://[{each}" not in text, page
        if not page.endswith(("sheet.pdf", "sheet.txt", "ahead/", "tonight.pdf")):
            assert NONE in text, page
    for page in (f"/event/{evening.event.pk}/codes.pdf", f"/table/{house.sitting.pk}/code.pdf"):
        assert director.get(page, HTTP_HOST=asked).status_code == 409


@pytest.mark.django_db
def test_where_tonights_papers_lack_the_codes_their_page_says_so(
    evening: Evening, director: Client
) -> None:
    assert NONE in said(director, f"/event/{evening.event.pk}/")
    assert NONE not in said(director, f"/event/{evening.event.pk}/", HTTP_HOST="bridge.lan")


@pytest.mark.django_db
def test_the_clubs_own_address_counts_first_then_the_number_that_was_asked(
    house: House, director: Client, settings
) -> None:
    page = f"/table/{house.sitting.pk}/phones/"
    assert "http://10.0.0.9:8000/t/" in said(director, page, HTTP_HOST="10.0.0.9:8000")
    settings.LISTENS_AT = (LAN, "8123")
    assert f"http://{LAN}:8123/t/" in said(director, page, HTTP_HOST="my-laptop:8000")
    settings.CLUBSCORE_URL = "https://bridge.example.org"
    assert "https://bridge.example.org/t/" in said(director, page, HTTP_HOST="10.0.0.9:8000")
    settings.CLUBSCORE_URL = "http://localhost:8000"
    assert NONE in said(director, page)


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.", "club.localhost", "127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::",
     "::ffff:127.0.0.1", "169.254.3.4", "fe80::1", ""],
)  # fmt: skip
def test_hosts_that_lead_a_phone_to_itself_or_nowhere(host: str) -> None:
    assert is_this_machine(host)
    if host not in EVERYWHERE:
        assert read_plan({"HOST": host}).for_phones is None


@pytest.mark.parametrize("host", ["192.168.1.7", "fd00::7", "club.lan", "example.org"])
def test_hosts_that_phones_can_open(host: str) -> None:
    assert not is_this_machine(host)
