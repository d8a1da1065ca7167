"""Clubs of one server that both agree see each other's packages at once; others see nothing."""

from clubscore.events.models import ContestPackage
from clubscore.extras.world.packages import (
    fetch_from_server,
    join_server_pool,
    leave_server_pool,
    sharing_clubs,
)
from clubscore.home.jobs import works
from clubscore.jobs.worker import do, take
from tests.events.world.packages import a_set, director_of
from tests.events.world.test_world_pages import an_event
from tests.house import House, client_of


def sent(house: House, nickname: str) -> None:
    """A table of a club sends its package."""
    event = an_event(house.club, (*house.people,))
    player = client_of(house.logins["player"])
    player.post(f"/event/{event.pk}/package/", {"how": "nicknames", "ns": nickname})


def came_to(house: House) -> list[tuple[str, str]]:
    rows = ContestPackage.objects.filter(club=house.club).order_by("pk")
    return [(row.source, row.came_from) for row in rows]


def test_packages_go_both_ways_once_both_agree(house: House, other_house: House) -> None:
    a_set(other_house.club)
    sent(house, "Foxes")
    join_server_pool(director_of(house.club))
    assert came_to(other_house) == []
    join_server_pool(director_of(other_house.club))
    assert came_to(other_house) == [("server", "Portland")]
    # From now on at once.
    sent(other_house, "Hares")
    assert came_to(house) == [("own", ""), ("server", "Baldwin")]
    assert sharing_clubs(house.club) == [other_house.club]
    assert fetch_from_server(director_of(house.club)) == 0


def test_a_club_that_has_not_the_set_or_stopped_sharing_gets_nothing(
    house: House, other_house: House
) -> None:
    for each in (house, other_house):
        join_server_pool(director_of(each.club))
    sent(house, "Foxes")
    assert came_to(other_house) == []
    a_set(other_house.club)
    leave_server_pool(director_of(other_house.club))
    assert fetch_from_server(director_of(other_house.club)) == 0
    join_server_pool(director_of(other_house.club))
    assert came_to(other_house) == [("server", "Portland")]


def test_the_page_follows_shares_and_says_what_is_wrong(house: House) -> None:
    director, at = client_of(house.logins["director"]), "/world/pools/"
    assert b"begin with https" in director.post(at, {"do": "follow", "address": "leeds"}).content
    address = "https://127.0.0.1/packages/index.json"
    assert director.post(at, {"do": "follow", "address": address}).status_code == 302
    page = director.get(at).content.decode()
    assert address in page and "not fetched yet" in page
    pool = house.club.followed_pools.get()
    assert director.post(at, {"do": "fetch", "pool": pool.pk}).status_code == 302
    job = take("here 1")
    assert job is not None
    do(job, works())
    assert "open network" in director.get(at).content.decode()
    assert director.post(at, {"do": "fetch", "pool": 99}).status_code == 404
    director.post(at, {"do": "unfollow", "pool": pool.pk})
    assert not house.club.followed_pools.exists()
    director.post(at, {"do": "join"})
    assert "Stop sharing" in director.get(at).content.decode()
    assert "No new package" in director.post(at, {"do": "fetch-here"}).content.decode()
    director.post(at, {"do": "leave"})
    assert director.post(at, {"do": "?"}).status_code == 422
