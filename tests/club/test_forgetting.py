"""A person's data taken out; his name forgotten, and nothing of what was recorded for others."""

import copy
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused, authored, new_key, seen_of
from clubscore.club.ledger import Origin, Transfer, post
from clubscore.club.models import Act, Entry, Person, User
from clubscore.club.people import Details, change_person
from clubscore.club.privacy import forget_name
from clubscore.events.directing import show_ranking
from clubscore.events.imported import FileSource, bring_in_event, known_file
from clubscore.events.models import EventHappening
from clubscore.files.person_file import book_rows, known_of
from clubscore.files.sittings import written_sitting
from clubscore.ranking import read_event
from clubscore.rubbers.models import DealRevision, Happening
from tests.events.evenings import Evening
from tests.events.whole_event import WHOLE
from tests.house import House, client_of

pytestmark = pytest.mark.postgres


def named(house: House, name: str) -> Person:
    """Give the first person of the house a name that nobody else has in any text."""
    person = house.people[0]
    short = name.split(maxsplit=1)[0]
    details = Details(name=name, short_name=short, number="12", email="z@example.org")
    change_person(
        person=person, details=details, seen=seen_of(person, Details.__annotations__), author=name
    )
    person.refresh_from_db()
    return person


def everything(house: House) -> str:
    """Return all texts of the club in which a name could stand, the book's left out."""
    rows = [
        *Act.objects.values_list("author", "data"),
        *Happening.objects.values_list("author", "data"),
        *EventHappening.objects.values_list("author", "data"),
        *DealRevision.objects.values_list("author", "facts"),
        *Person.objects.values_list("name", "short_name", "email"),
        *User.objects.values_list("username", "email"),
    ]
    return json.dumps(rows, ensure_ascii=False, default=str)


def test_a_name_is_forgotten_everywhere_and_what_was_played_stays(house: House) -> None:
    person = named(house, "Zoë Quixote")
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    evening.play()
    DealRevision.objects.bulk_create(
        [
            DealRevision(
                club=house.club,
                deal=house.part.deals.first(),
                number=2,
                kind="recorded",
                dealer="N",
                facts={"passed_out": True},
                author=person.name,
                key=new_key(),
            )
        ]
    )
    client_of(house.logins["director"]).get(f"/players/{person.pk}/data/")
    before = [each["deals"] for each in written_sitting(house.sitting)]
    assert "Quixote" in everything(house) and "Zoë" in everything(house)

    new = forget_name(person=person, author="Dora")

    told = everything(house)
    assert "quixote" not in told.casefold() and "Zoë" not in told and "z@example.org" not in told
    assert new in told
    files = written_sitting(house.sitting)
    assert [each["deals"] for each in files] == before
    assert files[0]["players"]["N"] == new and files[0]["players"]["E"] == "Bob"
    assert evening.room.names(evening.section.pk, 1) == [new, "Bob"]
    # His login opens nothing any more, and says nothing of him.
    login = User.objects.get(pk=house.logins["player"].pk)
    assert (login.is_active, login.username) == (False, f"former-{person.pk}")
    assert not login.has_usable_password()
    assert client_of(house.logins["player"]).get("/players/").status_code in (302, 403)
    assert Act.objects.first().what == "name forgotten"  # type: ignore[union-attr]


def test_a_namesakes_name_stays(house: House) -> None:
    named(house, "Ann Lind")
    other = Person.objects.create(club=house.club, name="Ann Lind", short_name="Lind")
    Act.objects.create(club=house.club, author="Ann Lind", what="role given", data={})
    forget_name(person=house.people[0], author="Dora")
    assert Act.objects.filter(author="Ann Lind").exists(), "it may be the other's"
    other.refresh_from_db()
    assert other.name == "Ann Lind"


def pays(house: House) -> None:
    """Let the first person of the house enter in the book that he paid the second a shilling."""
    person, other = house.people[:2]
    person.refresh_from_db()
    actor = Actor(level=Level.PLAYER, club=house.club, person=person)
    post(kind=Entry.Kind.PAYMENT, origin=Origin(house.sitting.evening),
         lines={Transfer(person.pk, other.pk, "LSD"): 12},
         entry=authored(actor, house.club.pk, new_key()))  # fmt: skip


def test_the_book_is_never_changed(house: House) -> None:
    pays(house)
    before = list(Entry.objects.values())
    forget_name(person=house.people[0], author="Dora")
    assert list(Entry.objects.values()) == before


