"""Logins, roles, clubs: who may come in, and as what."""

import re
from functools import partial
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory

from clubscore.club import clubs, logins
from clubscore.club.entry import ChangedMeanwhile, Refused, seen_of
from clubscore.club.models import Act, Club, Membership, Role, User
from clubscore.server.backups import PACKED_MAGIC
from tests.house import PASSWORD, House, client_of, make_user

pytestmark = pytest.mark.postgres


@pytest.fixture
def club(db: None) -> Club:
    return logins.found_club(name="Portland", author="a test")


def log_in(name: str, password: str) -> Any:
    request = RequestFactory().post("/login")
    return authenticate(request, username=name, password=password)


def test_passwords_can_be_read_aloud_and_do_not_repeat() -> None:
    made = {logins.random_password() for _time in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"([a-km-np-z2-9]{4}-){2}[a-km-np-z2-9]{4}", each) for each in made)


def test_a_login_is_made_with_a_password_that_works(club: Club) -> None:
    membership, password = logins.make_login(
        club=club, author="Dora", role=Role.SCORER, username="cecil"
    )
    assert log_in("cecil", password) == membership.user
    assert log_in("cecil", password.upper()) is None
    act = Act.objects.get(what="login made")
    assert password not in str(act.data)


def test_a_taken_name_is_refused_with_a_free_one(club: Club) -> None:
    make_user(club, "ann", Role.PLAYER)
    with pytest.raises(Refused, match=r"Ann is taken\. Try ann2\."):
        logins.make_login(club=club, author="Dora", role=Role.PLAYER, username="Ann")


def test_a_club_keeps_a_director(club: Club) -> None:
    dora = make_user(club, "dora", Role.DIRECTOR)
    membership = Membership.objects.get(user=dora)
    with pytest.raises(Refused, match=r"a director\. Make another director first"):
        logins.change_role(membership=membership, role=Role.PLAYER, person=None, author="Dora")
    with pytest.raises(Refused, match=r"a director\. Make another director first"):
        logins.end_membership(membership=membership, author="Dora")


@pytest.mark.django_db(transaction=True)
def test_two_directors_cannot_dismiss_each_other_at_once(together: Any) -> None:
    club = logins.found_club(name="Portland", author="a test")
    both = [make_user(club, name, Role.DIRECTOR) for name in ("dora", "hal")]

    def end(user: User) -> None:
        logins.end_membership(membership=Membership.objects.get(user=user), author="x")

    told = together(*[partial(end, user) for user in both])
    assert sum(isinstance(each, Refused) for each in told) == 1, told
    assert Membership.objects.filter(club=club, role=Role.DIRECTOR).count() == 1


def test_a_login_taken_away_opens_nothing(club: Club) -> None:
    make_user(club, "dora", Role.DIRECTOR)
    ann = make_user(club, "ann", Role.PLAYER)
    browser = client_of(ann)
    assert browser.get("/players/").status_code == 200
    logins.end_membership(membership=Membership.objects.get(user=ann), author="Dora")
    assert log_in("ann", PASSWORD) is None
    assert browser.get("/players/").status_code in (302, 403)
    # The role itself is gone from its table; what it was stays in the log.
    (taken,) = Act.objects.filter(what="login taken away")
    assert (taken.data["name"], taken.data["role"]) == ("ann", Role.PLAYER)


def test_one_person_has_one_login(house: House) -> None:
    with pytest.raises(Refused, match="already has a login"):
        logins.make_login(
            club=house.club,
            author="Dora",
            role=Role.PLAYER,
            username="ann",
            person=house.people[0],
        )


