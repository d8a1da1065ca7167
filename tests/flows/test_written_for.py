"""A director downloads an event for whoever wants it; the club's own federation comes first."""

import pytest
from playwright.sync_api import Page

from clubscore.club.federation_numbers import Held, set_numbers
from clubscore.club.models import Club
from tests.events.evenings import FOUR_SPADES, Evening
from tests.files import cobalt
from tests.flows.acting import HOST, Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def downloaded(page: Page) -> bytes:
    """Tap the key of USEBIO 1.2 and return the file."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download USEBIO 1.2").click()
    return waiting.value.path().read_bytes()


@pytest.mark.parametrize("script", [True, False])
def test_the_file_is_for_whoever_is_chosen(open_page: Open, script: bool) -> None:
    club = new_club("Ann", "Bob")
    Club.objects.filter(pk=club.pk).update(federation="abf")
    evening = Evening(4, kind="howell", winners=1, club=club)
    evening.play(FOUR_SPADES)
    left = club.people.get(name="Left1")
    held = {"abf": Held("70001"), "ebu": Held("00042")}
    set_numbers(person=left, numbers=held, seen="{}", author="Dora")
    page = open_page(f"/event/{evening.event.pk}/files/", login=HOST, java_script_enabled=script)
    first = cobalt.read(downloaded(page))
    assert 70001 in {player.number for pair in first.pairs for player in pair.players}
    page.get_by_label("Written for (USEBIO 1.2)").select_option("EBU")
    charge = page.get_by_label("Charge code (EBU, ABF) (USEBIO 1.2)")
    charge.select_option("22: teaching, at most 16 boards")
    page.get_by_label("Scale of master points (USEBIO 1.2)").select_option("county")
    content = downloaded(page)
    assert b"<NATIONAL_ID_NUMBER>00042<" in content
    assert b"<P2P_CHARGE_RATE>22<" in content
