"""Two phones at one table, one of them behind at every step: nothing goes into the old line-up.

Five people after a rubber, and one of the two tables of seven.
"""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from clubscore.rubbers.models import DealRevision, Draft, Happening, Part, Sitting
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.score import PartScore, standing_of
from clubscore.rubbers.selectors import new_key, part_of
from clubscore.web.phones import token_of
from tests.flows.acting import Open, Taps, open_more, type_deal
from tests.laws.tables import WORKED_EVENING
from tests.rubbers.evening import Evening
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.tables import actor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Cecil", "Dora", "Eve")
DRAWS = 12


@dataclass
class Phones:
    """Two phones at a table: one is ahead, the other is not told of anything any more."""

    sitting: Sitting
    ahead: Page
    behind: Page


ASKS_ALONE = (
    "window.addEventListener('news:heard', (event) => event.stopImmediatePropagation(), true)"
)


def falls_behind(page: Page) -> None:
    """Let a phone hear nothing new, as where the network is slow; what it sends arrives."""
    page.route(re.compile(r"/live/"), lambda route: route.fulfill(status=204))
    # By its stream it hears of a change, and asks about it instead of coming anew.
    page.add_init_script(ASKS_ALONE)
    page.evaluate(ASKS_ALONE)


def let_in(sitting: Sitting, open_page: Open) -> Phones:
    link = let_phones_in(sitting=sitting, key=new_key(), actor=actor_of(sitting.club))
    pages = [open_page(f"/t/{token_of(link.nonce)}/") for _phone in range(2)]
    for page in pages:
        page.get_by_role("button", name="the table's phone").click()
        expect(page.locator("#entry")).to_be_visible()
    return Phones(sitting, *pages)


def is_refused(page: Page, way: str) -> None:
    """Not now, with the reason and a key that leads on; take it."""
    expect(page.get_by_role("heading", name="Not possible now")).to_be_visible()
    page.get_by_role("link", name=way, exact=True).click()
    expect(page.get_by_role("heading", name="Not possible now")).to_have_count(0)


def type_line(page: Page, line: str) -> None:
    type_deal(page, line)
    page.get_by_role("button", name="Record deal").click()


def tap_contract(page: Page) -> None:
    taps = Taps(page)
    for question, answer in (("level", "2"), ("denomination", "S"), ("declarer", "E")):
        taps.choose(question, answer)


def draws_until(page: Page, key: str) -> Locator:
    """Let the program draw until nobody is equal; return the key that follows."""
    then = page.get_by_role("button", name=key, exact=True).or_(
        page.get_by_role("link", name=key, exact=True)
    )
    draw = page.get_by_role("button", name="Draw for us")
    for _draw in range(DRAWS):
        expect(then.or_(draw).first).to_be_visible()
        if then.count():
            break
        old = page.locator('input[name="step"]').first.input_value()
        draw.click()
        expect(page.locator(f'input[name="step"][value="{old}"]')).to_have_count(0)
    return then.first


def standing_at_table(phones: Phones) -> PartScore:
    """How the table stands now, whatever was read of it before."""
    sitting = Sitting.objects.select_related("club", "table").get(pk=phones.sitting.pk)
    part = part_of(sitting)
    assert part is not None
    return standing_of(part)


def test_the_other_phone_is_behind_at_every_step(transactional_db: None, open_page: Open) -> None:
    """Five at a table after a rubber: somebody goes out, the cards are cut, the four play on."""
    evening = Evening(NAMES)
    evening.agree("Ann Bob Cecil Dora", "room")
    evening.take_seats()
    evening.play_rubber()
    phones = let_in(evening.sitting, open_page)
    falls_behind(phones.behind)
    open_more(phones.ahead)
    phones.ahead.get_by_role("link", name="Stop or change").click()
    choose_who_plays(phones)
    behind_at_the_cut(phones)
    assert DealRevision.objects.count() == 2
    behind_at_play(phones)


def choose_who_plays(phones: Phones) -> None:
    """Who goes out is settled on one phone while the other still shows play."""
    ahead, behind = phones.ahead, phones.behind
    ahead.get_by_role("link", name="Who goes out?").click()
    ahead.get_by_role("button", name="Draw for us").click()
    expect(ahead.get_by_role("heading", name="Drawn")).to_be_visible()
    tap_contract(behind)
    is_refused(behind, "Who plays?")
    assert not Draft.objects.exists()
    agree = draws_until(ahead, "Agree and cut")
    behind.reload()
    agree.click()
    ahead.wait_for_url(re.compile("/cut/$"))
    # The other phone agrees once more to what was agreed already.
    behind.get_by_role("button", name="Agree and cut").click()
    is_refused(behind, "Go to the cut")
    assert Happening.objects.filter(kind="line-up", sitting=phones.sitting).count() == 2