def test_reset_password_lets_in_again_who_was_locked_out(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    make_user(club, "dora", Role.DIRECTOR)
    browser = Client()
    for _try in range(5):
        answer = browser.post("/login", {"username": "dora", "password": "wrong"})
    assert answer.status_code == 429
    assert browser.post("/login", {"username": "dora", "password": PASSWORD}).status_code == 429
    call_command("reset_password", "DORA")
    password = capsys.readouterr().out.splitlines()[0].removeprefix("New password of dora: ")
    answer = browser.post("/login", {"username": "dora", "password": password})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_reset_password_names_the_logins_there_are(club: Club) -> None:
    make_user(club, "dora", Role.DIRECTOR)
    with pytest.raises(CommandError, match="The logins are: dora"):
        call_command("reset_password", "director")


def test_a_new_password_ends_what_the_old_one_opened(club: Club) -> None:
    dora = make_user(club, "dora", Role.DIRECTOR)
    browser = client_of(dora)
    assert browser.get("/club/").status_code == 200
    logins.renew_password(user=dora, author="Dora")
    assert browser.get("/club/").status_code == 302


def test_ones_own_club_is_founded_beside_the_demo(house: House) -> None:
    browser = client_of(house.logins["director"])
    answer = browser.post("/club/new/", {"name": "Elm Street", "time_zone": "Europe/Paris"})
    assert answer["Location"] == "/club/set-up/"
    assert "Elm Street" in browser.get("/club/set-up/").content.decode()
    assert "Ann" not in browser.get("/players/").content.decode()
    browser.post("/switch/", {"club": house.club.pk})
    assert "Ann" in browser.get("/players/").content.decode()
    made = Club.objects.get(name="Elm Street")
    assert made.memberships.get().role == Role.DIRECTOR
    assert made.time_zone == "Europe/Paris"


def test_nobody_switches_to_a_club_of_others(house: House, other_house: House) -> None:
    browser = client_of(house.logins["director"])
    assert browser.post("/switch/", {"club": other_house.club.pk}).status_code == 404
    assert "Portland" in browser.get("/club/").content.decode()


def test_clubs_of_one_name_have_two_addresses(club: Club) -> None:
    assert logins.found_club(name="Portland", author="a test").slug == "portland-2"
    assert logins.found_club(name="橋", author="a test").slug == "club"


def test_a_copy_of_all_data_goes_to_who_directs_all(house: House) -> None:
    browser = client_of(house.logins["director"])
    answer = browser.post("/club/backup/")
    if answer.status_code == 409:  # PostgreSQL, and its tools are not here or too old
        assert "No backup was made" in answer.content.decode()
        return
    assert answer.content.startswith((PACKED_MAGIC, b"PGDMP"))
    assert answer["Cache-Control"] == "no-store, private"
    logins.found_club(name="Baldwin", author="a test")
    assert browser.post("/club/backup/").status_code == 403


def test_a_director_who_founds_another_club_takes_nobodys_copy_away(house: House) -> None:
    other = make_user(house.club, "erna", Role.DIRECTOR)
    founder = client_of(house.logins["director"])
    founder.post("/club/new/", {"name": "Elm Street", "time_zone": "Europe/Paris"})
    founder.post("/club/new/", {"name": "Oak Street", "time_zone": "Europe/Paris"})
    new = Club.objects.get(name="Oak Street")
    for login in (house.logins["director"], other):
        assert client_of(login).post("/club/backup/").status_code in (200, 409)
        assert "Back up now" in client_of(login).get("/club/").content.decode()
    # Who directs the new club alone has not the old one's data; and the page says who has his.
    late = client_of(make_user(new, "late", Role.DIRECTOR))
    assert late.post("/club/backup/").status_code == 403
    told = "Directors of Portland can still back up everything on this server"
    assert told in client_of(other).get("/club/new/").content.decode()


def test_the_demo_beside_takes_nobodys_copy_away(house: House) -> None:
    demo = logins.found_club(name="The demo", author="a test")
    Club.objects.filter(pk=demo.pk).update(is_demo=True)
    assert client_of(house.logins["director"]).post("/club/backup/").status_code in (200, 409)
    assert client_of(make_user(demo, "d", Role.DIRECTOR)).post("/club/backup/").status_code == 403
    # A club started out of the demo is not the demo's.
    own = logins.found_club(name="Own", author="a test", founded_from=demo)
    assert not logins.may_back_up(make_user(demo, "e", Role.DIRECTOR))
    assert not logins.may_back_up(make_user(own, "f", Role.DIRECTOR)), "Portland is not theirs"


def values(club: Club, **other: Any) -> dict[str, Any]:
    return {**{name: getattr(club, name) for name in clubs.FIELDS}, **other}


def test_the_clubs_own_matters_are_put_right(club: Club) -> None:
    seen = seen_of(club, clubs.FIELDS)
    given = values(club, currency="EUR", wifi_name="Club", wifi_password="four of clubs")
    clubs.change_club(club=club, values=given, seen=seen, author="Dora")
    club.refresh_from_db()
    assert (club.currency, club.wifi_name) == ("EUR", "Club")
    act = Act.objects.get(what="club put right")
    assert "four of clubs" not in str(act.data)
    with pytest.raises(ChangedMeanwhile):
        clubs.change_club(club=club, values=given, seen=seen, author="Hal")


@pytest.mark.parametrize(
    ("name", "value"),
    [("time_zone", "Mars/Olympus"), ("currency", "XXX"), ("wifi_password", "short")],
)
def test_what_a_club_cannot_be_is_refused(club: Club, name: str, value: str) -> None:
    seen = seen_of(club, clubs.FIELDS)
    with pytest.raises(Refused) as refused:
        clubs.change_club(club=club, values=values(club, **{name: value}), seen=seen, author="x")
    assert refused.value.field == name


def test_a_director_renews_no_password_of_another_clubs_login(
    house: House, other_house: House
) -> None:
    shared = house.logins["scorer"]
    Membership.objects.create(club=other_house.club, user=shared, role=Role.PLAYER)
    membership = Membership.objects.get(user=shared, club=other_house.club)
    browser = client_of(other_house.logins["director"])
    assert browser.post(f"/club/logins/{membership.pk}/password/").status_code == 403
    assert User.objects.get(pk=shared.pk).check_password(PASSWORD)
