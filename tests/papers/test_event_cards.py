"""Guide cards and table cards of an event, and what a phone at a table may take with it."""

import datetime as dt
import io

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.club.models import Person, Role
from clubscore.club.wording import short_date
from clubscore.events.directing import show_ranking
from clubscore.events.models import Event
from clubscore.events.movement_changes import Running, if_late
from clubscore.events.phones import let_phones_in, links_of
from clubscore.papers.event_cards import guides, tables
from clubscore.papers.sizes import PADDING
from clubscore.papers.slips_travellers import slips
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.events.test_sections import played_in_two
from tests.events.test_surgery import choose as change
from tests.events.test_surgery import late
from tests.house import client_of, make_user
from tests.papers.test_nothing_is_lost import on_paper

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening() -> Evening:
    """Six pairs in a Mitchell of three tables; the first round is played."""
    evening = Evening(6)
    evening.play()
    return evening


def phone_of(evening: Evening, person: Person | None) -> Client:
    """A phone let in by table 1's code: somebody's own, or the table's."""
    if not links_of(evening.section):
        let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    client = Client()
    chosen = {"person": str(person.pk) if person else ""}
    code = token_of(links_of(evening.section)[0].nonce)
    assert client.post(f"/e/{code}/", chosen).status_code == 302
    return client


def text_of(client: Client, evening: Evening, paper: str) -> str:
    """A paper as plain text."""
    answer = client.get(f"/event/{evening.event.pk}/{paper}.txt")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    return str(answer.content.decode())


def test_guide_and_table_cards_are_papers_of_their_own(evening: Evening) -> None:
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    pdf = client.get(f"/event/{evening.event.pk}/guide-cards.pdf").content
    printed = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "Pair 6" in printed
    assert "Left6\nRight6" in printed
    assert "copies" not in printed, "the director's sheet is not among them"
    pdf = client.get(f"/event/{evening.event.pk}/table-cards.pdf").content
    printed = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert all(f"Table {number}" in printed for number in (1, 2, 3))
    assert "Pair 6" not in printed


def test_their_plain_text_says_where_to_go_line_by_line(evening: Evening) -> None:
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    text = text_of(client, evening, "guide-cards")
    first = text.split("Pair 1\n")[1].split("Pair 2\n")[0].splitlines()
    assert first[:4] == [
        "Left1 & Right1",
        "Round 1: table 1, North-South",
        "  Against: Pair 4",
        "  Boards 1-2",
    ]
    text = text_of(client, evening, "table-cards")
    assert "Round 1\nPair 1 North-South: Left1 & Right1\nPair 4 East-West: Left4 & Right4\n" in text


def test_cards_follow_the_movement_as_it_is_now() -> None:
    evening = Evening(5)  # three tables, of which the last East-West pair is missing
    before = guides(evening.room)
    entry = late(evening)
    change(evening, if_late(Running(evening.room, evening.section), 1)[0], entry.pk)
    after = guides(evening.room)
    assert [card.title for card in after] == [*(card.title for card in before), "Pair 6"]
    assert after[-1].names == ("Zoë", "Zoë's partner")
    assert before[0].rows != after[0].rows, "nobody sits out any more"
    assert len(tables(evening.room)) == 3


def test_a_players_phone_takes_his_own_card_and_nobody_elses(evening: Evening) -> None:
    pair = evening.room.by_number[evening.section.pk, 4]
    text = text_of(phone_of(evening, pair.people[0]), evening, "own-card")
    assert "Pair 4\nLeft4 & Right4\nRound 1: table 1, East-West\n  Against: Pair 1" in text
    assert "\nPair 1\n" not in text
    assert "score" not in text, "results are hidden until the ranking is opened"
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    text = text_of(phone_of(evening, pair.people[0]), evening, "own-card")
    assert "Against: Left1 & Right1\n  4 spades by South, made\n  Score: minus " in text


def test_the_tables_phone_takes_the_tables_card(evening: Evening) -> None:
    text = text_of(phone_of(evening, None), evening, "own-card")
    assert "Table 1\n\nRound 1\nPair 1 North-South: Left1 & Right1" in text
    assert "Table 2\n" not in text


