"""The seven through the services: who sits where, what is undone, put right, made up."""

from collections.abc import Callable

import pytest

from clubscore.club.entry import Refused
from clubscore.rubbers.models import Happening, Part, Seat, Settlement
from clubscore.rubbers.recording import name_dummy
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.seven import (
    close_seven,
    eighth_comes,
    last_deals,
    leaves,
    not_yet_last,
    reopen_seven,
    swap,
)
from tests.laws.tables import WORKED_EVENING
from tests.rubbers.seven_table import SevenTables

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TURNS = (1, 2, 1, 2, 1, 2, 1, 2)
ONE_CLUB = {"bid": "1C", "declarer": "N", "tricks": 7}
BY_WEST = {"bid": "2S", "declarer": "W", "tricks": 8}


@pytest.fixture
def seven() -> SevenTables:
    return SevenTables()


def worked(seven: SevenTables, deals: int = 8) -> list[str]:
    """Play the worked evening; return who was dealt cards in each deal."""
    sat = []
    for table, facts in list(zip(TURNS, WORKED_EVENING, strict=True))[:deals]:
        sat.append(seven.seated(table))
        seven.deal(table, facts)
    return sat


def test_seven_sit_down_at_two_tables(seven: SevenTables) -> None:
    assert (seven.now(1), seven.now(2)) == ("ACBD", "EGF-")
    assert seven.seated(1) == "ACBD"
    assert not Part.objects.filter(sitting=seven.sitting(2)).exists()
    names = [seven.sitting(n).table.name for n in (1, 2)]
    assert names == ["Window table", "Fire table"]
    assert [seven.sitting(n).table.pack for n in (1, 2)] == ["red", "blue"]


