"""People: added, put right, made members, merged; nothing of them is silently overwritten."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404

from clubscore.club import federation_numbers as merging
from clubscore.club import people as services
from clubscore.club.access import Actor, Level
from clubscore.club.entry import ChangedMeanwhile, Refused, seen_of
from clubscore.club.logins import found_club
from clubscore.club.models import Act, Club, Membership, Person, Role
from clubscore.club.people import FIELDS, Details, ids_and_merged, people_in, person_for, with_words
from clubscore.rubbers.models import Seat
from clubscore.rubbers.season import evenings_of
from tests.house import House, make_user, play_a_rubber, sit_down

pytestmark = pytest.mark.postgres


@pytest.fixture
def club(db: None) -> Club:
    return found_club(name="Portland", author="a test")


def add(club: Club, name: str, kind: str = "member", **details: Any) -> Person:
    return services.add_person(
        club=club, details=Details(name=name, **details), kind=kind, author="Dora"
    )


def change(person: Person, seen: str | None = None, **details: Any) -> Person:
    now = {name: getattr(person, name) for name in FIELDS}
    return services.change_person(
        person=person,
        details=Details(**{**now, **details}),
        seen=seen_of(person, FIELDS) if seen is None else seen,
        author="Dora",
    )


def test_a_new_member_gets_the_shortest_free_name_for_the_pad(club: Club) -> None:
    assert add(club, "  Ann   Lindqvist ").name == "Ann Lindqvist"
    assert add(club, "Ann Ward").short_name == "Ann W"
    act = Act.objects.filter(club=club, what="member added").first()
    assert act is not None and (act.author, act.data["name"]) == ("Dora", "Ann Ward")


@pytest.mark.parametrize(
    ("details", "field"),
    [
        ({"name": "Bob", "number": "7"}, "number"),
        ({"name": "Bob", "short_name": "ANN"}, "short_name"),
    ],
)
def test_numbers_and_short_names_belong_to_one(
    club: Club, details: dict[str, str], field: str
) -> None:
    add(club, "Ann Lindqvist", number="7")
    with pytest.raises(Refused) as refused:
        add(club, **details)
    assert refused.value.field == field
    assert people_in(club).count() == 1


def test_what_a_field_cannot_hold_is_named(club: Club) -> None:
    with pytest.raises(ValidationError) as wrong:
        add(club, "", email="ann at home")
    assert {"name", "email"} <= wrong.value.message_dict.keys()


def test_a_change_leaves_before_and_after_in_the_log(club: Club) -> None:
    ann = change(add(club, "Ann"), number="12")
    assert ann.number == "12"
    act = Act.objects.filter(club=club, what="person put right").get()
    assert act.data["changed"] == {"number": ["", "12"]}


def test_recording_what_stands_there_leaves_no_trace(club: Club) -> None:
    change(add(club, "Ann"))
    assert not Act.objects.filter(what="person put right").exists()


def test_the_second_of_two_is_shown_what_the_first_changed(club: Club) -> None:
    ann = add(club, "Ann")
    seen_by_both = seen_of(ann, FIELDS)
    change(ann, seen_by_both, number="12")
    with pytest.raises(ChangedMeanwhile) as meanwhile:
        change(ann, seen_by_both, name="Anne")
    (told,) = meanwhile.value.changes
    assert (told.label, told.was, told.now) == ("number", "nothing", "12")
    ann.refresh_from_db()
    assert (ann.name, ann.number) == ("Ann", "12")


@pytest.mark.parametrize("seen", ["", "garbled", "[]", "null"])
def test_a_form_that_saw_nothing_overwrites_nothing(club: Club, seen: str) -> None:
    ann = add(club, "Ann")
    with pytest.raises(ChangedMeanwhile):
        change(ann, seen, name="Anne")


def test_a_guest_becomes_a_member_once(club: Club) -> None:
    bob = add(club, "Bob", kind="guest")
    for _time in (1, 2):
        services.make_member(person=bob, author="Dora")
    bob.refresh_from_db()
    assert bob.kind == Person.Kind.MEMBER
    assert Act.objects.filter(what="guest became a member").count() == 1


def test_two_entries_of_one_person_are_merged(club: Club) -> None:
    bob = add(club, "Robert Adeyemi")
    guest = add(club, "Bob", kind="guest", number="92", email="bob@example.org")
    merging.merge_people(other=guest, into=bob, author="Dora")
    guest.refresh_from_db()
    bob.refresh_from_db()
    assert guest.merged_into == bob and not guest.active
    assert (guest.name, guest.short_name) == ("Robert Adeyemi", "Robert")
    assert (bob.number, bob.email, bob.kind) == ("92", "bob@example.org", "member")
    assert list(people_in(club)) == [bob]
    act = Act.objects.get(what="two entries of one person")
    assert act.data["other"]["name"] == "Bob"


def test_what_was_merged_before_follows_and_so_do_new_names(club: Club) -> None:
    one, two, three = add(club, "One"), add(club, "Two"), add(club, "Three")
    merging.merge_people(other=one, into=two, author="Dora")
    merging.merge_people(other=two, into=three, author="Dora")
    assert set(ids_and_merged(three)) == {one.pk, two.pk, three.pk}
    three.refresh_from_db()
    change(three, name="Third", short_name="Third")
    assert set(Person.objects.values_list("name", flat=True)) == {"Third"}


def test_two_who_sat_together_are_two_people(house: House) -> None:
    with pytest.raises(Refused, match="sat at the same table, so"):
        merging.merge_people(other=house.people[0], into=house.people[2], author="Dora")


def test_two_logins_are_not_merged_blindly(club: Club) -> None:
    ann, anne = add(club, "Ann"), add(club, "Anne")
    make_user(club, "ann", Role.PLAYER, ann)
    make_user(club, "anne", Role.PLAYER, anne)
    with pytest.raises(Refused, match="Both have a login"):
        merging.merge_people(other=anne, into=ann, author="Dora")


def test_a_login_follows_its_person(club: Club) -> None:
    ann, anne = add(club, "Ann"), add(club, "Anne")
    make_user(club, "anne", Role.PLAYER, anne)
    merging.merge_people(other=anne, into=ann, author="Dora")
    assert Membership.objects.get().person == ann


def test_a_merged_entrys_evenings_are_his_and_its_seats_stay(house: House) -> None:
    eve = add(house.club, "Eve")
    evelyn = add(house.club, "Evelyn", kind="guest")
    others = house.people[1:]
    play_a_rubber(sit_down(house.club, [eve, *others], "Fire table"), [eve, *others])
    play_a_rubber(sit_down(house.club, [evelyn, *others], "Door table"), [evelyn, *others])
    before = set(Seat.objects.values_list("part", "seat", "person"))
    merging.merge_people(other=evelyn, into=eve, author="Dora")
    tables = {each.sitting.table.name for each in evenings_of(eve, None).object_list}
    assert tables == {"Fire table", "Door table"}
    assert set(Seat.objects.values_list("part", "seat", "person")) == before


def test_who_turned_out_to_be_somebody_is_found_there(club: Club) -> None:
    ann, anne = add(club, "Ann"), add(club, "Anne")
    merging.merge_people(other=anne, into=ann, author="Dora")
    director = Actor(level=Level.DIRECTOR, club=club)
    assert person_for(director, anne.pk) == ann


def test_a_person_is_found_by_his_own_club_alone(house: House, other_house: House) -> None:
    ann, bob = house.people[:2]
    with pytest.raises(Http404):
        person_for(Actor(level=Level.DIRECTOR, club=other_house.club), ann.pk)
    player = Actor(level=Level.PLAYER, club=house.club, person=ann)
    assert person_for(player, ann.pk) == ann
    with pytest.raises(PermissionDenied):
        person_for(player, bob.pk)
    assert person_for(Actor(level=Level.SCORER, club=house.club), bob.pk) == bob


def test_any_part_of_a_name_finds_him(club: Club) -> None:
    bob = add(club, "Robert Adeyemi", short_name="Bob", number="92")
    add(club, "Ann Lindqvist")
    for part in ("yem", "ROB", "bo", "92", "rob ade", ""):
        assert bob in with_words(people_in(club), part)
    assert not with_words(people_in(club), "rob lind").exists()


def test_capitals_do_not_matter_in_any_alphabet_nor_do_odd_signs(club: Club) -> None:
    odd = add(club, "Øyvind (Ó) Ångström-O'Neill *.")
    for part in ("øyv", "ÅNGSTRÖM", "(ó)", "o'n", "m-o", "*."):
        assert list(with_words(people_in(club), part)) == [odd], part
    assert not with_words(people_in(club), ".*x").exists()


@pytest.mark.django_db(transaction=True)
def test_one_of_two_at_once_is_told(together: Any) -> None:
    """Two directors record at the same moment: one is written, the other is told of it."""
    club = found_club(name="Portland", author="a test")
    ann = add(club, "Ann")
    seen = seen_of(ann, FIELDS)
    told = together(
        lambda: change(Person.objects.get(pk=ann.pk), seen, number="1"),
        lambda: change(Person.objects.get(pk=ann.pk), seen, number="2"),
    )
    assert sorted(type(each).__name__ for each in told) == ["ChangedMeanwhile", "Person"]
    assert Act.objects.filter(what="person put right").count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_number_is_given_once_at_once(together: Any) -> None:
    club = found_club(name="Portland", author="a test")
    told = together(*[lambda n=n: add(club, f"Player {n}", number="7") for n in range(4)])
    assert sum(isinstance(each, Person) for each in told) == 1, told
    assert sum(isinstance(each, Refused) for each in told) == 3, told


def test_the_log_is_never_changed(club: Club) -> None:
    act = Act.objects.filter(club=club).first()
    assert act is not None
    for attempt in (act.save, act.delete, Act.objects.all().delete):
        with transaction.atomic(), pytest.raises(TypeError):
            attempt()
