"""Templates of events: kept, opened from in one tap, changed, thrown away, carried along."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.club.models import Act
from clubscore.events.entries import open_event
from clubscore.events.models import Event, EventTemplate
from clubscore.events.movement import offers
from clubscore.events.terms import (
    Terms,
    change_template,
    keep_template,
    template_in_words,
    terms_of_template,
    terms_to_keep,
    throw_away,
    usual_name,
)
from clubscore.files.club_file import export_club
from clubscore.files.club_import import import_club
from tests.events.evenings import Evening
from tests.events.test_pages import director_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FULL = Terms(
    "Summer cup",
    fee=96,
    scoring="butler-imps",
    options={"datum": "trim-2"},
    guest_fee=240,
    wish={"kind": "howell", "each": 3, "minutes": 22},
)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def kept(evening: Evening, terms: Terms = FULL, title: str = "Cup") -> EventTemplate:
    return keep_template(club=evening.club, title=title, terms=terms, actor=evening.actor)


def opened(evening: Evening, template: EventTemplate) -> Event:
    return open_event(
        club=evening.club,
        evening=evening.event.evening,
        terms=terms_of_template(template),
        key=new_key(),
        actor=evening.actor,
    )


def test_an_event_opened_from_a_template_is_as_it_was_kept() -> None:
    evening = Evening(0, kind="")
    event = opened(evening, kept(evening))
    assert (event.name, event.fee, event.guest_fee) == ("Summer cup", 96, 240)
    assert (event.scoring, event.options) == ("butler-imps", {"datum": "trim-2"})


def test_a_name_of_the_day_is_named_anew_and_one_of_its_own_stays() -> None:
    evening = Evening(0, kind="")
    Event.objects.update(name=usual_name(evening.club))
    assert terms_to_keep(evening.event).name == ""
    assert opened(evening, kept(evening, terms_to_keep(evening.event))).name == usual_name(
        evening.club
    )
    Event.objects.filter(pk=evening.event.pk).update(name="Summer cup")
    assert terms_to_keep(evening.event).name == "Summer cup"


def test_the_movement_that_was_played_is_proposed_first_with_its_minutes() -> None:
    evening = Evening(8, kind="howell", winners=1, boards=2)
    terms = terms_to_keep(evening.event)
    assert terms.wish == {"kind": "howell", "rounds": 7, "each": 2, "winners": 1, "minutes": 20}
    event = opened(evening, kept(evening, terms))
    first = offers(event, 8)[0]
    assert first.value == "howell:7:14:1" and first.minutes_a_round == 20
    assert first.why == "as the template says"


def test_where_so_many_cannot_play_so_many_rounds_the_kind_comes_first() -> None:
    evening = Evening(8, kind="howell", winners=1, boards=2)
    event = opened(evening, kept(evening, terms_to_keep(evening.event)))
    assert offers(event, 6)[0].value == "howell:5:10:1"
    # Of a kind that so many cannot play at all, what is offered is as without a template.
    other = opened(evening, kept(evening, replace(FULL, wish={"kind": "mitchell"}), "Three"))
    assert offers(other, 3) == []


def test_a_template_in_words() -> None:
    evening = Evening(0, kind="")
    words = template_in_words(kept(evening))
    assert words.endswith("table money 2s per player, 5s per guest · Howell · 3 boards a round")
    assert words.startswith("Pairs · ")


def test_names_are_the_clubs_own_and_sending_twice_keeps_one() -> None:
    evening, other = Evening(0, kind=""), Evening(0, kind="")
    kept(evening)
    with pytest.raises(Refused, match="already a template called cup"):
        kept(evening, title="cup")
    kept(other)
    for _time in range(2):
        keep_template(club=evening.club, title="B", terms=FULL, key="once", actor=evening.actor)
    assert EventTemplate.objects.filter(club=evening.club).count() == 2


def test_there_are_not_more_than_a_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubscore.events.terms.MOST", 2)
    evening = Evening(0, kind="")
    for title in ("A", "B"):
        kept(evening, title=title)
    with pytest.raises(Refused, match="at most 2 templates"):
        kept(evening, title="C")


def test_what_somebody_else_changed_is_not_overwritten() -> None:
    evening = Evening(0, kind="")
    template = kept(evening)
    seen = template.mark

    def change(title: str) -> None:
        change_template(kept=template, title=title, terms=FULL, seen=seen, actor=evening.actor)

    change("First")
    with pytest.raises(Refused, match="Someone else has changed"):
        change("Second")
    throw_away(kept=template, actor=evening.actor)
    throw_away(kept=template, actor=evening.actor)
    with pytest.raises(Refused, match="was deleted"):
        change("Third")
    told = Act.objects.filter(club=evening.club, what__startswith="template")
    assert [act.what.split()[1] for act in told.order_by("pk")] == ["kept", "changed", "deleted"]


def test_the_director_keeps_changes_opens_and_deletes_on_the_pages() -> None:
    evening = Evening(0, kind="", fee=96)
    director, event = director_of(evening), evening.event
    page = director.post(f"/event/{event.pk}/keep/", {"title": " ", "key": "k"})
    assert page.status_code == 422 and "Give the template a name" in text_of(page)
    assert (
        director.post(f"/event/{event.pk}/keep/", {"title": "Night", "key": "k"}).status_code == 302
    )
    template = EventTemplate.objects.get()
    assert "Night" in text_of(director.get("/event/new/"))
    address = f"/event/template/{template.pk}/"
    form = {
        "title": "Late night", "name": "Owls", "form": "pairs", "scoring": "cross-imps",
        "fee": "3s", "movement": "mitchell", "rounds": "6", "each": "4", "minutes": "25",
        "seen": template.mark,
    }  # fmt: skip
    for field, wrong in (("rounds", "0"), ("each", "37"), ("minutes", "soon"), ("fee", "much")):
        page = director.post(address, form | {field: wrong})
        assert page.status_code == 422 and f'value="{wrong}"' in text_of(page), field
    page = director.post(address, form | {"seen": "earlier"})
    assert page.status_code == 422 and "Someone else has changed" in text_of(page)
    assert director.post(address, form).status_code == 302
    template.refresh_from_db()
    assert template.wish == {"kind": "mitchell", "rounds": 6, "each": 4, "minutes": 25}
    assert (template.title, template.fee, template.scoring) == ("Late night", 144, "cross-imps")
    answer = director.post(f"{address}open/", {"key": "o"})
    assert director.post(f"{address}open/", {"key": "o"})["Location"] == answer["Location"]
    made = Event.objects.get(name="Owls")
    assert answer["Location"] == f"/event/{made.pk}/entries/" and made.fee == 144
    assert director.post(address, {"delete": "1"}).status_code == 302
    assert director.get(address).status_code == 404
    assert director.post(f"{address}open/", {"key": "p"})["Location"] == "/event/new/"


def test_a_movement_that_cannot_be_wished_for_is_told_and_nothing_is_dropped() -> None:
    evening = Evening(0, kind="")
    director, template = director_of(evening), kept(evening)
    form = {"title": "Cup", "name": "Cup", "form": "individuals", "seen": template.mark}
    address = f"/event/template/{template.pk}/"
    page = director.post(address, form | {"movement": "howell"})
    assert page.status_code == 422 and "is for other players" in text_of(page)
    page = director.post(address, form | {"movement": "", "each": "3"})
    assert page.status_code == 422 and "Choose the kind of movement" in text_of(page)
    assert director.post(address, form | {"movement": "individual"}).status_code == 302
    template.refresh_from_db()
    assert template.contestants_are == "individuals" and template.wish == {"kind": "individual"}


def test_templates_go_with_the_club_to_another_server(tmp_path: Path) -> None:
    evening = Evening(0, kind="")
    template, file = kept(evening), tmp_path / "club.json"
    export_club(evening.club, file)
    here = import_club(file).club
    found = EventTemplate.objects.get(club=here)
    assert found.pk != template.pk and found.title == "Cup" and found.kept_at == template.kept_at
    assert terms_of_template(found) == terms_of_template(template)