def test_the_book_shows_the_new_name_and_a_namesake_who_comes_later_his_own(house: House) -> None:
    named(house, "Zoë Quixote")
    pays(house)
    new = forget_name(person=house.people[0], author="Dora")
    director = client_of(house.logins["director"])
    assert "Quixote" not in director.get("/book/").content.decode()
    assert [row[-3] for row in book_rows(house.club)] == [new]
    assert "Quixote" not in json.dumps([*Act.objects.values_list("data")])
    # Forgetting again forgets nothing of how the book is read.
    forget_name(person=house.people[0], author="Dora")
    later = Person.objects.create(club=house.club, name="Zoë Quixote", short_name="Zoë")
    house.people[0].refresh_from_db()
    post(kind=Entry.Kind.PAYMENT, origin=Origin(house.sitting.evening),
         lines={Transfer(later.pk, house.people[1].pk, "LSD"): 12},
         entry=authored(Actor(level=Level.PLAYER, club=house.club, person=later),
                        house.club.pk, new_key()))  # fmt: skip
    assert [row[-3] for row in book_rows(house.club)] == [new, "Zoë Quixote"]


def test_files_of_events_lose_the_name_and_nothing_else(house: House) -> None:
    facts = copy.deepcopy(WHOLE)
    facts["contestants"][0]["names"] = ["Zoë Quixote", "Zoë"]
    facts["name"] = "Zoë Quixote’s cup"
    told = read_event(facts)
    named(house, "Zoë Quixote")
    actor = Actor(level=Level.DIRECTOR, club=house.club, person=house.people[3])
    event = bring_in_event(club=house.club, told=told, source=FileSource("cup.json"), actor=actor)
    new = forget_name(person=house.people[0], author="Dora")
    facts["contestants"][0]["names"][0] = new
    # What is kept is what the program would write of it, and the file itself is still known.
    assert event.tellings.get().text == read_event(facts).written()
    assert known_file(house.club, told) == event
    page = client_of(house.logins["director"]).get(f"/event/{event.pk}/ranking/").content.decode()
    assert new in page


def test_the_only_director_is_not_forgotten(house: House) -> None:
    with pytest.raises(Refused, match=r"A club needs a director\. Make"):
        forget_name(person=house.people[3], author="Dora")
    house.people[3].refresh_from_db()
    assert house.people[3].name == "Dora"


def test_forgetting_takes_two_taps(house: House) -> None:
    director, bob = client_of(house.logins["director"]), house.people[1]
    address = f"/players/{bob.pk}/nameless/"
    assert "Delete the name Bob?" in director.get(address).content.decode()
    director.post(address)
    bob.refresh_from_db()
    assert bob.name == "Bob"
    assert director.post(address, {"agreed": "1"}).status_code == 302
    bob.refresh_from_db()
    assert (bob.name, bob.active) == (f"Former player {bob.pk}", False)


def test_everybody_takes_his_own_data_out_and_nobody_anothers(house: House) -> None:
    ann, bob = house.people[:2]
    named(house, "Ann Lind")
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    evening.play()
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    pays(house)
    player = client_of(house.logins["player"])
    answer = player.get(f"/players/{ann.pk}/data/")
    known = json.loads(answer.content)
    assert known["person"]["name"] == "Ann Lind" and answer["Cache-Control"].startswith("max-age=0")
    assert known["card tables"][0]["table"] == "Window table"
    assert known["events"][0]["partner"] == "Bob"
    assert known["logins"][0]["role"] == "player"
    # Every deal of his, as the score file of the sitting has it.
    assert [each["deals"] for each in known["sittings"]] == [
        each["deals"] for each in written_sitting(house.sitting)
    ]
    board = known["events"][0]["boards"][0]
    assert board["result"]["contract"] and board["against"] and board["top"]
    assert len(known["events"][0]["boards"]) == len(evening.room.standings) // 2
    assert known["log"][-1]["what"] == "person put right"
    assert [(each["what"], each["kind"]) for each in known["entered"]] == [("entry", "payment")]
    assert player.get(f"/players/{bob.pk}/data/").status_code == 403
    assert client_of(house.logins["scorer"]).get(f"/players/{bob.pk}/data/").status_code == 403


def test_ones_data_takes_as_many_queries_for_many_events_as_for_one(house: House) -> None:
    counts = []
    for number in range(2):
        evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
        evening.play()
        show_ranking(event=evening.event, shown=True, key=f"o{number}", actor=evening.actor)
        with CaptureQueriesContext(connection) as captured:
            known = known_of(house.people[0], evening.actor)
        assert len(known["events"]) == number + 1
        counts.append(len(captured))
    assert counts[0] == counts[1]
