"""Cutting in and out, prior rights, substitutes: Laws of Bridge 1899, laws 17 to 26."""

import datetime as dt

import pytest

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.files.score_file import answer, read_score_file
from clubscore.files.sittings import written_sitting
from clubscore.laws.errors import RuleError
from clubscore.rubbers.line_up import belonging, prior_rights
from clubscore.rubbers.line_up_changes import draw_places, join, table_of
from clubscore.rubbers.models import Happening, Settlement, Substitute
from clubscore.rubbers.pad import pads_of
from clubscore.rubbers.recording import correct_deal
from clubscore.rubbers.seating import (
    Agreement,
    break_off,
    close_sitting,
    open_sitting,
    reopen_sitting,
)
from clubscore.rubbers.selectors import new_key
from tests.rubbers.evening import Evening
from tests.rubbers.tables import CROWN, FOUR_SPADES, people_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def history(evening: Evening, kind: str) -> list[dict]:
    return [one.data for one in evening.sitting.happenings.filter(kind=kind)]


class TestSittingDown:
    """Law 17: more than four candidates."""

    def test_six_come_and_nobody_plays_before_it_is_settled(self) -> None:
        evening = Evening()
        assert evening.next == ""
        assert {p.name[:-1] for p in evening.verdict.claimants} == set(
            ["Ann", "Bob", "Cecil", "Dora", "Eve", "Fred"]
        )

    def test_the_four_lowest_play_first(self) -> None:
        evening = Evening()
        evening.cut(Ann="KC", Bob="2C", Cecil="3C", Dora="4C", Eve="QH", Fred="AS")
        evening.agree()
        assert set(evening.next.split()) == {"Bob", "Cecil", "Dora", "Fred"}
        assert history(evening, "line-up")[0]["how"] == "cut"

    def test_equal_cards_at_the_fourth_place_cut_again(self) -> None:
        evening = Evening()
        evening.cut(Ann="KC", Bob="2C", Cecil="3C", Dora="4C", Eve="5H", Fred="5S")
        with pytest.raises(Refused):
            evening.agree()
        assert set(draw_places(evening.verdict)) == {p.pk for p in evening.many("Eve Fred")}
        evening.cut(Eve="2D", Fred="AD")
        evening.agree()
        assert set(evening.next.split()) == {"Bob", "Cecil", "Dora", "Fred"}

    def test_those_first_in_the_room_by_hand(self) -> None:
        evening = Evening()
        evening.begin()
        assert evening.next == "Ann Bob Cecil Dora"
        assert [one.person.name for one in table_of(evening.sitting).waiting] == ["Eve.", "Fred."]

    def test_three_or_five_cannot_be_chosen(self) -> None:
        evening = Evening()
        for names in ("Ann Bob Cecil", "Ann Bob Cecil Dora Eve"):
            with pytest.raises(RuleError):
                evening.agree(names)

    def test_seven_are_too_many_for_one_table(self) -> None:
        with pytest.raises(RuleError):
            Evening(("Ann", "Bob", "Cecil", "Dora", "Eve", "Fred", "Gina"))

    def test_five_at_a_game_for_three(self) -> None:
        evening = Evening(("Ann", "Bob", "Cecil", "Dora", "Eve"), game="cut-throat")
        evening.begin("Ann Bob Cecil")
        assert [one.person.name for one in table_of(evening.sitting).waiting] == ["Dora.", "Eve."]