def behind_at_the_cut(phones: Phones) -> None:
    """Seats are taken on one phone while the other still shows the cut."""
    ahead, behind = phones.ahead, phones.behind
    behind.goto(f"/table/{phones.sitting.pk}/cut/")
    first = draws_until(ahead, "First deal")
    behind.goto(f"/table/{phones.sitting.pk}/seats/")
    first.click()
    expect(ahead.locator("#entry")).to_be_visible()
    before = Part.objects.filter(sitting=phones.sitting).count()
    behind.get_by_role("button", name="Start the first deal").click()
    is_refused(behind, "Go to the table")
    assert Part.objects.filter(sitting=phones.sitting).count() == before
    expect(behind.locator("#entry")).to_be_visible()


def behind_at_play(phones: Phones) -> None:
    """A deal, the end of the rubber and the agreement, each on one phone alone."""
    ahead, behind = phones.ahead, phones.behind
    north = standing_at_table(phones).names["N"]
    type_line(ahead, f"4S {north} = h3")
    expect(ahead.get_by_role("heading", name="Deal 2 ·")).to_be_visible()
    # The same deal once more, on the phone that does not know of it.
    type_line(behind, f"4S {north} = h3")
    expect(behind.get_by_role("heading", name="Deal 2 ·")).to_be_visible()
    assert len(standing_at_table(phones).live) == 1
    type_line(ahead, f"4S {north} = h3")
    made_up = ahead.get_by_role("button", name="Made up and agreed")
    expect(made_up).to_be_visible()
    # Stopping is no longer asked for, and neither is a cut: the rubber is to be agreed.
    behind.goto(f"/table/{phones.sitting.pk}/cut/")
    expect(behind.get_by_role("button", name="Made up and agreed")).to_be_visible()
    made_up.click()
    ahead.get_by_role("button", name="Draw for partners").or_(
        ahead.get_by_role("link", name="Who goes out?")
    ).first.click()
    behind.get_by_role("button", name="Made up and agreed").click()
    expect(behind.get_by_role("button", name="Made up and agreed")).to_have_count(0)
    assert standing_at_table(phones).part.settlements.count() == 1


def test_seven_a_deal_for_the_rubber_before_is_refused(
    transactional_db: None, open_page: Open
) -> None:
    seven = SevenTables()
    for table, facts in zip((1, 2, 1, 2), WORKED_EVENING, strict=False):
        seven.deal(table, facts)
    phones = let_in(seven.sitting(1), open_page)
    falls_behind(phones.behind)
    seven.deal(1, WORKED_EVENING[4])
    before = DealRevision.objects.count()
    # It shows the third deal of the rubber that is over: it stands, and this is another report.
    line = f"4S {seven.seated(1)[0]} ="
    phones.behind.evaluate(
        """document.querySelectorAll('input[name="position"]').forEach((i) => { i.value = "9"; })"""
    )
    names = phones.behind.locator("#entry .names label").all_inner_texts()
    type_line(phones.behind, line.replace(seven.seated(1)[0], names[0].strip()))
    is_refused(phones.behind, "Go to the table")
    assert DealRevision.objects.count() == before


@pytest.mark.night
def test_a_cut_by_mistake_is_played_on_from(transactional_db: None, open_page: Open) -> None:
    """Somebody draws while the others have gone on as they sat: their deal is not lost."""
    evening = Evening(NAMES[:4])
    evening.take_seats()
    evening.play_rubber()
    phones = let_in(evening.sitting, open_page)
    falls_behind(phones.behind)
    open_more(phones.ahead)
    phones.ahead.get_by_role("link", name="Stop or change").click()
    phones.ahead.get_by_role("button", name="Draw for partners").click()
    phones.ahead.wait_for_url(re.compile("/cut/$"))
    type_line(phones.behind, "4S Ann =")
    phones.ahead.get_by_role("link", name=str(phones.sitting.table)).click()
    phones.ahead.get_by_role("button", name="Same partners").click()
    expect(phones.ahead.locator("#entry")).to_be_visible()
    phones.behind.get_by_role("button", name="Record it now").click()
    expect(phones.behind.get_by_role("heading", name="Deal 4")).to_be_visible()
    assert len(standing_at_table(phones).live) == 3


@pytest.mark.night
def test_seven_a_phone_behind_records_nothing_for_the_four_before(
    transactional_db: None, open_page: Open
) -> None:
    seven = SevenTables()
    phones = let_in(seven.sitting(1), open_page)
    falls_behind(phones.behind)
    # The window table's rubber ends with the fifth deal; the tables deal in turn until then.
    tables = (1, 2, 1, 2, 1)
    for number, (table, facts) in enumerate(zip(tables, WORKED_EVENING, strict=False), start=1):
        seven.note(table, facts)
        seven.record(table, facts)
        if number == 1:
            # Behind by a deal: the same contract goes on beside what stands, and notes nothing.
            tap_contract(phones.behind)
            expect(phones.behind.locator("h2.contract")).to_be_visible()
            assert not Draft.objects.exists()
    phones.behind.goto(f"/table/{phones.sitting.pk}/")
    expect(phones.behind.get_by_role("button", name="Made up and agreed")).to_be_visible()
    seven.agree(1)
    phones.behind.get_by_role("button", name="Made up and agreed").click()
    expect(phones.behind.get_by_role("button", name="Made up and agreed")).to_have_count(0)
    assert seven.sitting(1).parts.first().settlements.count() == 1
