"""The pages of the seven, without a script: sitting down, who crosses, the eighth, who leaves."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Club, Person, Role
from clubscore.files.commands.seven import answer_evening
from clubscore.files.sittings import written_sitting
from clubscore.laws.cards import PACK
from clubscore.laws.seven import in_order_of_cut, resolve_order
from clubscore.papers.ledger import recording
from clubscore.papers.sitting_positions import position_sheet, positions_pdf
from clubscore.papers.sizes import A4, LETTER
from clubscore.rubbers.door import open_door
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.phones import make_link
from clubscore.rubbers.season import evenings_of
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.seven import close_seven, eighth_comes, positions_of, seven_of
from clubscore.rubbers.slip import slip_of
from clubscore.web.phones import token_of
from tests.house import client_of, make_user
from tests.laws.tables import WORKED_EVENING
from tests.rubbers.seven_table import SEVEN, SevenTables
from tests.rubbers.tables import people_of
from tests.rubbers.test_seven import BY_WEST, ONE_CLUB, worked

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven() -> SevenTables:
    return SevenTables({"amount": "5s", "currency": "LSD", "per": 100})


def director(club: Club) -> Client:
    return client_of(make_user(club, "host", Role.DIRECTOR))


def read(client: Client, name: str, pk: int) -> str:
    """Return the words of a page, without its marks."""
    answer = client.get(reverse(name, args=[pk]), follow=True)
    assert answer.status_code == 200
    text = re.sub(r"(?s)<(script|style|head).*?</\1>|<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(text).split())


def send(client: Client, name: str, pk: int, **given: Any) -> Any:
    return client.post(reverse(name, args=[pk]), {"key": new_key()} | given, follow=True)


# Sitting down


def form_of(people: list[Person], **more: Any) -> dict[str, Any]:
    return {
        "who": [person.pk for person in people],
        **{f"place-{number}": person.pk for number, person in enumerate(people)},
        "name-1": "Window table",
        "name-2": "Fire table",
        "love": "1",
        "key": new_key(),
    } | more


def test_seven_names_lead_to_two_tables(seven: SevenTables) -> None:
    people = people_of(seven.club, *"HIJKLMN")
    client = director(seven.club)
    given = {"n": "7", "who": [person.pk for person in people], "go": "1"}
    answer = client.post(reverse("sit-down"), given)
    assert answer["Location"].startswith(reverse("sit-down-seven"))
    page = client.get(answer["Location"])
    assert "Two tables for seven" in page.content.decode()


def test_the_form_opens_two_tables_in_the_order_of_the_book(seven: SevenTables) -> None:
    people = people_of(seven.club, *"HIJKLMN")
    client = director(seven.club)
    form = form_of(people, **{"name-1": "Long table", "name-2": "Round table"})
    form |= {"rule-seven_seat": "vacant", "rule-seven_credit": "players"}
    for _twice in range(2):
        client.post(reverse("sit-down-seven"), form)
    sittings = list(Sitting.objects.exclude(seven=seven.evening).order_by("seven_table"))
    assert [sitting.table.name for sitting in sittings] == ["Long table", "Round table"]
    opened = seven_of(sittings[0])
    assert opened is not None
    assert opened.evening.players == [person.pk for person in people]
    assert opened.evening.rules == {"seven_credit": "players", "seven_seat": "vacant"}
    # The sheet says which rules of the seven are in force.
    assert "seat after crossing: always the vacant seat" in read(client, "pad", sittings[0].pk)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name-2": "window TABLE"}, "The two tables need different names"),
        ({"name-1": " "}, "Give each table a name, for"),
        ({"rule-seven_seat": "mine"}, "Choose one of the two"),
        ({"place-3": ""}, "Each of the seven has one seat"),
        ({"stake": "a goat", "love": ""}, "A stake is written like"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
    seven: SevenTables, change: dict[str, str], said: str
) -> None:
    people = people_of(seven.club, *"HIJKLMN")
    answer = director(seven.club).post(reverse("sit-down-seven"), form_of(people, **change))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert Sitting.objects.count() == 2


def test_a_table_that_is_taken_is_said(seven: SevenTables) -> None:
    people = people_of(seven.club, *"HIJKLMN")
    answer = director(seven.club).post(reverse("sit-down-seven"), form_of(people))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert '<a href="#name-1">The table “Window table” is in use' in page


def test_whoever_plays_elsewhere_cannot_sit_down(seven: SevenTables) -> None:
    people = [seven.person("Ann"), *people_of(seven.club, *"HIJKLM")]
    form = form_of(people, **{"name-1": "Long table", "name-2": "Round table"})
    answer = director(seven.club).post(reverse("sit-down-seven"), form)
    assert answer.status_code == 422
    assert "Ann is still sitting at" in answer.content.decode()


def test_cutting_for_the_order_draws_until_no_cards_are_equal(seven: SevenTables) -> None:
    people = people_of(seven.club, *"HIJKLMN")
    client, form = director(seven.club), form_of(people)
    for _round in range(9):
        page = client.post(reverse("sit-down-seven"), form | {"draw": "1"}).content.decode()
        carried = dict(re.findall(r'name="(round-\d-\d+)" value="(..)"', page))
        form |= carried
        if "Draw again" not in page:
            break
    first = {who.pk: carried[f"round-0-{who.pk}"] for who in people}
    assert set(first.values()) <= set(PACK)
    chosen = re.findall(r'(?s)id="place-\d".*?value="(\d+)" selected', page)
    assert sorted(chosen) == sorted(str(person.pk) for person in people)


def test_the_lowest_of_all_is_a_and_the_lowest_of_the_last_three_is_g(seven: SevenTables) -> None:
    people = people_of(seven.club, *"HIJKLMN")
    cards = dict(zip(people, ("KC", "2C", "7C", "AC", "9C", "JC", "4C"), strict=True))
    tapped = {f"rank-{who.pk}": card[0] for who, card in cards.items()}
    tapped |= {f"suit-{who.pk}": card[1] for who, card in cards.items()}
    last = f"suit-{people[-1].pk}"
    form = form_of(people) | tapped | {"card": f"{last}:{tapped.pop(last)}"}
    form.pop(last)
    page = director(seven.club).post(reverse("sit-down-seven"), form).content.decode()
    chosen = re.findall(r'(?s)id="place-\d".*?value="(\d+)" selected', page)
    by_key = {str(person.pk): person.name for person in people}
    # A 2 4 7 9 J K: A & B, C & D, then the nine deals as G, knave and king are partners.
    assert "".join(by_key[each] for each in chosen) == "KINJMHL"


def test_equal_cards_cut_again() -> None:
    first = {"A": "2C", "B": "2D", "C": "5C", "D": "6C", "E": "7C", "F": "8C", "G": "9C"}
    assert resolve_order([first]).again == ("A", "B")
    decided = resolve_order([first, {"A": "KD", "B": "3D"}])
    assert decided.again == ()
    assert in_order_of_cut(decided.order) == ["B", "A", "C", "D", "F", "G", "E"]


# At the tables


def test_both_tables_say_who_crosses_and_where_to_sit(seven: SevenTables) -> None:
    client, (window, fire) = director(seven.club), (seven.sitting(n).pk for n in (1, 2))
    assert "Waiting for dummy from Window table : they are still playing." in read(
        client, "table", fire
    )
    seven.note(1, BY_WEST)
    goes = "Cecil is dummy. After the lead: lay the cards down, cross to Fire table and sit West"
    assert goes in read(client, "table", window)
    assert "Waiting for Cecil , who is crossing: they are still playing." in read(
        client, "table", fire
    )
    assert "Ann & Bob v Cecil & Dan" in read(client, "table", window)
    send(client, "seven-way", window, gone="1")
    assert "Cecil has gone to Fire table and sits West" in read(client, "table", window)
    send(client, "seven-way", fire, here="1")
    assert "Waiting for" not in read(client, "table", fire)


def test_while_the_other_table_plays_whoever_crosses_waits_beside_it(seven: SevenTables) -> None:
    client = director(seven.club)
    seven.note(1, BY_WEST)
    seven.note(2, ONE_CLUB)
    page = read(client, "table", seven.sitting(1).pk)
    assert "Fred is crossing and waits beside you for the next deal." in page
    assert "wait there: a deal is still" in read(client, "table", seven.sitting(2).pk)


def test_his_own_phone_goes_with_whoever_crosses(seven: SevenTables) -> None:
    seven.note(1, BY_WEST)
    window, fire = seven.sitting(1), seven.sitting(2)
    link = make_link(sitting=window, author="a test")
    phone = Client()
    visit = phone.session
    visit["phone"] = {"link": link.pk, "person": seven.person("Cecil").pk}
    visit.save()
    phone.cookies["sessionid"] = visit.session_key
    assert "Cecil is dummy" in read(phone, "table", window.pk)
    assert "Waiting for Cecil" in read(phone, "table", fire.pk)
    assert "is crossing" in read(phone, "seven", fire.pk)


def test_the_rooms_door_leads_to_the_table_where_somebody_now_is(seven: SevenTables) -> None:
    seven.note(1, BY_WEST)
    door = open_door(club=seven.club, actor=seven.actor)
    token = reverse("room-door", args=[token_of(door.nonce)])
    page = Client().get(token).content.decode()
    assert page.count("Cecil") >= 1
    answer = Client().post(token, {"person": seven.person("Cecil").pk, "key": new_key()})
    assert answer["Location"] == reverse("table", args=[seven.sitting(2).pk])


def test_tonight_and_the_wall_show_the_seven_as_one(seven: SevenTables) -> None:
    client = director(seven.club)
    seven.note(1, BY_WEST)
    answer = client.get("/").content.decode()
    assert answer.count("The seven") == 1
    assert "Cecil is crossing to Fire table" in answer
    wall = client.get(reverse("wall")).content.decode()
    assert wall.count("The seven") == 2
    assert "Cecil is crossing" in wall


def test_everybodys_standing_in_one_rubber_or_in_two(seven: SevenTables) -> None:
    worked(seven, 4)
    page = read(director(seven.club), "seven", seven.sitting(1).pk)
    # Table 1 stands 48 to 45, table 2 60 to 20 (deals 1 to 4).
    assert "Cecil is crossing with Dan −3 with Gina −40" in page
    assert "Ann with Bob +3 –" in page
    assert "Eve – with Fred +40" in page
    assert "Fred for Bob" in page


def test_between_two_rubbers_every_page_names_the_same_owners(seven: SevenTables) -> None:
    """The strip showed the owners of the rubber that had ended, with the zeros of the next."""
    worked(seven, 5)
    client, sitting = director(seven.club), seven.sitting(1)
    page = read(client, "table", sitting.pk)
    assert "Ann & the next to cross v Cecil & Dan" in page
    assert "Bob 0 needs 30" not in page
    everybody = read(client, "seven", sitting.pk)
    assert "Ann – – +263 Bob – – +263 Cecil" in everybody
    assert "Dan – – −263 Eve – with Fred +40 –" in everybody
    seven.deal(2, WORKED_EVENING[5])
    page = read(client, "table", sitting.pk)
    assert "New rubber. Do you four play it?" in page
    # Other four: two change places before the first deal.
    one, two = seven.person("Gina"), seven.person("Bob")
    send(client, "seven-exchange", sitting.pk, who=[one.pk, two.pk])
    assert "Ann & Bob v Cecil & Dan New rubber." in read(client, "table", sitting.pk)


def test_a_pad_is_headed_by_the_original_partners(seven: SevenTables) -> None:
    """Foster puts the original arrangement at the top of the pad (p. 138), whoever sits there."""
    worked(seven, 4)
    client = director(seven.club)
    page = read(client, "pad", seven.sitting(1).pk)
    assert "Ann & Bob" in page and "Cecil & Dan" in page
    assert "Fred & Dan" not in page
    page = read(client, "table", seven.sitting(1).pk)
    assert "Played by Ann Cecil Fred Dan" in page


def test_the_position_sheet_says_who_sat_where_for_whom(seven: SevenTables) -> None:
    worked(seven)
    deals = positions_of(seven.seven)
    told = ["".join(sat.person.name[0] for sat in deal.sat) for deal in deals]
    assert told == ["ACBD", "EGFC", "AFBD", "EGBC", "ACFD", "EGFB", "ACGD", "EAFB"]
    went = [(deal.dummy.name[0], deal.seat) for deal in deals if deal.dummy]
    assert went == [
        ("C", "W"), ("F", "E"), ("B", "S"), ("C", "E"),
        ("F", "S"), ("G", "S"), ("A", "E"), ("E", "N"),
    ]  # fmt: skip
    for_whom = {sat.seat: sat.account.name for sat in deals[2].sat if sat.account}
    assert for_whom == {"E": "Cecil"}
    client = director(seven.club)
    assert "3 · Window table" in read(client, "seven-positions", seven.sitting(2).pk)
    pdf = client.get(reverse("positions-pdf", args=[seven.sitting(1).pk]))
    assert pdf["Content-Type"] == "application/pdf" and pdf.content.startswith(b"%PDF")


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_the_position_sheet_on_paper_has_rows_to_go_on_with(seven: SevenTables, paper) -> None:
    """Numbered to the foot of the page, the dummy marked, nothing under eight points."""
    worked(seven)
    with recording() as kept:
        positions_pdf(position_sheet(seven.seven), paper)
    (ledger,) = kept
    assert ledger.sheets == 1 and min(each.size for each in ledger.texts) >= 8
    numbers = [int(each.text) for each in ledger.texts if each.text.isdigit()]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= 24
    assert sum(each.text.endswith(" •") for each in ledger.texts) == 8
    texts = [each.text for each in ledger.texts]
    assert "• dummy of the deal" in texts and any("printed" in text for text in texts)


def test_the_text_of_the_position_sheet_says_the_same(seven: SevenTables) -> None:
    worked(seven)
    sheet = position_sheet(seven.seven)
    client = director(seven.club)
    text = client.get(reverse("positions-text", args=[seven.sitting(1).pk])).content.decode()
    assert max(map(len, text.splitlines())) <= 40 and not set("♠♥♦♣×−•") & set(text)
    words = " ".join(text.split())
    for number, row in enumerate(sheet.rows, start=1):
        assert f"Deal {number}, {row.table} {row.sentence} North: {row.seats[0].name}" in words
    assert words.count(", dummy") == words.count("Dummy crosses: ") == 8
    assert "East: Fred, for Cecil" in words


def test_deals_whose_results_cross_are_told_in_the_order_of_their_contracts(
    seven: SevenTables,
) -> None:
    seven.note(1, BY_WEST)
    seven.note(2, ONE_CLUB)
    seven.record(2, ONE_CLUB)
    seven.record(1, BY_WEST)
    assert [deal.sitting.seven_table for deal in positions_of(seven.seven)] == [1, 2]


def test_a_corrected_contract_moves_nobody_and_says_so(seven: SevenTables) -> None:
    client = director(seven.club)
    worked(seven, 2)
    before = (seven.now(1), seven.now(2), seven.seated(1))
    address = reverse("change", args=[seven.sitting(1).pk, 1, 1])
    form = {
        "level": "2", "denomination": "S", "doubling": "0", "declarer": "N", "result": "+1",
        "honours": "D:3", "key": new_key(), "seen": "1",
    }  # fmt: skip
    page = client.post(address, form).content.decode()
    assert "Cecil, who has crossed" in page
    assert "Bob; everyone stays in their present seat" in page
    client.post(address, form | {"save": "1", "reason": "misheard"})
    assert seven.standing(1).live[0].facts["declarer"] == "N"
    assert (seven.now(1), seven.now(2), seven.seated(1)) == before


def test_a_correction_may_end_a_rubber_whose_next_deal_has_not_begun(seven: SevenTables) -> None:
    """Deal 5, recorded as one down, was made with a trick over: the rubber is over."""
    client = director(seven.club)
    worked(seven, 4)
    seven.note(1, WORKED_EVENING[4])
    seven.note(2, WORKED_EVENING[5])
    seven.record(1, {**WORKED_EVENING[4], "tricks": 8})
    address = reverse("change", args=[seven.sitting(1).pk, 1, 3])
    form = {
        "level": "3", "denomination": "NT", "doubling": "0", "declarer": "N", "result": "+1",
        "honours": "A:3", "key": new_key(), "seen": "1",
    }  # fmt: skip
    client.post(address, form | {"save": "1", "reason": "miscounted"})
    standing = seven.standing(1)
    assert len(standing.sheet.rubbers) == 1
    assert seven.state.tables[1].originals == {}


# More of them, or fewer


def test_the_eighth_is_found_by_name(seven: SevenTables) -> None:
    hal = people_of(seven.club, "Hal")[0]
    client, window = director(seven.club), seven.sitting(1).pk
    assert "Hal" in read(client, "seven-eighth", window)
    send(client, "seven-eighth", window, who=hal.pk)
    assert seven.state.eighth == hal.pk
    assert "Hal is the eighth" in read(client, "table", window)
    send(client, "seven-eighth", window, guest="Ida", add_guest="1")
    assert seven.state.eighth == hal.pk


def test_two_ordinary_tables_are_like_any_others(seven: SevenTables) -> None:
    worked(seven, 4)
    hal = people_of(seven.club, "Hal")[0]
    eighth_comes(sitting=seven.sitting(1), person=hal, key=new_key(), actor=seven.actor)
    seven.note(1, WORKED_EVENING[4])
    seven.record(1, WORKED_EVENING[4])
    client, window = director(seven.club), seven.sitting(1).pk
    agreed = reverse("agree", args=[window, 1, 1])
    answer = client.post(agreed, {"key": new_key()}, follow=True)
    assert "Who plays?" in answer.content.decode() or "Who goes out?" in answer.content.decode()
    page = read(client, "who-plays", window)
    assert "Hal" in page
    assert "here: two ordinary tables play on" in read(client, "seven", window)
    assert answer.content.decode().count("The seven") == 0


def test_one_leaves_and_the_others_are_shown_what_to_make_up(seven: SevenTables) -> None:
    worked(seven, 3)
    client, window, fire = director(seven.club), seven.sitting(1).pk, seven.sitting(2).pk
    answer = send(client, "seven-leaves", window, who=seven.person("Dan").pk)
    assert "Make up rubber 1" in answer.content.decode()
    page = read(client, "at-table", fire)
    assert "Waiting" in page and "Ann" in page
    assert "Deal 2" in read(client, "table", fire)


def test_phones_show_nobodys_name_before_two_letters(seven: SevenTables) -> None:
    people_of(seven.club, "Hal")
    link = make_link(sitting=seven.sitting(1), author="a test")
    phone = Client()
    visit = phone.session
    visit["phone"] = {"link": link.pk, "person": None}
    visit.save()
    phone.cookies["sessionid"] = visit.session_key
    assert "Hal" not in read(phone, "seven-eighth", seven.sitting(1).pk)
    found = phone.get(reverse("seven-eighth", args=[seven.sitting(1).pk]), {"q": "Ha"})
    assert "Hal" in found.content.decode()


def test_tables_of_the_seven_are_not_ended_or_left_one_by_one(seven: SevenTables) -> None:
    client, window = director(seven.club), seven.sitting(1).pk
    for name, given in (
        ("end", {}),
        ("break-off", {"part": "1"}),
        ("void", {}),
        ("leave-table", {"who": seven.person("Ann").pk}),
    ):
        answer = send(client, name, window, **given)
        assert "Seven play at two tables" in answer.content.decode(), name
    assert seven.seven.evening.is_open


def test_the_slip_of_both_tables_is_the_answer_of_the_command(seven: SevenTables) -> None:
    worked(seven)
    client = director(seven.club)
    client.post(reverse("seven-close", args=[seven.sitting(2).pk]), {"key": new_key()})
    stakes = {"amount": "5s", "currency": "LSD", "per": 100}
    file = {
        "format": "clubscore-seven/1", "players": list(SEVEN), "stakes": stakes,
        "deals": list(WORKED_EVENING),
    }  # fmt: skip
    answer = answer_evening(file)["settlement"]
    for number in (1, 2):
        sitting = seven.sitting(number)
        slip = slip_of(seven.club, sitting.table, sitting.evening)
        points = {person.name: slip.totals[person.pk] for person in slip.people}
        assert points == answer["points"]
        page = read(client, "slip", sitting.pk)
        for name, amount in answer["money"].items():
            assert amount.replace("-", "−") in page, name


def test_by_the_house_rule_each_deal_is_of_whoever_played_it() -> None:
    seven = SevenTables(seven_credit="players")
    worked(seven)
    close_seven(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    file = {
        "format": "clubscore-seven/1", "players": list(SEVEN), "rules": {"seven_credit": "players"},
        "deals": list(WORKED_EVENING),
    }  # fmt: skip
    answer = answer_evening(file)["settlement"]["points"]
    assert seven.won == {name[0]: points for name, points in answer.items()}


def test_the_evening_of_the_seven_stands_once_among_a_persons_evenings(
    seven: SevenTables,
) -> None:
    worked(seven)
    close_seven(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    for name, points in (("Cecil", -794), ("Eve", 496)):
        [played] = evenings_of(seven.person(name), None).object_list
        assert played.points == points


def test_a_table_of_the_seven_goes_out_as_a_score_file_with_its_accounts(
    seven: SevenTables,
) -> None:
    worked(seven)
    [first, second, *_rest] = written_sitting(seven.sitting(1))
    assert first["credit"]["E" if "E" in first["credit"] else "S"]
    assert first["deals"] and second["deals"]


def test_the_history_tells_who_moved(seven: SevenTables) -> None:
    worked(seven, 3)
    seven.note(2, ONE_CLUB)
    page = read(director(seven.club), "history", seven.sitting(1).pk)
    assert "East is dummy and crosses" in page
    assert "Fred sits in for Cecil from deal 2" in page


def test_opened_by_mistake_both_tables_are_void(seven: SevenTables) -> None:
    client = director(seven.club)
    send(client, "seven-void", seven.sitting(2).pk, reason="wrong evening")
    assert all(seven.sitting(n).voided_at is not None for n in (1, 2))
    assert not seven.seven.evening.is_open


def test_six_go_on_by_cutting_in(seven: SevenTables) -> None:
    """At the end of the rubber the laws of cutting in say who goes out and who comes in."""
    worked(seven, 3)
    client, window, fire = director(seven.club), seven.sitting(1).pk, seven.sitting(2).pk
    send(client, "seven-leaves", window, who=seven.person("Dan").pk)
    client.post(reverse("agree", args=[window, 1, 1]), {"key": new_key()})
    assert seven.sitting(1).closed_at is not None
    # The second game, after that of deal 2: the rubber of Eve and Fred.
    seven.record(2, WORKED_EVENING[1])
    page = client.post(reverse("agree", args=[fire, 1, 1]), {"key": new_key()}, follow=True)
    assert "Who goes out?" in page.content.decode()
    verdict = read(client, "who-plays", fire)
    assert "Ann" in verdict and "Dan" not in verdict
    assert "Eve & Fred" in read(client, "pad", fire)


def test_eight_play_on_at_two_ordinary_tables(seven: SevenTables) -> None:
    worked(seven, 4)
    hal = people_of(seven.club, "Hal")[0]
    eighth_comes(sitting=seven.sitting(1), person=hal, key=new_key(), actor=seven.actor)
    seven.note(1, WORKED_EVENING[4])
    seven.record(1, WORKED_EVENING[4])
    client, window, fire = director(seven.club), seven.sitting(1).pk, seven.sitting(2).pk
    client.post(reverse("agree", args=[window, 1, 1]), {"key": new_key()})
    send(client, "line-up", window, agree="1")
    seats = dict(zip("NESW", ("Ann", "Hal", "Cecil", "Dan"), strict=True))
    chosen = {f"seat-{seat}": seven.person(name).pk for seat, name in seats.items()}
    page = send(client, "seats", window, dealer=seven.person("Hal").pk, pack="red", **chosen)
    assert "Hal deals" in page.content.decode()
    # Nobody crosses: the other table goes on with the four who sit there.
    assert "crossing" not in read(client, "table", fire)
    assert "Played by" in read(client, "table", fire)