def test_a_phone_has_no_other_papers_and_who_does_not_play_no_card(evening: Evening) -> None:
    phone = phone_of(evening, None)
    for kind in ("cards", "guide-cards", "table-cards"):
        for ending in ("pdf", "txt"):
            assert phone.get(f"/event/{evening.event.pk}/{kind}.{ending}").status_code == 403
    player = client_of(make_user(evening.club, "zoe", Role.PLAYER))
    answer = player.get(f"/event/{evening.event.pk}/own-card.txt")
    assert answer.status_code == 409
    assert b"You have no number here" in answer.content


def test_sections_stand_before_their_numbers() -> None:
    room = played_in_two().room
    titles = [card.title for card in (*guides(room), *tables(room))]
    assert titles[:2] == ["Pair A1", "Pair A2"]
    assert "Pair B4" in titles
    assert titles[-1] == "Table B2"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("guide-cards", [f"Pair {n}" for n in range(1, 7)]),
        ("table-cards", [f"Table {n}" for n in range(1, 4)]),
        ("slips", [f"Table {n}" for r in range(1, 4) for n in range(1, 4)]),
        ("travellers", [str(n) for n in range(1, 7)]),
        ("blank-cards", [f"Pair {n}" for n in range(1, 7)]),
    ],
)
def test_each_piece_that_is_cut_off_says_club_event_date_and_its_number(
    evening: Evening, kind: str, numbers: list[str], paper: str
) -> None:
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    pdf = client.get(f"/event/{evening.event.pk}/{kind}.pdf?paper={paper}").content
    said = [each for page in on_paper(pdf, PADDING) for each in page]
    # Pieces lie in the order of their cut stack. A traveller's number is one among its figures.
    if kind != "travellers":
        assert sorted(each for each in said if each in numbers) == sorted(numbers)
    day = short_date(evening.event.evening)
    whose = f"Tuesday pairs · {day} · Portland"
    assert said.count(whose) == len(numbers)
    # One line a piece, each piece's own above its number.
    after = [said[at + 1 : at + 4] for at, each in enumerate(said) if each == whose]
    assert sorted(next(each for each in two if each in numbers) for two in after) == sorted(numbers)
    if kind == "slips":
        marks = [each for each in said if each.startswith("slip ")]
        assert sorted(marks) == [f"slip {n} of 9" for n in range(1, 10)]


def test_a_long_name_of_an_event_is_whole_on_every_piece() -> None:
    evening = Evening(4, kind="howell", winners=1)
    name = "The Wednesday afternoon duplicate for the cup that the late Colonel left to us all"
    Event.objects.filter(pk=evening.event.pk).update(name=name)
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    for kind in ("slips", "guide-cards", "table-cards"):
        pdf = client.get(f"/event/{evening.event.pk}/{kind}.pdf").content
        said = " ".join(each for page in on_paper(pdf, PADDING) for each in page)
        pieces = {"slips": 6, "guide-cards": 4, "table-cards": 2}[kind]
        assert said.count(name) == pieces, kind


def test_a_paper_that_did_not_change_is_not_drawn_again(evening: Evening) -> None:
    """The hour of printing alone changes nothing; the size of paper, the order and names do."""
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    page = f"/event/{evening.event.pk}/slips.pdf"
    first = client.get(page)
    with clock.at(clock.now() + dt.timedelta(hours=1)):
        again = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    others = [
        client.get(page, given)["ETag"] for given in ({"paper": "letter"}, {"order": "round"})
    ]
    Person.objects.filter(club=evening.club, name="Left1").update(name="Lefty One")
    others.append(client.get(page)["ETag"])
    assert len({first["ETag"], *others}) == 4


def test_slips_lie_in_the_order_of_tables_or_of_rounds(evening: Evening) -> None:
    room = evening.room
    places = [slip.identity.place for slip in slips(room)]
    assert places[:3] == [f"Table 1, round {n}" for n in (1, 2, 3)]
    places = [slip.identity.place for slip in slips(room, "round")]
    assert places[:3] == [f"Table {n}, round 1" for n in (1, 2, 3)]
    assert len(places) == 9
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    page = client.get(f"/event/{evening.event.pk}/").content.decode()
    assert f"/event/{evening.event.pk}/slips.pdf?order=round" in page
