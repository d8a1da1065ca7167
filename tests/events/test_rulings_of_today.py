"""What happened at a table of an event: players ask the director, who rules by the law it names."""

import pytest

from clubscore.events.models import Call
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of
from tests.events.test_rulings import where, with_board_one

pytestmark = pytest.mark.django_db


def test_a_table_reads_the_five_rulings_and_asks_the_director_for_one() -> None:
    evening = Evening(6, boards=2)
    evening.play()
    phone = phone_of(evening, 1)
    page = phone.get(path(evening, "at/A1/what-happened/")).content.decode()
    for law in ("27A", "64A1", "54", "29B", "50D"):
        assert f"Laws of Duplicate Bridge 2017, law {law}" in page
    assert page.count("Our reading of that law; the director decides.") > 15
    assert 'name="why"' in page and "Enter the ruling" not in page
    phone.post(path(evening, "at/A1/call/"), {"key": "one", "why": "A player revoked"})
    assert Call.objects.get().why == "A player revoked"


def test_the_director_comes_from_the_answer_to_the_ruling_with_its_law() -> None:
    evening = with_board_one(620, 620, 170, -100)
    spot, round_, _seen = where(evening)
    browser = director_of(evening)
    ruling = f"table/{spot}/ruling/"
    page = browser.get(path(evening, f"{ruling}?round={round_}&board=1")).content.decode()
    assert f"{ruling}guide/?round={round_}&amp;board=1" in page
    guide = browser.get(path(evening, f"{ruling}guide/?round={round_}&board=1")).content.decode()
    assert f"{ruling}?round={round_}&amp;board=1&amp;law=64A1" in guide
    assert "Director, please" not in guide.split("<main")[1]
    named = browser.get(path(evening, f"{ruling}?round={round_}&board=1&law=64A1"))
    assert "what=assigned&amp;law=64A1" in named.content.decode()
    form = browser.get(path(evening, f"{ruling}?round={round_}&board=1&what=assigned&law=64A1"))
    assert 'name="law" type="text" maxlength="40" value="64A1"' in form.content.decode()
    usual = browser.get(path(evening, f"{ruling}?round={round_}&board=1&what=assigned"))
    assert 'value="12C1"' in usual.content.decode()