class TestGoingOut:
    """Law 21: most consecutive rubbers; equals cut, the highest are out."""

    def played(self, rubbers: int = 1) -> Evening:
        evening = Evening()
        evening.begin()
        for _rubber in range(rubbers):
            evening.play_rubber()
        return evening

    def test_after_one_rubber_all_four_cut_and_the_two_highest_are_out(self) -> None:
        evening = self.played()
        evening.cut(Ann="4C", Bob="9H", Cecil="2S", Dora="KD")
        evening.agree()
        assert evening.next == "Ann Cecil Eve Fred"
        (said,) = history(evening, "line-up")[1:]
        assert (said["out"], said["in"]) == (["Bob.", "Dora."], ["Eve.", "Fred."])

    def test_then_those_who_stayed_have_played_most_and_go_without_a_cut(self) -> None:
        evening = self.played()
        evening.agree("Ann Cecil Eve Fred")
        evening.take_seats()
        evening.play_rubber()
        assert evening.verdict.is_decided
        evening.agree()
        assert set(evening.next.split()) == {"Bob", "Dora", "Eve", "Fred"}
        assert history(evening, "line-up")[-1]["how"] == "rights"

    def test_whoever_offers_goes_and_the_others_cut_for_the_second(self) -> None:
        evening = self.played()
        evening.offer("Cecil")
        assert evening.verdict.choice.places == 1
        evening.cut(Ann="4C", Bob="9H", Dora="KD")
        evening.agree()
        assert set(evening.next.split()) == {"Ann", "Bob", "Eve", "Fred"}

    def test_two_offers_need_no_card(self) -> None:
        evening = self.played()
        evening.offer("Cecil Ann")
        evening.agree()
        assert set(evening.next.split()) == {"Bob", "Dora", "Eve", "Fred"}
        assert history(evening, "line-up")[-1]["how"] == "offer"

    def test_by_hand_against_the_law_and_the_history_says_so(self) -> None:
        evening = self.played()
        evening.agree("Ann Bob Cecil Eve")
        said = history(evening, "line-up")[-1]
        assert said["how"] == "hand"
        assert evening.next == "Ann Bob Cecil Eve"

    def test_not_while_a_rubber_is_under_way_nor_before_it_is_agreed(self) -> None:
        evening = Evening()
        evening.begin()
        evening.record(FOUR_SPADES)
        with pytest.raises(Refused):
            evening.cut(Ann="4C", Bob="9H", Cecil="2S", Dora="KD")
        evening.record(FOUR_SPADES)
        with pytest.raises(Refused):
            evening.agree("Ann Bob Cecil Eve")

    def test_whoever_comes_after_the_first_card_waits_for_the_next_cut(self) -> None:
        evening = Evening(("Ann", "Bob", "Cecil", "Dora", "Eve"))
        evening.begin()
        evening.play_rubber()
        evening.cut(Ann="4C", Bob="9H", Cecil="2S", Dora="KD")
        evening.join("Fred")
        assert [p.name for p in evening.verdict.claimants] == ["Eve."]
        evening.agree()
        assert set(evening.next.split()) == {"Ann", "Bob", "Cecil", "Eve"}

    def test_whoever_comes_before_any_card_comes_in(self) -> None:
        evening = Evening(("Ann", "Bob", "Cecil", "Dora", "Eve"))
        evening.begin()
        evening.play_rubber()
        evening.join("Fred")
        assert [p.name for p in evening.verdict.claimants] == ["Eve.", "Fred."]

    def test_how_long_somebody_waits(self) -> None:
        evening = self.played(2)
        evening.agree("Ann Cecil Eve Fred")
        evening.take_seats()
        evening.play_rubber()
        table = table_of(evening.sitting)
        assert {p.name[:-1]: table.runs[p.pk] for p in table.playing} == {
            "Ann": 3,
            "Cecil": 3,
            "Eve": 1,
            "Fred": 1,
        }
        assert [(one.person.name, one.rubbers) for one in table.waiting] == [
            ("Bob.", 1),
            ("Dora.", 1),
        ]

    def test_every_row_of_three_rubbers_sums_to_nothing(self) -> None:
        evening = self.played()
        evening.agree("Ann Cecil Eve Fred")
        evening.take_seats()
        evening.play_rubber()
        evening.agree()
        evening.take_seats()
        evening.play_rubber()
        rows = evening.slip.rows
        assert len(rows) == 3
        assert all(sum(row.points.values()) == 0 and len(row.points) == 4 for row in rows)
        assert len(evening.won) == 6


