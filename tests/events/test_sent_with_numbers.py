"""An event played here goes out with its people's numbers and with what was told of its rulings."""

import copy
import json
from typing import Any

import pytest

from clubscore.club.access import Actor, Level
from clubscore.club.federation_numbers import Held, seen_numbers, set_numbers
from clubscore.club.models import Person
from clubscore.club.privacy import forget_name
from clubscore.events.export import event_to_send
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import EventHappening
from clubscore.events.offline import LateOutcome
from clubscore.ranking.event import read_event
from tests.events.evenings import ONE_DOWN, Evening
from tests.events.test_handing_in import late
from tests.events.test_pages import director_of, path
from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one
from tests.house import House
from tests.ranking.test_told_beside import filled

pytestmark = [pytest.mark.django_db]


def give(person: Person, **numbers: str) -> None:
    held = {scheme: Held(number) for scheme, number in numbers.items()}
    set_numbers(person=person, numbers=held, seen=seen_numbers(person), author="Dora")


def sent(evening: Evening, level: Level | None = None) -> dict[str, Any]:
    club = evening.event.club
    actor = None if level is None else Actor(level=level, club=club)
    told: dict[str, Any] = json.loads(event_to_send(evening.event, actor).written())
    return told


def test_numbers_go_out_for_directors_and_the_program() -> None:
    evening = with_board_one(620, 170)
    first = evening.room.by_number[evening.room.sections[0].pk, 1].people[0]
    first.number = "17"
    first.save()
    give(first, ebu="00042", abf="7")
    for level in (None, Level.DIRECTOR):
        one, *others = sent(evening, level)["contestants"]
        assert one["numbers"] == [{"own": "17", "abf": "7", "ebu": "00042"}, {}]
        assert not any("numbers" in each for each in others)
    (numbers,) = (
        each["numbers"] for each in sent(evening, Level.SCORER)["contestants"] if "numbers" in each
    )
    assert numbers == [{"own": "17"}, {}]
    assert read_event(sent(evening)).written() == event_to_send(evening.event).written()


def test_numbers_of_many_people_are_asked_for_at_once(
    django_assert_max_num_queries: Any,
) -> None:
    evening = with_board_one(620, 170, 50, -100, 420, 420)
    with django_assert_max_num_queries(12):
        event_to_send(evening.event)


def told_of_ruling(evening: Evening) -> list[dict[str, str]]:
    return [each["ruling"] for each in sent(evening)["results"] if "ruling" in each]


def test_rulings_that_stand_go_out_with_what_became_of_them() -> None:
    evening = with_board_one(620, 620, 170, -100)
    assert (
        rule(evening, what="artificial", award_ns="A+", award_ew="A-", save="1").status_code == 302
    )
    told = {"law": "12C1c", "reason": "misinformation", "by": "Ada"}
    assert told_of_ruling(evening) == [told]
    ruling = EventHappening.objects.get(event=evening.event, kind=EventHappening.Kind.RULING)
    for key, what, text in (("k1", "lodged", "by North"), ("k2", "upheld", "")):
        answer = director_of(evening).post(
            path(evening, f"ruling/{ruling.pk}/appeal/"),
            {"what": what, "by": "A committee", "text": text, "key": key},
        )
        assert answer.status_code == 302, answer.content.decode()
        said = told_of_ruling(evening)[0]["appeal"]
        assert said == (f"{what}: {text}" if text else what)
    # Another result since: the first ruling no longer explains it.
    again = {"law": "12C2", "reason": "second look", "key": "two"}
    assert rule(evening, **SIXTY_FORTY, **again, save="1").status_code == 302
    assert told_of_ruling(evening) == [{"law": "12C2", "reason": "second look", "by": "Ada"}]


def test_a_different_report_that_comes_late_takes_no_ruling_away() -> None:
    evening = with_board_one(620, 620, 170, -100)
    rule(evening, what="artificial", award_ns="A+", award_ew="A-", save="1")
    before = told_of_ruling(evening)
    said = EventHappening.objects.get(event=evening.event, kind=EventHappening.Kind.RULING).data
    there = said["table"], said["board"]
    came = late(evening, *there, ONE_DOWN, round_=said["round"])
    assert came is LateOutcome.CONTRARY
    assert told_of_ruling(evening) == before != []


def test_a_forgotten_person_has_no_number_in_files(house: House) -> None:
    facts = copy.deepcopy(filled())
    facts["contestants"][0]["names"] = ["Ann", "Stranger"]
    facts["contestants"][0]["numbers"] = [{"ebu": "987"}, {"ebu": "5"}]
    facts["contestants"][1]["numbers"] = [{"ebu": "6"}, {}]
    facts["results"][1]["ruling"]["by"] = "Ann"
    actor = Actor(level=Level.DIRECTOR, club=house.club, person=house.people[3])
    told = read_event(facts)
    event = bring_in_event(club=house.club, told=told, source=FileSource("a.json"), actor=actor)
    new = forget_name(person=house.people[0], author="Dora")
    kept = json.loads(event.tellings.get().text)
    assert kept["contestants"][0]["names"] == [new, "Stranger"]
    assert kept["contestants"][0]["numbers"] == [{}, {"ebu": "5"}]
    assert kept["results"][1]["ruling"]["by"] == new
    assert "987" not in event.tellings.get().text
    # A scorer's file has no numbers; the event itself is as it came.
    scorer = Actor(level=Level.SCORER, club=house.club)
    assert "numbers" not in event_to_send(event, scorer).written()
    assert '"5"' in event_to_send(event).written()
    assert read_event(kept).written() == event.tellings.get().text
