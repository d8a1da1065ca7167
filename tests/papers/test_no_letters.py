"""Pages that offer papers say beforehand what cannot be printed whole."""

import pytest
from reportlab.pdfbase.ttfonts import TTFont

from clubscore.club.models import Person, Role
from clubscore.events.models import Event
from clubscore.papers.templatetags.papers import no_letters
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.house import House, build_house, client_of

pytestmark = pytest.mark.django_db
ONE = "One name has letters that cannot be printed; on paper □ stands for each: "


@pytest.fixture(autouse=True)
def no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here may read a font."""

    def opened(*_told: object) -> None:
        raise AssertionError("a page reads no font")

    monkeypatch.setattr(TTFont, "__init__", opened)


def rename(person: Person, name: str) -> None:
    Person.objects.filter(pk=person.pk).update(name=name, short_name=name)


@pytest.fixture
def evening() -> Evening:
    found = Evening(4, kind="howell", winners=1, starts=False)
    found.next_round()
    found.play()
    return found


@pytest.mark.parametrize("page", ["", "ranking/"])
def test_a_page_of_an_event_names_whose_letters_no_font_has(evening: Evening, page: str) -> None:
    rename(evening.people[0], "ᚠᚢᚦ Runa")
    rename(evening.people[1], "李 Wei")
    said = director_of(evening).get(path(evening, page)).content.decode()
    assert f"{ONE}ᚠᚢᚦ Runa." in " ".join(said.split())
    rename(evening.people[0], "שלום Łukasz")
    said = director_of(evening).get(path(evening, page)).content.decode()
    assert "cannot be printed" not in said


def test_the_events_own_name_counts(evening: Evening) -> None:
    Event.objects.filter(pk=evening.event.pk).update(name="🎄 pairs")
    rename(evening.people[2], "🂡 Ace")
    said = director_of(evening).get(path(evening, "")).content.decode()
    assert "2 names have letters that cannot be printed" in said
    assert "🎄 pairs, 🂡 Ace." in " ".join(said.split())


@pytest.fixture
def house() -> House:
    return build_house()


def test_pads_slips_and_accounts_say_it_too(house: House) -> None:
    people, sitting = house.people, house.sitting
    rename(people[0], "ᚠ Runa")
    addresses = [f"/table/{sitting.pk}/pad/", f"/table/{sitting.pk}/slip/"]
    addresses.append(f"/book/{people[0].pk}/")
    director = client_of(house.logins[Role.DIRECTOR])
    for address in addresses:
        said = director.get(address).content.decode()
        assert ONE in said and "ᚠ Runa" in said, address


def test_each_is_named_once() -> None:
    assert no_letters("ᚠ", ["Ann", "ᚠ"], ["ᚢ"])["names"] == ["ᚠ", "ᚢ"]
