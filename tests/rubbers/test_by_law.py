"""What is chosen by the law at a table: noted once, withdrawn, entered in the form, and kept."""

import pytest
from django.test import Client

from clubscore.club.entry import Refused
from clubscore.club.models import Role
from clubscore.rubbers.models import DealRevision, Happening
from clubscore.rubbers.pages.deals import happening_in_words
from clubscore.rubbers.rulings import ChosenAnswer, form_of, note_choice, withdraw_choice
from clubscore.rubbers.score import choices_at, chosen_for
from clubscore.rubbers.selectors import new_key, part_of
from tests.house import client_of, make_user
from tests.rubbers.tables import LAWS_BLOCK, Table

pytestmark = pytest.mark.django_db
ESTABLISHED = "revoke/defender/established"


def choose(table: Table, answer: str, option: str, position: int = 1, seat: str = "") -> str:
    """Choose at a table, and return the key it was sent with."""
    key = new_key()
    note_choice(
        sitting=table.sitting, part=1, chosen=ChosenAnswer(answer, option, position, seat), key=key,
        actor=table.actor,
    )  # fmt: skip
    return key


def page_of(table: Table) -> Client:
    """The director's browser."""
    return client_of(make_user(table.club, "the-director", Role.DIRECTOR))


def test_a_choice_is_noted_once_with_its_law_and_begins_the_form() -> None:
    table = Table("straight-bridge")
    key = choose(table, ESTABLISHED, "tricks", seat="E")
    note_choice(
        sitting=table.sitting, part=1, chosen=ChosenAnswer(ESTABLISHED, "tricks", 1, "E"), key=key,
        actor=table.actor,
    )  # fmt: skip
    part = part_of(table.sitting)
    assert part
    (noted,) = choices_at(part, 1)
    assert happening_in_words(noted) == (
        "A player did not follow suit though able to (Cecil): take three tricks;"
        " Laws of Bridge 1899, law 87, limb I, p. 17"
    )
    assert form_of([noted]) == {"revoke-1": "E", "penalty-1": "tricks", "often-1": "1"}
    # The same revoke twice is two revokes of one player; another's has its own row.
    choose(table, ESTABLISHED, "tricks", seat="E")
    choose(table, ESTABLISHED, "add", seat="W")
    assert form_of(choices_at(part, 1)) == {
        "revoke-1": "E", "penalty-1": "tricks", "often-1": "2",
        "revoke-2": "W", "penalty-2": "add", "often-2": "1",
    }  # fmt: skip


def test_a_choice_that_is_withdrawn_begins_no_form_and_stays_in_the_history() -> None:
    table = Table("straight-bridge")
    choose(table, ESTABLISHED, "deduct", seat="W")
    part = part_of(table.sitting)
    assert part
    (noted,) = choices_at(part, 1)
    key = new_key()
    for _time in range(2):
        withdraw_choice(sitting=table.sitting, part=1, choice=noted.pk, key=key, actor=table.actor)
    assert choices_at(part, 1) == []
    said = [happening_in_words(each) for each in chosen_for(part, 1)]
    assert [each.startswith("withdrawn: A player did not follow") for each in said] == [False, True]
    with pytest.raises(Refused):
        withdraw_choice(
            sitting=table.sitting, part=1, choice=noted.pk, key=new_key(), actor=table.actor
        )


def test_a_new_deal_keeps_its_ground_and_the_dealer() -> None:
    table = Table("straight-bridge")
    choose(table, "wrong-order/last-card", "new-deal")
    happened = Happening.objects.get(kind=Happening.Kind.MISDEAL)
    assert happening_in_words(happened) == (
        "new deal: The cards were dealt in the wrong order: a new deal;"
        " Laws of Bridge 1899, law 39, limb IV, p. 8"
    )
    part = part_of(table.sitting)
    assert part and choices_at(part, 1) == []
    assert [each.pk for each in chosen_for(part, 1)] == [happened.pk]
    page = page_of(table).get(f"/table/{table.sitting.pk}/history/").content.decode()
    assert "law 39, limb IV, p. 8" in page


@pytest.mark.parametrize(
    ("answer", "option"),
    [("revoke/defender", "tricks"), (ESTABLISHED, "points"), ("no-such", "x"), ("", "")],
)
def test_what_the_game_does_not_have_is_refused(answer: str, option: str) -> None:
    table = Table("straight-bridge")
    with pytest.raises(Refused):
        choose(table, answer, option, seat="E")
    assert not Happening.objects.filter(kind=Happening.Kind.RULED).exists()