class TestComingAndLeaving:
    """Laws 18, 22, 25 and 26."""

    def test_a_table_is_complete_with_six(self) -> None:
        evening = Evening()
        evening.begin()
        with pytest.raises(Refused):
            evening.join("Gina")

    def test_coming_twice_counts_once(self) -> None:
        evening = Evening(("Ann", "Bob", "Cecil", "Dora"))
        gina = people_of(evening.club, "Gina")[0]
        for _tap in range(2):
            join(sitting=evening.sitting, person=gina, key="one-tap", actor=evening.actor)
        assert len(history(evening, "joined")) == 1
        assert len(belonging(evening.sitting)) == 5

    def test_whoever_plays_cannot_leave_in_the_middle_but_who_waits_can(self) -> None:
        evening = Evening()
        evening.begin()
        evening.record(FOUR_SPADES)
        with pytest.raises(Refused):
            evening.leave("Ann")
        evening.leave("Eve")
        assert history(evening, "left")[0]["breaks_up"] is False

    def test_whoever_leaves_too_few_breaks_the_table_up(self) -> None:
        evening = Evening(("Ann", "Bob", "Cecil", "Dora"))
        evening.take_seats()
        evening.play_rubber()
        evening.leave("Ann")
        (said,) = history(evening, "left")
        assert said["breaks_up"] is True
        assert evening.next == ""
        assert evening.verdict.missing == 1
        rights = prior_rights(evening.club, evening.sitting.evening)
        assert rights[evening.named("Ann").pk] is False
        assert [rights[p.pk] for p in evening.many("Bob Cecil Dora")] == [True, True, True]

    def test_those_left_go_before_whoever_broke_up_where_both_come(self) -> None:
        evening = Evening(("Ann", "Bob", "Cecil", "Dora"))
        evening.take_seats()
        evening.play_rubber()
        evening.leave("Ann")
        fresh = people_of(evening.club, "Gina", "Hal")
        everybody = [evening.named("Ann"), *evening.many("Bob Cecil"), *fresh]
        evening.sitting = open_sitting(
            club=evening.club,
            table=None,
            people=everybody,
            agreement=Agreement("auction", {}, None),
            key=new_key(),
            actor=evening.actor,
        )
        assert evening.verdict.is_decided
        assert {p.name.rstrip(".") for p in evening.verdict.players} == {
            "Gina",
            "Hal",
            "Bob",
            "Cecil",
        }

    def test_whoever_waits_may_go_elsewhere_and_loses_his_place(self) -> None:
        evening = Evening()
        evening.begin()
        join(sitting=evening.other, person=evening.named("Eve"), key=new_key(), actor=evening.actor)
        assert "Eve." not in {c.person.name for c in belonging(evening.sitting)}
        assert history(evening, "left")[0]["law"] == 25
        with pytest.raises(RuleError):
            join(
                sitting=evening.other,
                person=evening.named("Ann"),
                key=new_key(),
                actor=evening.actor,
            )

    def test_whoever_left_may_come_back_and_waits_from_then_on(self) -> None:
        evening = Evening()
        evening.begin()
        evening.leave("Eve")
        with clock.at(clock.now() + dt.timedelta(minutes=5)):
            evening.join("Eve")
        waiting = [one.person.name for one in table_of(evening.sitting).waiting]
        assert waiting == ["Fred.", "Eve."]


