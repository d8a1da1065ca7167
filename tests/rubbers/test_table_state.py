"""What a table does now is one state, and every entry is judged by it; nothing goes elsewhere."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.entry import Refused
from clubscore.club.models import Role
from clubscore.rubbers.line_up_changes import play_on
from clubscore.rubbers.models import DealRevision, Draft, Happening, Sitting
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.recording import change_dealer, correct_deal, note_contract, take_back_last
from clubscore.rubbers.seating import (
    Agreement,
    change_agreement,
    close_sitting,
    draw_for,
    open_sitting,
    record_draw,
    reopen_sitting,
    void_sitting,
)
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.table_state import Doing, LineUpEnded, TableState, state_of
from tests.house import client_of, make_user, phone_with
from tests.rubbers.evening import Evening
from tests.rubbers.tables import FOUR_SPADES, Table, people_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FIVE = ("Ann", "Bob", "Cecil", "Dora", "Eve")
FORM = {"level": "2", "denomination": "S", "doubling": "0", "declarer": "E", "result": "="}
CONTRACT = {"bid": "2S", "declarer": "E"}
# Ann and Bob the lowest two, so that nobody cuts again.
LOW_TO_HIGH = ("AC", "2C", "3C", "4C")


def now(table: Table) -> TableState:
    return state_of(Sitting.objects.select_related("club", "table").get(pk=table.sitting.pk))


def draw(table: Table, cards: tuple[str, ...] = LOW_TO_HIGH, step: int | None = None) -> None:
    """Cut for partners, tapped in."""
    who = draw_for(table.sitting, table.game)
    record_draw(
        sitting=table.sitting,
        cards=dict(zip(who, cards, strict=False)),
        by_hand=True,
        afresh=False,
        step=step,
        key=new_key(),
        actor=table.actor,
    )


def won(evening: Evening) -> None:
    """Begin with the first four and win a rubber."""
    evening.begin()
    evening.play_rubber()


def test_an_evening_of_five_is_in_one_state_after_the_other() -> None:
    evening = Evening(FIVE)
    assert now(evening).doing == Doing.CHOOSE
    evening.agree("Ann Bob Cecil Dora", "room")
    assert now(evening).doing == Doing.CUT
    draw(evening, ("AC", "2C", "2D", "KC"))
    assert now(evening).doing == Doing.CUT, "two are equal in the middle"
    draw(evening, ("5C", "6C"))
    assert (now(evening).doing, now(evening).drawn) == (Doing.SEAT, True)
    evening.take_seats()
    assert (now(evening).doing, now(evening).under_way) == (Doing.PLAY, False)
    evening.play(FOUR_SPADES)
    assert (now(evening).doing, now(evening).under_way) == (Doing.PLAY, True)
    evening.play(FOUR_SPADES)
    state = now(evening)
    assert (state.doing, state.part, state.rubber) == (Doing.AGREE, 1, 1)
    evening.make_up()
    assert now(evening).doing == Doing.PLAY, "the same four may play on"
    evening.offer("Dora")
    assert now(evening).doing == Doing.CHOOSE
    evening.agree()
    assert now(evening).doing == Doing.CUT


def test_somebody_gone_leaves_the_question_what_comes_next() -> None:
    evening = Evening(FIVE)
    won(evening)
    evening.leave("Ann")
    assert now(evening).doing == Doing.NEXT
    evening.agree("Bob Cecil Dora Eve")
    assert now(evening).doing == Doing.CUT


def test_another_game_asks_for_seats_and_cuts_for_itself() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES)
    change_agreement(
        sitting=table.sitting, agreement=table.agreement, key=new_key(), actor=table.actor
    )
    assert now(table).doing == Doing.PLAY, "rubber is played to its end"
    fresh = Table("auction")
    draw(fresh)
    change_agreement(
        sitting=fresh.sitting, agreement=fresh.agreement, key=new_key(), actor=fresh.actor
    )
    assert (now(fresh).doing, now(fresh).drawn) == (Doing.SEAT, False)


def record(table: Table) -> None:
    table.record(FOUR_SPADES)


def note(table: Table) -> None:
    note_contract(
        sitting=table.sitting,
        part=table.part.number,
        position=table.standing.next_position,
        facts=CONTRACT,
        actor=table.actor,
    )


def other_dealer(table: Table) -> None:
    change_dealer(
        sitting=table.sitting, part=1, seat="S", misdeal=False, key=new_key(), actor=table.actor
    )


def undo(table: Table) -> None:
    take_back_last(
        sitting=table.sitting, part=1, position=2, seen=1, key=new_key(), actor=table.actor
    )


@pytest.mark.parametrize("entry", [record, note, other_dealer, undo])
def test_nothing_is_entered_for_the_old_four_while_others_are_chosen(
    entry: Callable[[Table], None],
) -> None:
    evening = Evening(FIVE)
    won(evening)
    evening.offer("Dora")
    for step in (lambda: None, evening.agree, lambda: draw(evening)):
        step()
        assert now(evening).changes
        with pytest.raises(Refused) as refused:
            entry(evening)
        assert not isinstance(refused.value, LineUpEnded), "it may yet be played on"
    evening.take_seats()
    with pytest.raises(LineUpEnded, match="The line-up or the game at this table has changed"):
        entry_in_part_one(evening, entry)
    assert DealRevision.objects.count() == 2
    assert not Draft.objects.exists()


def entry_in_part_one(evening: Evening, entry: Callable[[Table], None]) -> None:
    """Enter something on a page that still shows the first line-up."""
    if entry is record:
        evening.record(FOUR_SPADES, part=1, position=3)
    elif entry is note:
        note_contract(
            sitting=evening.sitting, part=1, position=3, facts=CONTRACT, actor=evening.actor
        )
    else:
        entry(evening)


def test_a_rubber_under_way_is_not_cut_away() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES)
    with pytest.raises(Refused, match="A rubber is being played"):
        draw(table)
    assert not Happening.objects.filter(kind="drew").exists()


def test_playing_on_as_before_ends_the_cut() -> None:
    evening = Evening(FIVE)
    won(evening)
    draw(evening)
    assert now(evening).doing == Doing.SEAT
    play_on(sitting=evening.sitting, key="on", actor=evening.actor)
    play_on(sitting=evening.sitting, key="on", actor=evening.actor)
    assert now(evening).doing == Doing.PLAY
    evening.record(FOUR_SPADES)
    assert len(evening.standing.live) == 3
    assert evening.part.number == 1


def test_whoever_acts_on_a_page_of_before_is_told_so() -> None:
    table = Table("auction")
    seen = now(table).step
    draw(table, ("AC", "2C", "2D", "KC"), seen)
    with pytest.raises(Refused, match="The table has moved on from"):
        draw(table, ("5C", "6C"), seen)
    draw(table, ("5C", "6C"), now(table).step)


def test_others_in_the_seats_are_not_taken_for_those_who_played() -> None:
    """A substitute sits in a seat: a deal that waited on a phone is not put down to them."""
    evening = Evening(FIVE)
    evening.begin()
    evening.play(FOUR_SPADES)
    before = evening.standing.seated
    evening.relieve("N", "Eve")
    link = let_phones_in(sitting=evening.sitting, key=new_key(), actor=evening.actor)
    client, url = phone_with(link), reverse("waiting", args=[evening.sitting.pk])
    sent = FORM | {"part": "1", "position": "2", "people": before, "key": new_key()}
    answer = client.post(url, sent)
    assert (answer.status_code, answer.json()["ended"]) == (422, True)
    assert len(evening.standing.live) == 1
    there = client.post(url, sent | {"people": evening.standing.seated, "key": new_key()})
    assert there.json()["what"] == "recorded"


def test_what_waited_stays_until_it_can_be_and_ends_with_its_line_up() -> None:
    evening = Evening(FIVE)
    won(evening)
    link = let_phones_in(sitting=evening.sitting, key=new_key(), actor=evening.actor)
    client, url = phone_with(link), reverse("waiting", args=[evening.sitting.pk])
    sent = FORM | {"part": "1", "position": "3", "key": new_key()}
    draw(evening)
    kept = client.post(url, sent)
    assert (kept.status_code, "ended" in kept.json()) == (409, False)
    evening.take_seats()
    answer = client.post(url, sent)
    assert (answer.status_code, answer.json()["ended"]) == (422, True)
    assert DealRevision.objects.count() == 2


@pytest.fixture
def phone() -> tuple[Evening, Client]:
    """An evening whose rubber is won and agreed, and a phone at its table."""
    evening = Evening(FIVE)
    won(evening)
    link = let_phones_in(sitting=evening.sitting, key=new_key(), actor=evening.actor)
    return evening, phone_with(link)


def test_every_refusal_leads_on_and_keeps_the_deal(phone: tuple[Evening, Client]) -> None:
    evening, client = phone
    page = reverse("record", args=[evening.sitting.pk])
    sent = FORM | {"part": "1", "position": "3", "people": evening.standing.seated, "key": "k1"}
    sent["honours"] = "none"
    draw(evening)
    answer = client.post(page, sent)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert f'href="/table/{evening.sitting.pk}/cut/"' in text
    assert "spades by Bob" in text
    assert '<input type="hidden" name="key" value="k1">' in text, "it can be sent from here again"
    play_on(sitting=evening.sitting, key=new_key(), actor=evening.actor)
    assert client.post(page, sent).status_code == 302
    assert len(evening.standing.live) == 3


def test_each_state_has_its_page(phone: tuple[Evening, Client]) -> None:
    evening, client = phone
    pk = evening.sitting.pk

    def leads_to(name: str, *more: int) -> bool:
        answer = client.get(reverse("table", args=[pk]))
        where: bool = answer.headers.get("Location") == reverse(name, args=[pk, *more])
        return where

    assert client.get(reverse("table", args=[pk])).status_code == 200
    evening.offer("Dora")
    assert leads_to("who-plays")
    evening.agree()
    assert leads_to("cut")
    draw(evening)
    assert leads_to("cut")
    evening.take_seats()
    evening.play(FOUR_SPADES)
    for name in ("cut", "seats", "who-plays"):
        answer = client.get(reverse(name, args=[pk]))
        assert answer.headers["Location"] == reverse("table", args=[pk]), name
    evening.play(FOUR_SPADES)
    assert leads_to("rubber", 2, 1)


def test_a_page_that_asks_anew_is_led_to_what_is_done_now(phone: tuple[Evening, Client]) -> None:
    evening, client = phone
    pk, was = evening.sitting.pk, now(evening).mark
    cut = reverse("cut", args=[pk])
    assert client.get(f"{cut}?was={was}").status_code == 200
    draw(evening)
    assert client.get(f"{cut}?was={was}").status_code == 200, "the cut is still its page"
    was = now(evening).mark
    evening.take_seats()
    for name in ("cut", "seats", "who-plays"):
        answer = client.get(f"{reverse(name, args=[pk])}?was={was}")
        assert answer.headers["HX-Redirect"] == reverse("table", args=[pk]), name
    said = client.get(f"{reverse('live', args=[pk])}?seen=0").content.decode()
    assert "The table is cutting for the" not in said


def test_two_reports_of_the_last_deal_are_settled_before_agreeing() -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    client = phone_with(link)
    table.play(FOUR_SPADES, FOUR_SPADES)
    table.record(FOUR_SPADES | {"tricks": 11}, position=2)
    agree = reverse("agree", args=[table.sitting.pk, 1, 1])
    refused = client.post(agree, {"key": new_key()})
    assert refused.status_code == 409
    pad = reverse("pad-part", args=[table.sitting.pk, 1])
    assert f'href="{pad}"' in refused.content.decode()
    assert "Two reports of deal 2" in client.get(pad).content.decode()


def test_a_table_opens_again_though_somebody_who_had_left_sits_elsewhere() -> None:
    evening = Evening(FIVE)
    won(evening)
    evening.leave("Eve")
    elsewhere = [evening.named("Eve"), *people_of(evening.club, "Gina")]
    close_sitting(sitting=evening.sitting, key=new_key(), actor=evening.actor)
    open_sitting(
        club=evening.club,
        table=None,
        people=elsewhere,
        agreement=Agreement("double-dummy", {}, None),
        key=new_key(),
        actor=evening.actor,
    )
    reopen_sitting(
        sitting=evening.sitting, reason="ended too early", key=new_key(), actor=evening.actor
    )
    assert now(evening).doing == Doing.PLAY


def test_a_correction_does_not_open_a_table_again() -> None:
    evening = Evening(FIVE)
    won(evening)
    evening.leave("Eve")
    close_sitting(sitting=evening.sitting, key=new_key(), actor=evening.actor)
    report = evening.report(FOUR_SPADES | {"tricks": 9}, position=2)
    correct_deal(
        sitting=evening.sitting, report=report, seen=1, reason="misheard", actor=evening.actor
    )
    assert now(evening).doing == Doing.OVER


def test_a_void_table_says_so_on_every_page_of_it() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES, FOUR_SPADES)
    client = client_of(make_user(table.club, "director", Role.DIRECTOR))
    pk = table.sitting.pk
    pages = [
        reverse(name, args=args)
        for name, args in (
            ("table", [pk]),
            ("what-next", [pk]),
            ("pad", [pk]),
            ("rubber", [pk, 1, 1]),
            ("slip", [pk]),
            ("why", [pk, 1, 1]),
            ("deal-history", [pk, 1, 1]),
            ("history", [pk]),
            ("at-table", [pk]),
            ("other-laws", [pk, 1]),
        )
    ]
    said = "This table has been declared void and does not count."
    for page in pages:
        assert said not in client.get(page).content.decode(), page
    void_sitting(sitting=table.sitting, reason="a trial", key=new_key(), actor=table.actor)
    for page in pages:
        shown = client.get(page)
        assert shown.status_code == 200, page
        assert shown.content.decode().count(said) == 1, page
        assert "a trial" in shown.content.decode(), page
        assert "has ended for tonight" not in shown.content.decode(), page
    refused = client.post(reverse("record", args=[pk]), FORM | {"part": "1", "key": "k"})
    assert refused.status_code == 409
    assert "declared void" in refused.content.decode()
