"""A hand of a book by tapping: from the games to its page, stepped through, tried to the end."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import DealRevision
from tests.flows.acting import HOST, Open, Taps, in_menu, new_club, open_more
from tests.flows.looking import STEADY, look_at
from tests.flows.test_what_happened import open_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.night
@pytest.mark.long(40)
def test_a_hand_is_found_stepped_through_and_tried(open_page: Open) -> None:
    page = open_page("/games/", **STEADY)
    in_menu(page, "Hands of the books").click()
    assert look_at(page) == []
    page.get_by_role("link", name="Equality bridge, hand 3").click()
    expect(page.locator(".steps-state")).to_contain_text("West to play")
    assert look_at(page) == []
    page.reload()
    page.get_by_role("link", name="East clubs 6").click()
    expect(page.locator(".steps-state")).to_contain_text("South to play")
    page.get_by_role("link", name="Play it against the solver").click()
    expect(page.get_by_text("need 8 tricks")).to_be_visible()
    assert look_at(page) == []
    page.reload()
    play_to_the_end(page)
    expect(page.get_by_text("Declarer took")).to_be_visible()
    assert page.get_by_text("You made it").count() + page.get_by_text("Not this time").count() == 1


def play_to_the_end(page: Page) -> None:
    """Choose the first card each time; the defence plays by itself."""
    for _card in range(26):
        card = page.locator("a.step-card").first
        if not card.count():
            break
        card.click()
        page.wait_for_load_state()


def test_a_quiz_is_answered(open_page: Open) -> None:
    page = open_page("/games/contract-1923/", **STEADY)
    page.get_by_role("link", name="What do you call?").first.click()
    page.get_by_role("link", name="3 no-trumps").click()
    expect(page.get_by_text("The book has other calls: 2 hearts or 3 hearts.")).to_be_visible()
    assert look_at(page) == []
    page.reload()
    page.get_by_role("link", name="2 hearts").click()
    expect(page.get_by_text("The book calls so too.")).to_be_visible()
    page.get_by_role("link", name="Next quiz").click()
    expect(page.get_by_role("heading", name="Quiz 2")).to_be_visible()
    page.get_by_role("link", name="What do you call?").click()
    assert look_at(page) == []


@pytest.mark.long(20)
def test_the_problem_of_the_week_is_found_on_tonight(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/", login=HOST, **STEADY)
    page.get_by_role("link", name="against any defence").click()
    expect(page.get_by_role("heading", name="Against the solver")).to_be_visible()
    assert look_at(page) == []
    page.reload()
    play_to_the_end(page)
    expect(page.get_by_text("Declarer took")).to_be_visible()
    page.get_by_role("link", name="Show what each card comes to").click()
    page.get_by_role("link", name="Start again").click()
    expect(page.get_by_role("heading", name="The solution, card by card")).to_be_visible()


def test_a_deal_of_double_dummy_is_judged(open_page: Open) -> None:
    page = open_page("/games/double-dummy/", **STEADY)
    page.get_by_role("link", name="Let the solver judge a deal").click()
    for seat, cards in (("North", "K96.KQT.K63.K876"), ("East", "KK.A.A.A")):
        page.get_by_label(seat, exact=True).first.fill(cards)
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_role("heading", name="There is 1 problem")).to_be_visible()
    assert look_at(page) == []
    page.reload()
    hands = ["J53.J86432.72.A7", "AT4.9.AQJ94.JT93", "Q2.A75.T85.Q8542", "K9876.KQT.K63.K6"]
    for seat, cards in zip("nesw", hands, strict=True):
        page.locator(f"#hand-{seat}").fill(cards)
    page.locator("label:has(input[name=by][value=E])").click()
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_text("East takes 10 tricks with the best play of both.")).to_be_visible()
    assert look_at(page) == []


def test_a_deal_given_up_in_the_middle_goes_from_its_table_and_back_by_one_tap(
    open_page: Open,
) -> None:
    page = open_table(open_page, "double-dummy", **STEADY)
    taps = Taps(page)
    for name, value in (("level", "4"), ("denomination", "S"), ("declarer", "B")):
        taps.choose(name, value)
    expect(page.locator("#noted")).to_be_visible()
    open_more(page)
    page.locator("#besides").get_by_role("link", name="Let the solver judge a deal").click()
    expect(page.get_by_text("Ann has South and North, Cecil has West and East.")).to_be_visible()
    # What the table noted is asked here no more.
    expect(page.locator("input[name=in][value=S]")).to_be_checked()
    expect(page.locator("input[name=by][value=W]")).to_be_checked()
    for seat, cards in zip("nesw", ("Q...AK", "A...QJ", "K...T9", "J..A.8"), strict=True):
        page.locator(f"#hand-{seat}").fill(cards)
    page.locator("summary", has_text="Given up in the middle").click()
    page.locator("#ask-lead label", has_text="North").click()
    page.get_by_label("has taken so far").fill("9")
    assert look_at(page) == []
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_text("West takes 10 tricks")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("link", name="Fill in the table's form").click()
    expect(page.locator("input[name=result]:checked")).to_have_value("=")
    expect(page.locator("#noted")).to_contain_text("Cecil")
    taps.choose("honours", "none")
    taps.record()
    facts = DealRevision.objects.get().facts
    assert facts and (facts["bid"], facts["declarer"], facts["tricks"]) == ("4S", "B", 10)


def test_a_deal_judged_before_the_bidding_fills_in_what_it_makes(open_page: Open) -> None:
    page = open_table(open_page, "double-dummy", **STEADY)
    open_more(page)
    page.locator("#besides").get_by_role("link", name="Let the solver judge a deal").click()
    hands = ["J53.J86432.72.A7", "AT4.9.AQJ94.JT93", "Q2.A75.T85.Q8542", "K9876.KQT.K63.K6"]
    for seat, cards in zip("nesw", hands, strict=True):
        page.locator(f"#hand-{seat}").fill(cards)
    page.locator("label:has(input[name=by][value=E])").click()
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_text("East takes 10 tricks with the best play of both.")).to_be_visible()
    page.get_by_role("link", name="Fill in the table's form").click()
    expect(page.locator("#noted")).to_contain_text("4")
    expect(page.locator("#noted")).to_contain_text("Cecil")
    expect(page.locator("input[name=result]:checked")).to_have_value("=")
    assert not DealRevision.objects.exists()


def test_without_script_too(open_page: Open) -> None:
    page = open_page(
        "/hands/foster-nullo/?way=try&cards=S6S8S4SKHJH6H9H3", java_script_enabled=False
    )
    expect(page.get_by_text("may take 3 tricks at most")).to_be_visible()
    page.locator("a.step-card").first.click()
    expect(page.locator(".steps-state")).to_contain_text("to play")