class TestASubstitute:
    """Law 24: the rubber goes on over the change of person. Four spades twice: 358, 36 tens."""

    def relieved(self, *, own: bool = False, leaves: bool = False) -> Evening:
        evening = Evening(stakes=CROWN)
        evening.begin()
        evening.record(FOUR_SPADES)
        evening.relieve("N", "Eve", own=own, leaves=leaves)
        evening.record(FOUR_SPADES)
        return evening

    def test_the_rubber_goes_on_and_is_the_absent_players(self) -> None:
        evening = self.relieved()
        assert len(evening.standing.sheet.rubbers) == 1
        evening.make_up()
        assert evening.won == {"Ann": 360, "Cecil": 360, "Bob": -360, "Dora": -360}
        assert sum(evening.slip.totals.values()) == 0

    def test_or_the_substitutes_where_all_agree(self) -> None:
        evening = self.relieved(own=True)
        evening.make_up()
        assert evening.won == {"Eve": 360, "Cecil": 360, "Bob": -360, "Dora": -360}

    def test_each_deal_names_who_played_it(self) -> None:
        evening = self.relieved()
        standing = evening.standing
        assert [standing.at_deal(n).names["N"] for n in (1, 2)] == ["Ann.", "Eve."]
        assert pads_of(standing)[0].names["NS"] == "Eve. & Cecil."

    def test_the_next_rubber_takes_new_seats(self) -> None:
        evening = self.relieved()
        evening.make_up()
        with pytest.raises(Refused):
            evening.record(FOUR_SPADES)
        close_sitting(sitting=evening.sitting, key=new_key(), actor=evening.actor)
        reopen_sitting(
            sitting=evening.sitting, reason="ended too early", key=new_key(), actor=evening.actor
        )
        with pytest.raises(Refused):
            evening.record(FOUR_SPADES)
        evening.agree("Ann Bob Cecil Dora")
        evening.take_seats()
        evening.record(FOUR_SPADES)

    def test_an_earlier_rubber_of_the_same_seats_stays_as_it_was_agreed(self) -> None:
        evening = Evening(stakes=CROWN)
        evening.begin()
        evening.play_rubber()
        evening.record(FOUR_SPADES)
        evening.relieve("N", "Eve", own=True)
        evening.record(FOUR_SPADES)
        evening.make_up()
        first = evening.standing.by_position(1)
        assert first is not None
        correct_deal(
            sitting=evening.sitting,
            report=evening.report(FOUR_SPADES | {"tricks": 11}, position=1),
            seen=first.revision.number,
            reason="wrong key",
            actor=evening.actor,
        )
        difference = Settlement.objects.get(kind="difference")
        people = {evening.named(name).pk for name in ("Ann", "Bob", "Cecil", "Dora")}
        assert {int(who) for who in difference.points} == people

    def test_the_absent_player_comes_back(self) -> None:
        evening = self.relieved_once()
        evening.relieve("N", "Ann")
        evening.record(FOUR_SPADES)
        evening.make_up()
        assert evening.won["Ann"] == 360
        assert [each.person.name for each in Substitute.objects.order_by("pk")] == ["Eve.", "Ann."]

    def relieved_once(self) -> Evening:
        evening = Evening(stakes=CROWN)
        evening.begin()
        evening.record(FOUR_SPADES)
        evening.relieve("N", "Eve")
        return evening

    def test_whoever_leaves_with_a_substitute_does_not_break_the_table_up(self) -> None:
        evening = self.relieved(leaves=True)
        assert history(evening, "left")[0]["breaks_up"] is False
        evening.make_up()
        assert evening.won["Ann"] == 360

    def test_whoever_plays_already_relieves_nobody(self) -> None:
        evening = Evening()
        evening.begin()
        evening.record(FOUR_SPADES)
        with pytest.raises(RuleError):
            evening.relieve("N", "Bob")

    def test_before_the_first_deal_others_simply_take_seats(self) -> None:
        evening = Evening()
        evening.begin()
        with pytest.raises(Refused):
            evening.relieve("N", "Eve")

    def test_one_tap_twice_is_one_substitute(self) -> None:
        evening = Evening()
        evening.begin()
        evening.record(FOUR_SPADES)
        for _tap in range(2):
            evening.relieve("N", "Eve", key="one-tap")
        assert Substitute.objects.count() == 1

    def test_broken_off_it_is_settled_for_the_right_account(self) -> None:
        evening = self.relieved_once()
        break_off(sitting=evening.sitting, part=1, reason="", key=new_key(), actor=evening.actor)
        evening.make_up()
        assert evening.won["Ann"] > 0
        assert "Eve" not in evening.won

    @pytest.mark.parametrize("own", [False, True], ids=["absent player's", "substitute's"])
    def test_the_exported_file_settles_the_same(self, own: bool) -> None:
        evening = Evening(stakes=CROWN)
        evening.begin()
        evening.play_rubber()
        evening.record(FOUR_SPADES)
        evening.relieve("N", "Eve", own=own)
        evening.record(FOUR_SPADES)
        evening.make_up()
        won: dict[str, int] = {}
        for line in written_sitting(evening.sitting):
            points = answer(read_score_file(line))["settlement"]["points"]
            whose = line["players"] | line.get("credit", {})
            for seat, count in points.items():
                won[whose[seat].rstrip(".")] = won.get(whose[seat].rstrip("."), 0) + count
        assert won == {name: count for name, count in evening.won.items() if count or name in won}
        assert sum(won.values()) == 0


def test_every_happening_stays() -> None:
    evening = Evening()
    evening.begin()
    with pytest.raises(TypeError):
        Happening.objects.filter(kind="line-up").delete()
