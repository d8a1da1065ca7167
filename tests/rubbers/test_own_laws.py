"""Laws under a name of the club's own: kept, offered beside the book's, put right, taken away."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from clubscore.club.clubs import MOST, keep_laws, own_laws_of, own_laws_summary, take_laws_away
from clubscore.club.entry import Refused
from clubscore.club.models import Act, Club, OwnLaws
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.rubbers.forms import AgreementForm
from clubscore.rubbers.models import RulesKept, Sitting
from clubscore.rubbers.proposals import AgreementProposal
from clubscore.rubbers.seating import agreement_of
from tests.house import House, build_house, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

AUCTION = find_game("auction")
RULES = {"preset": "portland-1914", "slams": "20/40", "rubber_bonus": 300}


@pytest.fixture
def house() -> House:
    return build_house()


def keep(club: Club, name: str = "Our auction", **more: object) -> OwnLaws:
    rules = {**RULES, **more}
    return keep_laws(club=club, game=AUCTION, name=name, rules=rules, author="Dora")


def rules_of(club: Club, given: dict[str, str]) -> RulesKept:
    return AgreementForm(given, club=club, game=AUCTION).rules


def test_they_are_offered_beside_the_book_s_and_nowhere_else(house: House) -> None:
    kept = keep(house.club)
    proposal = AgreementProposal.of(AgreementForm({}, club=house.club, game=AUCTION))
    assert [one["label"] for one in proposal.presets][-2:] == ["Whist Club 1920", "Our auction"]
    assert rules_of(house.club, {"preset": f"own-{kept.pk}"}) == RULES
    told = AgreementProposal.of(
        AgreementForm({"preset": f"own-{kept.pk}"}, club=house.club, game=AUCTION)
    )
    assert told.laws == "Our auction: Portland 1914; slams: 20/40; rubber: 300"
    other_game = AgreementProposal.of(AgreementForm({}, club=house.club, game=find_game("pirate")))
    assert len(other_game.presets) == 3
    other_club = build_house("Bath").club
    assert len(AgreementProposal.of(AgreementForm({}, club=other_club, game=AUCTION)).presets) == 3
    assert rules_of(other_club, {"preset": f"own-{kept.pk}"}) == {"preset": "portland-1914"}


def test_a_table_sits_down_by_them_and_keeps_what_it_agreed_on(house: House) -> None:
    kept = keep(house.club)
    Sitting.objects.all().update(closed_at="2026-01-01T00:00Z")
    given = {
        "game": "auction",
        "who": [person.pk for person in house.people],
        "preset": f"own-{kept.pk}",
        "preset-shown": "portland-1914",
        "rule-slams": "50/100",
        "rule-rubber_bonus": "250",
        "rule-chicane": "off",
        "stake": "for love",
        "key": "a-key",
        "how": "seats",
    }
    answer = client_of(house.logins["director"]).post(reverse("sit-down-open"), given)
    assert answer.status_code == 302
    agreed = agreement_of(Sitting.objects.get(closed_at=None))
    assert agreed.rules == RULES | {"chicane": "off"}
    take_laws_away(club=house.club, game=AUCTION, pk=kept.pk, author="Dora")
    assert agreement_of(Sitting.objects.get(closed_at=None)) == agreed


def test_only_what_somebody_changed_is_taken_over_to_other_laws(house: House) -> None:
    shown = {"preset-shown": "portland-1914", "rule-chicane": "on", "rule-revoke_points": "150"}
    whist = {"preset": "whistclub-1917"}
    assert rules_of(house.club, shown | whist) == whist
    changed = shown | whist | {"rule-revoke_points": "50"}
    assert rules_of(house.club, changed) == whist | {"revoke_points": 50}
    same = shown | {"preset": "portland-1914", "rule-chicane": "off"}
    assert rules_of(house.club, same) == {
        "preset": "portland-1914",
        "chicane": "off",
    }


def test_back_to_the_book_is_no_departure(house: House) -> None:
    kept = keep(house.club)
    given = {"preset": f"own-{kept.pk}", "preset-shown": f"own-{kept.pk}", "rule-slams": "50/100"}
    assert rules_of(house.club, given) == {
        "preset": "portland-1914",
        "rubber_bonus": 300,
    }


def test_the_same_name_puts_them_right_and_the_log_says_so(house: House) -> None:
    first = keep(house.club)
    second = keep(house.club, "our  AUCTION", slams="50/100")
    assert (first.pk, second.name) == (second.pk, "our AUCTION")
    assert own_laws_of(house.club, AUCTION) == [second]
    act = Act.objects.filter(club=house.club, what="own laws kept").latest("pk")
    assert act.data["changed"] == [RULES, RULES | {"slams": "50/100"}]
    assert act.author == "Dora"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "Portland 1914", "a\x00b"])
def test_a_name_that_cannot_be(house: House, name: str) -> None:
    with pytest.raises(Refused) as caught:
        keep(house.club, name)
    assert caught.value.field == "own_name"
    assert not OwnLaws.objects.exists()


def test_rules_that_the_game_does_not_have_are_refused(house: House) -> None:
    with pytest.raises(RuleError):
        keep(house.club, nullo_value=8)


def test_there_is_an_end_to_them(house: House) -> None:
    for number in range(MOST):
        keep(house.club, f"Laws {number}")
    with pytest.raises(Refused):
        keep(house.club, "One too many")
    assert keep(house.club, "Laws 3").name == "Laws 3"


def test_one_of_a_name_in_the_database_too(house: House) -> None:
    keep(house.club)
    with pytest.raises(IntegrityError), transaction.atomic():
        OwnLaws.objects.create(club=house.club, game="auction", name="OUR AUCTION", rules={})


def test_taken_away_and_twice_is_once(house: House) -> None:
    kept = keep(house.club)
    for _ in range(2):
        take_laws_away(club=house.club, game=AUCTION, pk=kept.pk, author="Dora")
    assert not OwnLaws.objects.exists()
    assert Act.objects.filter(what="own laws taken away").count() == 1


def test_the_director_keeps_them_on_the_game_s_page(house: House) -> None:
    director = client_of(house.logins["director"])
    address = reverse("club-house", kwargs={"key": "auction"})
    given = {"preset": "whistclub-1917", "rule-slams": "20/40", "stake": "love", "seen": "{}"}
    nameless = director.post(address, given | {"keep": "1", "own_name": ""})
    assert nameless.status_code == 422
    assert "Enter a name of at most" in nameless.content.decode()
    kept = director.post(address, given | {"keep": "1", "own_name": "Thursday laws"})
    assert kept["Location"] == address
    page = director.get(address).content.decode()
    assert "Thursday laws" in page
    assert "Whist Club 1917; slams: 20/40" in page
    assert "Thursday laws" in director.get(reverse("club")).content.decode()
    away = {"away": str(OwnLaws.objects.get().pk)}
    assert director.post(address, away).status_code == 409, "of a page that has not seen them"
    director.post(address, away | {"own_seen": own_laws_summary(house.club, AUCTION)})
    assert not OwnLaws.objects.exists()


def test_another_club_s_laws_are_not_taken_away(house: House) -> None:
    theirs = keep(build_house("Bath").club)
    address = reverse("club-house", kwargs={"key": "auction"})
    client_of(house.logins["director"]).post(address, {"away": str(theirs.pk)})
    assert OwnLaws.objects.filter(pk=theirs.pk).exists()


def test_laws_that_the_game_no_longer_has_are_said_and_not_offered(house: House) -> None:
    OwnLaws.objects.create(club=house.club, game="auction", name="Old", rules={"gone": 1})
    assert len(AgreementProposal.of(AgreementForm({}, club=house.club, game=AUCTION)).presets) == 3
    address = reverse("club-house", kwargs={"key": "auction"})
    page = client_of(house.logins["director"]).get(address).content.decode()
    assert "game no longer has these laws" in page