def test_the_form_begins_with_what_was_chosen_and_the_deal_has_it() -> None:
    table = Table("straight-bridge")
    browser, at = page_of(table), f"/table/{table.sitting.pk}/"
    sent = {
        "part": "1", "deal": "1", "key": new_key(), "choose": f"{ESTABLISHED}|tricks",
        f"seat-{ESTABLISHED}": "E",
    }  # fmt: skip
    page = browser.post(f"{at}what-happened/choose/", sent, follow=True).content.decode()
    assert "Chosen by the law" in page and "law 87, limb I, p. 17" in page
    assert 'name="penalty-1" value="tricks"\n' in page or 'value="tricks"' in page
    browser.post(
        f"{at}record/",
        {
            "part": "1", "position": "1", "key": new_key(), "denomination": "H", "result": "D:2",
            "honours": "none", "revoke-1": "E", "penalty-1": "tricks", "often-1": "1",
        },
    )  # fmt: skip
    assert DealRevision.objects.get().facts["revokes"] == [{"by": "E", "penalty": "tricks"}]
    history = browser.get(f"{at}1/deal/1/history/").content.decode()
    assert "Chosen by the law" in history and "(Cecil): take three tricks" in history
    # The next deal begins without it.
    assert "Chosen by the law" not in browser.get(at).content.decode()


def test_a_revoke_of_the_last_deal_leads_to_its_correction() -> None:
    table = Table("straight-bridge")
    table.play(LAWS_BLOCK[0])
    browser, at = page_of(table), f"/table/{table.sitting.pk}/"
    asks = browser.get(f"{at}what-happened/").content.decode()
    assert "Deal 1, recorded" in asks
    sent = {
        "part": "1", "deal": "1", "key": new_key(), "choose": f"{ESTABLISHED}|add",
        f"seat-{ESTABLISHED}": "W",
    }  # fmt: skip
    answer = browser.post(f"{at}what-happened/choose/", sent)
    assert answer.status_code == 302 and answer["Location"].endswith("/deal/1/change/?chosen=yes")
    page = browser.get(answer["Location"]).content.decode()
    assert page.count("checked") > browser.get(f"{at}1/deal/1/change/").content.decode().count(
        "checked"
    )


def test_who_it_was_is_asked_where_it_goes_into_the_deal() -> None:
    table = Table("straight-bridge")
    sent = {"part": "1", "key": new_key(), "choose": f"{ESTABLISHED}|add"}
    at = f"/table/{table.sitting.pk}/what-happened/choose/"
    answer = page_of(table).post(at, sent)
    assert answer.status_code == 422
    assert "Choose who it was." in answer.content.decode()
    assert not Happening.objects.filter(kind=Happening.Kind.RULED).exists()


def test_a_fine_of_cut_throat_begins_the_form() -> None:
    table = Table("cut-throat", names=("Ann", "Bob", "Cecil"))
    choose(table, "doubled-out-of-turn", "disallowed", seat="B")
    part = part_of(table.sitting)
    assert part
    assert form_of(choices_at(part, 1)) == {"fined": "B", "fine-for": "double-out-of-turn"}


def test_foster_is_asked_where_the_table_plays_by_his_hoyle() -> None:
    table = Table("straight-bridge", rules={"preset": "foster-hoyle"})
    page = page_of(table).get(f"/table/{table.sitting.pk}/what-happened/").content.decode()
    assert "Partners consulted about doubling or redoubling" in page
    assert "silent here" in page
    choose(table, "consulted", "new-deal")
    happened = Happening.objects.get(kind=Happening.Kind.MISDEAL)
    assert "Foster's Complete Hoyle" in happening_in_words(happened)


def test_the_page_of_a_game_answers_by_the_code_that_is_named() -> None:
    browser = Client()
    page = browser.get("/games/straight-bridge/what-happened/").content.decode()
    assert "Laws of Bridge 1899, law 77, p. 15" in page
    assert "May choose" in page and "<blockquote" in page and 'name="choose"' not in page
    foster = browser.get("/games/straight-bridge/what-happened/?preset=foster-hoyle")
    assert "Partners consulted" in foster.content.decode()
    assert browser.get("/games/straight-bridge/what-happened/?preset=none").status_code == 404
    assert browser.get("/games/whist/what-happened/").status_code == 404
