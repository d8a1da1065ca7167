"""What was reported at a table, and how it stood at any earlier moment."""

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.pad import deal_line
from clubscore.rubbers.recording import DealEntry, correct_deal
from clubscore.rubbers.score import standing_of, standing_then
from clubscore.rubbers.selectors import new_key
from tests.house import House
from tests.rubbers.tables import actor_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def put_right(house: House, tricks: int) -> tuple[DealRevision, DealRevision]:
    """Put the rubber's first deal right; what stood last before, and the correction."""
    before = DealRevision.objects.filter(deal__part=house.part).latest("pk")
    deal = standing_of(house.part).live[0]
    report = DealEntry(1, deal.position, deal.facts | {"tricks": tricks}, new_key(), {})
    after = correct_deal(
        sitting=house.sitting,
        report=report,
        seen=deal.revision.number,
        reason="miscounted",
        actor=actor_of(house.club),
    )
    return before, after


def test_a_part_as_it_stood_before_and_after_a_correction(house: House) -> None:
    was = standing_of(house.part).sheet
    before, after = put_right(house, 11)
    assert standing_then(house.part, before).sheet == was
    assert standing_then(house.part, after).sheet == standing_of(house.part).sheet != was


def test_after_the_first_deal_there_is_one(house: House) -> None:
    first = DealRevision.objects.filter(deal__part=house.part).earliest("pk")
    assert len(standing_then(house.part, first).live) == 1


def test_the_history_leads_to_every_earlier_state(house: House, client: Client) -> None:
    before, after = put_right(house, 8)
    client.force_login(house.logins["director"])
    history = client.get(reverse("history", args=[house.sitting.pk])).content.decode()
    for one in (before, after):
        assert reverse("table-then", args=[house.sitting.pk, one.pk]) in history
    shown = []
    for one in (before, after):
        answer = client.get(reverse("table-then", args=[house.sitting.pk, one.pk]))
        shown.append([row.sentence for row in answer.context["parts"][0].rows])
    assert shown[0][1:] == shown[1][1:]
    assert shown[0][0] != shown[1][0]


def test_it_names_the_deal_that_was_undone_and_put_back(house: House, client: Client) -> None:
    """As one taps it: Undo, Put it back, then the history; each once, however often it is sent."""
    client.force_login(house.logins["director"])
    at = reverse("table", args=[house.sitting.pk])
    last = standing_of(house.part).live[-1]
    words = deal_line(standing_of(house.part), last).sentence
    given = {"part": house.part.number, "position": last.position,
             "seen": last.revision.number, "key": new_key()}  # fmt: skip
    assert client.post(reverse("undo", args=[house.sitting.pk]), given).status_code == 302
    page = client.get(at).content.decode()
    assert f"Deal {last.number} undone</b>: {words}" in page and "Put it back" in page
    given["key"] = new_key()
    for _twice in range(2):
        assert client.post(reverse("put-back", args=[house.sitting.pk]), given).status_code == 302
    assert "Put it back" not in client.get(at).content.decode()
    told = [
        one.what
        for one in client.get(reverse("history", args=[house.sitting.pk])).context["entries"]
    ]
    n = last.number
    assert told[-2:] == [f"deal {n} undone: {words}", f"deal {n} recorded: {words}"]


def test_a_moment_of_another_table_is_not_here(
    house: House, other_house: House, client: Client
) -> None:
    client.force_login(house.logins["director"])
    theirs = DealRevision.objects.filter(deal__part=other_house.part).latest("pk")
    answer = client.get(reverse("table-then", args=[house.sitting.pk, theirs.pk]))
    assert answer.status_code == 404
