"""More than one section; the club's usual movement; one that the director asks for."""

import pytest

from clubscore.club.entry import ChangedMeanwhile, Refused, new_key
from clubscore.events.directing import choose_movement, divide, movements_chosen, start_round
from clubscore.events.models import Entry, Event, Section
from clubscore.events.movement import offers
from clubscore.events.movement_changes import Running, SeenMovement, change_movement, if_rounds
from clubscore.events.rankings import Lists
from clubscore.events.reporting import Report, tell
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening, make
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def split(evening: Evening, count: int = 2, **wanted: str) -> list[Section]:
    entries = {str(entry.first): entry.pk for entry in evening.room.entries}
    divide(
        event=evening.event, count=count, key=new_key(), actor=evening.actor,
        wanted={entries[name]: letter for name, letter in wanted.items()},
    )  # fmt: skip
    return list(Section.objects.filter(event=evening.event).select_related("event"))


def test_two_who_divide_the_field_at_once_are_told() -> None:
    evening = Evening(8, kind="")
    seen = movements_chosen(evening.event)
    split(evening)
    with pytest.raises(ChangedMeanwhile):
        divide(event=evening.event, count=1, wanted={}, key=new_key(), actor=evening.actor,
               seen=seen)  # fmt: skip
    assert len(evening.room.sections) == 2


def test_who_was_in_which_section_stands_in_the_history_when_sections_are_gone() -> None:
    evening = Evening(8, kind="")
    two = {each.letter: {*each.entry_set.values_list("pk", flat=True)} for each in split(evening)}
    split(evening, 1)
    assert [each.letter for each in evening.room.sections] == ["A"]
    noted = evening.event.happenings.filter(kind="movement").order_by("pk")
    first, second = (each.data["entries"] for each in noted)
    assert {letter: set(who) for letter, who in first.items()} == two and len(two) == 2
    assert set(second["A"]) == two["A"] | two["B"]


def choose(evening: Evening, section: Section, pairs: int) -> None:
    choose_movement(
        section=section, movement=make("howell", pairs, 2, 1), minutes=20, key=new_key(),
        actor=evening.actor,
    )  # fmt: skip


def played_in_two() -> Evening:
    """Eight pairs, four in each section; one round played everywhere, in B all one down."""
    evening = Evening(8, kind="")
    one, other = split(evening)
    choose(evening, one, 4)
    choose(evening, other, 4)
    start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=0)
    for table in evening.room.tables():
        facts = FOUR_SPADES if table.section.letter == "A" else ONE_DOWN
        for board in table.place.boards:
            for side in ("ns", "ew"):
                report = Report(1, table.number, board, facts, new_key())
                tell(section=table.section, report=report, side=side, actor=evening.actor)
    return evening


def test_a_field_is_divided_evenly_in_the_order_of_entry_and_each_section_has_its_movement() -> (
    None
):
    evening = Evening(9, kind="")
    one, other = split(evening)
    assert [Entry.objects.filter(section=each).count() for each in (one, other)] == [5, 4]
    choose(evening, one, 5)
    with pytest.raises(Refused, match="Section B has no movement yet"):
        start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=0)
    choose(evening, other, 4)
    numbers = {(e.section.letter, e.number) for e in evening.room.entries if e.section}
    assert numbers == {*(("A", n) for n in range(1, 6)), *(("B", n) for n in range(1, 5))}
    choose(evening, one, 5)
    assert Entry.objects.filter(section=other, number__isnull=False).count() == 4


def test_two_sections_are_one_field_unless_the_house_compares_by_section() -> None:
    evening = played_in_two()
    lists = Lists(evening.room)
    assert {row.key[0] for row in lists.scratch[0].rows} == {"A", "B"}
    board = lists.boards[0]
    assert {row.ns_points for row in lists.traveller(board)} != {"1"}
    Event.objects.filter(pk=evening.event.pk).update(options={"compare": "section"})
    apart = Lists(evening.room)
    assert {row.ns_points for row in apart.traveller(board)} == {"1"}


def test_the_director_says_who_plays_in_which_section_and_goes_back_to_one() -> None:
    evening = Evening(9, kind="")
    sections = split(evening, 2, Left1="B", Left9="A")
    of = {str(e.first): e.section for e in Entry.objects.filter(event=evening.event)}
    assert (of["Left1"], of["Left9"]) == (sections[1], sections[0])
    assert len(split(evening, 1)) == 1


def test_too_many_sections_are_refused_and_none_is_made_once_play_has_begun() -> None:
    with pytest.raises(Refused, match="Sections: at most 2"):
        split(Evening(9, kind=""), 3)
    with pytest.raises(Refused, match="Play has started"):
        split(Evening(8), 2)


def test_sections_by_plain_forms_with_slips_and_cards_that_say_which() -> None:
    evening = played_in_two()
    director = director_of(evening)
    room = text_of(director.get(path(evening)))
    assert "A1" in room and "B1" in room
    slips = director.get(f"/event/{evening.event.pk}/slips.txt").content.decode()
    assert "Table B2, round 1" in slips
    fresh = Evening(9, kind="", club=evening.club)
    director.post(path(fresh, "sections/"), {"count": "2", "key": "s"})
    page = text_of(director.get(path(fresh, "movement/") + "?section=B"))
    assert "Section B: 4 pairs. Which movement?" in page


def test_what_the_club_chose_last_stands_first_and_is_called_our_usual() -> None:
    """Twice at least: one evening makes nothing usual."""
    first = Evening(8, kind="mitchell", boards=3, winners=2, starts=False)
    assert not any(one.why for one in offers(Evening(8, kind="", club=first.club).event, 8))
    Evening(8, kind="mitchell", boards=3, winners=2, starts=False, club=first.club)
    fresh = Evening(8, kind="", club=first.club)
    offered = offers(fresh.event, 8)
    assert offered[0].why == "our usual"
    assert offered[0].movement.rows == first.room.plan(first.section).movement.rows
    assert all(not one.why for one in offered[1:])
    assert not offers(Evening(6, kind="", club=first.club).event, 6)[0].why


def test_what_was_changed_while_it_ran_is_nobodys_usual() -> None:
    first = Evening(8, kind="mitchell", boards=3, winners=2)
    running = Running(first.room, first.section)
    change_movement(section=first.section, chosen=if_rounds(running, 2)[0], seen=SeenMovement(0, 1),
                    key=new_key(), actor=first.actor)  # fmt: skip
    fresh = Evening(8, kind="", club=first.club)
    assert not any(one.why for one in offers(fresh.event, 8))


def test_another_movement_with_other_boards_and_winners_is_described_and_chosen() -> None:
    evening = Evening(8, kind="")
    director = director_of(evening)
    form = {"kind": "mitchell", "rounds": "3", "each": "5", "winners": "2"}
    page = director.get(path(evening, "movement/"), form)
    assert "Mitchell: 4 tables, 3 rounds, 5 boards a round" in text_of(page)
    assert "as you asked" in text_of(page)
    form = {"movement": "mitchell:3:20:2", "minutes": "40", "key": "m"}
    assert director.post(path(evening, "movement/"), form).status_code == 302
    assert (evening.event.boards_a_round, evening.event.minutes_a_round) == (5, 40)
    wrong = {"kind": "mitchell", "rounds": "9", "each": "3"}
    assert "At most" in text_of(director.get(path(evening, "movement/"), wrong))


def test_four_tables_may_turn_half_a_round() -> None:
    offered = offers(Evening(8, kind="").event, 8)
    assert "half-round-mitchell" in [one.movement.kind for one in offered]