def test_worked_evening_as_it_is_played_and_settled(seven: SevenTables) -> None:
    sat = worked(seven)
    assert sat == ["ACBD", "EGFC", "AFBD", "EGBC", "ACFD", "EGFB", "ACGD", "EAFB"]
    close_seven(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    assert seven.won == {"A": 298, "B": 263, "C": -794, "D": -298, "E": 496, "F": 496, "G": -461}
    assert all(seven.sitting(n).closed_at is not None for n in (1, 2))


def test_each_deal_knows_who_sat_there_and_for_whose_account(seven: SevenTables) -> None:
    worked(seven, 4)
    standing = seven.standing(1).at_deal(2)
    people = {seat: person.name for seat, person in standing.people.items()}
    accounts = {seat: person.name for seat, person in standing.accounts.items()}
    assert people == {"N": "Ann", "E": "Fred", "S": "Bob", "W": "Dan"}
    assert accounts == {"N": "Ann", "E": "Cecil", "S": "Bob", "W": "Dan"}
    # Deal 4 sent Cecil home to his own seat, and Fred made room.
    assert seven.seated(1) == "ACFD"


def test_a_rubber_that_ends_gives_only_its_own_table_new_originals(seven: SevenTables) -> None:
    worked(seven, 6)
    first, second = seven.standing(1), seven.standing(2)
    assert (first.part.number, second.part.number) == (2, 1)
    accounts = Seat.objects.filter(part=first.part).values_list("account__name", flat=True)
    assert sorted(accounts) == ["Ann", "Cecil", "Dan", "Gina"]
    assert first.dealer == "W"


def test_the_dummy_crosses_with_the_contract_not_with_the_result(seven: SevenTables) -> None:
    seven.note(1, WORKED_EVENING[0])
    assert (seven.now(1), seven.now(2)) == ("A-BD", "EGFC")
    assert seven.seated(2) == "EGFC"
    seven.note(2, WORKED_EVENING[1])
    # Fred waits beside the first table, which still plays.
    assert (seven.now(1), seven.now(2)) == ("A-BD", "EG-C")
    seven.record(1, WORKED_EVENING[0])
    assert (seven.now(1), seven.seated(1)) == ("AFBD", "AFBD")


def test_a_deal_recorded_in_one_go_sends_its_dummy_too(seven: SevenTables) -> None:
    seven.record(1, WORKED_EVENING[0])
    assert seven.now(2) == "EGFC"


def test_all_passed_nobody_moves(seven: SevenTables) -> None:
    seven.deal(1, {"passed_out": True})
    assert (seven.now(1), seven.now(2), seven.state.turn) == ("ACBD", "EGF-", 1)
    assert seven.standing(1).dealer == "E"


def test_a_table_that_waits_for_its_dummy_records_nothing(seven: SevenTables) -> None:
    worked(seven, 1)
    with pytest.raises(Refused, match="is waiting for dummy from the"):
        seven.record(1, ONE_CLUB)
    assert len(seven.standing(1).live) == 1


def test_somebody_else_is_dummy_calls_the_first_back(seven: SevenTables) -> None:
    seven.note(1, BY_WEST)
    name_dummy(sitting=seven.sitting(1), dummy="S", key=new_key(), actor=seven.actor)
    assert (seven.now(1), seven.now(2)) == ("AC-D", "EGFB")
    assert seven.standing(1).part.draft.facts["declarer"] == "N"


def test_nobody_is_called_back_who_was_dealt_cards_elsewhere(seven: SevenTables) -> None:
    seven.note(1, BY_WEST)
    seven.note(2, ONE_CLUB)
    with pytest.raises(Refused, match="Cecil has already been dealt cards at Fire table"):
        name_dummy(sitting=seven.sitting(1), dummy="S", key=new_key(), actor=seven.actor)
    assert seven.standing(1).part.draft.facts["declarer"] == "W"
    assert seven.seated(2) == "EGFC"


def test_the_same_contract_sent_twice_counts_once(seven: SevenTables) -> None:
    seven.note(1, BY_WEST, key="once")
    seven.note(1, BY_WEST, key="once")
    seven.note(1, BY_WEST)
    assert [each.kind for each in seven.seven.log] == ["contract"]
    seven.record(1, BY_WEST, key="result", position=1)
    seven.record(1, BY_WEST, key="result", position=1)
    assert [each.kind for each in seven.seven.log] == ["contract", "result"]


def test_undo_seats_everybody_as_before(seven: SevenTables) -> None:
    worked(seven, 3)
    seven.note(2, WORKED_EVENING[3])
    before = (seven.now(1), seven.now(2))
    assert before == ("ACFD", "EGB-") or before[1].count("-") == 1
    seven.undo(1)
    assert seven.state.tables[1].plays
    assert seven.standing(1).part.draft.facts == {"bid": "4H", "declarer": "N"}
    assert seven.seated(1) == "AFBD"
    seven.record(1, WORKED_EVENING[2])
    assert (seven.now(1), seven.now(2)) == before
    assert seven.seated(1) == "ACFD"
    played = seven.standing(1).at_deal(seven.standing(1).live[-1].position)
    assert "".join(p.name[0] for p in played.people.values()) == "AFBD"


def test_undo_of_all_passed_gives_the_deal_back(seven: SevenTables) -> None:
    seven.deal(1, {"passed_out": True})
    seven.undo(1)
    assert (seven.state.tables[1].dealer, seven.standing(1).dealer) == ("N", "N")


def test_no_undo_once_the_next_deal_has_begun(seven: SevenTables) -> None:
    worked(seven, 2)
    seven.note(1, WORKED_EVENING[2])
    with pytest.raises(Refused, match=r"has begun\. Open the last deal"):
        seven.undo(1)
    assert len(seven.standing(1).live) == 1


def test_somebody_who_sits_elsewhere_stays_there_whatever_a_result_says(
    seven: SevenTables,
) -> None:
    """The contract was noted wrongly; when the result names the true declarer all have moved."""
    seven.note(1, BY_WEST)
    seven.note(2, ONE_CLUB)
    seven.record(1, BY_WEST | {"declarer": "N"})
    assert seven.standing(1).live[0].facts["declarer"] == "N"
    assert seven.seated(2) == "EGFC"


def test_the_eighth_makes_two_ordinary_tables(seven: SevenTables) -> None:
    worked(seven, 4)
    hal = seven.club.people.create(name="Hal", short_name="Hal")
    eighth_comes(sitting=seven.sitting(1), person=hal, key=new_key(), actor=seven.actor)
    assert seven.now(1) == "ACFD"
    seven.note(1, WORKED_EVENING[4])
    seven.record(1, WORKED_EVENING[4])
    evening = seven.seven.evening
    assert not evening.is_open
    here = [
        sorted(c.person.name for c in seven.sitting(n).candidates.filter(left_at=None))
        for n in (1, 2)
    ]
    assert here == [["Ann", "Cecil", "Dan", "Hal"], ["Bob", "Eve", "Fred", "Gina"]]
    # The rubber at the other table goes on for its originals.
    accounts = {person.name for person in seven.standing(2).accounts.values()}
    assert accounts == {"Eve", "Gina", "Fred", "Cecil"}
    seven.record(2, ONE_CLUB)
    seven.record(2, ONE_CLUB)


def test_one_leaves_and_six_go_on_by_cutting_in(seven: SevenTables) -> None:
    worked(seven, 3)
    stays = leaves(
        sitting=seven.sitting(1), person=seven.person("Dan"), key=new_key(), actor=seven.actor
    )
    assert stays == seven.sitting(2).pk
    part = seven.standing(1).part
    assert part.broken_off and seven.sitting(1).closed_at is None
    here = [c.person.name for c in seven.sitting(2).candidates.filter(left_at=None)]
    assert sorted(here) == ["Ann", "Bob", "Cecil", "Eve", "Fred", "Gina"]
    seven.agree(1)
    assert seven.sitting(1).closed_at is not None
    assert seven.won == {"A": 3, "B": 3, "C": -3, "D": -3}
    seven.record(2, ONE_CLUB)
    seven.record(2, ONE_CLUB)


def test_one_leaves_before_anything_was_dealt(seven: SevenTables) -> None:
    leaves(sitting=seven.sitting(1), person=seven.person("Gina"), key=new_key(), actor=seven.actor)
    assert seven.sitting(2).closed_at is not None
    assert seven.seated(1) == "ACBD"


def test_with_an_eighth_there_whoever_leaves_is_followed_by_him(seven: SevenTables) -> None:
    worked(seven, 1)
    hal = seven.club.people.create(name="Hal", short_name="Hal")
    eighth_comes(sitting=seven.sitting(2), person=hal, key=new_key(), actor=seven.actor)
    leaves(sitting=seven.sitting(1), person=seven.person("Dan"), key=new_key(), actor=seven.actor)
    assert seven.seven.evening.is_open
    assert seven.now(1) == "A-BH"
    accounts = {person.name for person in seven.standing(1).accounts.values()}
    assert accounts == {"Ann", "Bob", "Cecil", "Dan"}


def test_two_sit_in_each_others_place(seven: SevenTables) -> None:
    worked(seven, 2)
    bob, fred = seven.person("Bob").pk, seven.person("Fred").pk
    swap(sitting=seven.sitting(1), one=bob, two=fred, key=new_key(), actor=seven.actor)
    assert seven.seated(1) == "ABFD"
    assert {p.name for p in seven.standing(1).accounts.values()} == {"Ann", "Bob", "Cecil", "Dan"}


def test_last_deals_nobody_crosses_and_both_tables_are_settled(seven: SevenTables) -> None:
    worked(seven, 4)
    seven.note(1, WORKED_EVENING[4])
    last_deals(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    seven.note(2, ONE_CLUB)
    with pytest.raises(Refused, match="still being played"):
        close_seven(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    seven.record(2, ONE_CLUB)
    seven.deal(1, WORKED_EVENING[4])
    with pytest.raises(Refused, match="is waiting for dummy from the"):
        seven.record(2, ONE_CLUB)
    close_seven(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    assert sum(seven.won.values()) == 0
    assert Settlement.objects.filter(part__sitting__seven=seven.evening).count() == 2


def test_ended_too_early_both_tables_are_opened_again(seven: SevenTables) -> None:
    worked(seven, 3)
    last_deals(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    close_seven(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    reopen_seven(sitting=seven.sitting(2), reason="too early", key=new_key(), actor=seven.actor)
    assert seven.seven.evening.is_open and not seven.state.last
    assert seven.standing(2).part.number == 2
    seven.deal(2, ONE_CLUB)
    seven.deal(1, ONE_CLUB)
    assert seven.standing(1).part.number == 2


def test_last_deals_can_be_taken_back(seven: SevenTables) -> None:
    worked(seven, 2)
    last_deals(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    not_yet_last(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    assert not seven.state.last


def test_what_happened_stands_in_the_history(seven: SevenTables) -> None:
    worked(seven, 5)
    seated = Happening.objects.filter(sitting=seven.sitting(1), kind=Happening.Kind.SEATED)
    assert seated.count() >= 1


@pytest.mark.django_db(transaction=True)
def test_both_tables_record_at_the_same_moment(together: Callable[..., list[object]]) -> None:
    seven = SevenTables()
    seven.note(1, BY_WEST)
    seven.note(2, ONE_CLUB)
    answers = together(lambda: seven.record(1, BY_WEST), lambda: seven.record(2, ONE_CLUB))
    assert [getattr(answer, "what", answer) for answer in answers] == ["recorded", "recorded"]
    assert [each.number for each in seven.seven.log] == [0, 1, 2, 3]
    # Fred, whom the second contract sent, sits at the first table.
    assert (seven.now(1), seven.now(2)) == ("AFBD", "EG-C")


@pytest.mark.django_db(transaction=True)
def test_the_same_deal_from_two_phones_moves_nobody_twice(
    together: Callable[..., list[object]],
) -> None:
    seven = SevenTables()
    together(*(lambda: seven.record(1, BY_WEST, position=1) for _phone in range(3)))
    assert len(seven.standing(1).live) == 1
    assert [each.kind for each in seven.seven.log] == ["contract", "result"]
