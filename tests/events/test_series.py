"""A series of events: its table from real evenings, its rules, substitutes, absence, history."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Person, Role
from clubscore.events.corrections import rule
from clubscore.events.entries import PairTerms, set_terms, terms_of
from clubscore.events.finishing import bring_back, call_off
from clubscore.events.models import Event, Series
from clubscore.events.models.facts import EventMissed, SeriesKept, StoodIn
from clubscore.events.series import (
    SeriesNow,
    change_series,
    note_absent,
    note_stood_in,
    open_series,
    remove_series,
    rules_in_words,
    series_for,
    series_history,
    unnote,
)
from clubscore.papers.awards import certificates, certificates_pdf
from clubscore.papers.ledger import recording
from clubscore.papers.sizes import A4, LETTER, PaperSize
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_ending import end
from tests.events.test_pages import text_of
from tests.house import build_house, client_of, make_user
from tests.papers.paper_faults import WHICH
from tests.remembered import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class Season:
    """Three evenings of six pairs who sit the same: pair 1 wins the first, pair 2 the others."""

    def __init__(self) -> None:
        first = Evening(boards=1)
        self.club, self.people = first.club, tuple(first.people)
        self.evenings = [first]
        self.evenings += [Evening(club=self.club, people=self.people, boards=1) for _ in range(2)]
        for evening, winner in zip(self.evenings, (1, 2, 2), strict=True):
            played_out(evening, winner)
        self.director = Actor(level=Level.DIRECTOR, club=self.club)
        self.series = open_series(club=self.club, name="Autumn", key="new", actor=self.director)
        self.change(events=self.events)

    @property
    def events(self) -> list[int]:
        return [evening.event.pk for evening in self.evenings]

    def change(self, **kept: Any) -> None:
        kept.setdefault("events", self.events)
        series = Series.objects.get(pk=self.series.pk)
        change_series(
            series=series, name="Autumn", kept=SeriesKept(**kept), seen=series.revision,
            key=f"change{series.revision}", actor=self.director,
        )  # fmt: skip

    def now(self, actor: Actor | None = None) -> SeriesNow:
        actor = actor or self.director
        return SeriesNow(series_for(actor, self.series.pk), actor)

    def line(self, person: int) -> Any:
        """Somebody's line, by the number of the person."""
        pk = self.people[person].pk
        return next(line for line in self.now().lines if pk in line.keys)


def played_out(evening: Evening, winner: int) -> None:
    """Play an evening at which a pair North-South makes every game, and the others go down."""
    while True:
        for table in evening.room.tables():
            for board in table.place.boards:
                facts = FOUR_SPADES if table.place.ns == winner else ONE_DOWN
                for side in ("ns", "ew"):
                    evening.tell(table.number, board, facts, side)
        if evening.event.round == evening.room.rounds:
            break
        evening.next_round()
    end(evening)


@pytest.fixture
def season() -> Season:
    return remembered(Season, Season)


def test_the_mean_of_the_percentages_of_each_player(season: Season) -> None:
    """Of three results a board the best has 4 of 4, two equal ones 1 of 4 each."""
    assert [line.total for line in season.now().lines[:4]] == ["75.00", "75.00", "50.00", "50.00"]
    ada = season.line(0)
    assert [cell.value for cell in ada.cells] == ["100.00", "25.00", "25.00"]
    # Pair 1: (100 + 25 + 25) / 3; pair 2: (25 + 100 + 100) / 3.
    assert ada.total == "50.00" and ada.played == 3
    assert season.line(2).place == "1="


def test_best_of_and_points_for_places(season: Season) -> None:
    season.change(count="best", number=1)
    assert season.line(0).total == "100.00"
    assert [cell.counts for cell in season.line(0).cells] == [True, False, False]
    season.change(value="places", points=[10, 7, 5])
    # Second and third are shared: (7 + 5) / 2 each time.
    assert season.line(0).total == "22.00"
    assert season.line(2).total == "26.00"


def test_pairs_are_ranked_as_pairs(season: Season) -> None:
    season.change(who="pairs")
    lines = season.now().lines
    assert len(lines) == 6
    assert lines[0].names == ["Left2", "Right2"] and lines[0].place == "1"


def test_only_open_rankings_are_shown_to_players_and_none_that_was_called_off(
    season: Season,
) -> None:
    player = Actor(level=Level.PLAYER, club=season.club)
    Event.objects.filter(pk=season.events[0]).update(ranking_open=False)
    assert len(season.now(player).events) == 2
    assert len(season.now().events) == 3
    gone = season.evenings[1].event
    call_off(event=gone, reason="wrong boards", key="off", actor=season.director)
    assert len(season.now().events) == 2
    bring_back(event=gone, key="on", actor=season.director)
    assert len(season.now().events) == 3


def test_a_correction_of_an_event_is_a_correction_of_the_series(season: Season) -> None:
    evening = season.evenings[1]
    table = evening.table(1)

    for board in table.place.boards:
        rule(section=evening.section, spot=evening.spot(1, board), facts={"score": 2000},
             entered=evening.entered(1, board), actor=evening.actor)  # fmt: skip
    # Pair 1 has two of its six boards of that evening alone: (4 × 25 + 2 × 100) / 6 = 50.
    assert [cell.value for cell in season.line(0).cells] == ["100.00", "50.00", "25.00"]
    assert season.line(0).total == "58.33"


def test_a_substitute_counts_for_the_player_replaced_as_often_as_allowed(season: Season) -> None:
    """Left2 plays the second evening for Left1, who did not play it then."""
    left1, left2 = season.people[0].pk, season.people[2].pk
    season.change(substitutes=1)
    said = StoodIn(event=season.events[1], who=left2, whose=left1)
    note_stood_in(series=season.series, said=said, key="sub", actor=season.director)
    # Left1 sat there too and has what was better: the substitute's 100.
    assert [cell.value for cell in season.line(0).cells] == ["100.00", "100.00", "25.00"]
    assert season.line(2).played == 2
    with pytest.raises(Refused, match="already noted"):
        note_stood_in(series=season.series, said=said, key="again", actor=season.director)
    with pytest.raises(Refused, match="two different people"):
        note_stood_in(series=season.series, said=StoodIn(event=said["event"], who=left1,
                      whose=left1), key="same", actor=season.director)  # fmt: skip


def test_absence_by_own_average(season: Season) -> None:
    season.change(missed="own-average", events=season.events[:2])
    season.change(missed="own-average")
    left1 = season.people[0].pk
    stranger = Person.objects.create(club=season.club, name="New", short_name="New")
    for who in (left1, stranger.pk):
        said = EventMissed(event=season.events[2], who=[who], notice=True)
        note_absent(series=season.series, said=said, key=f"a{who}", actor=season.director)
    # Left1 played that evening: the note has no effect; who never played has no line.
    assert [cell.is_missed for cell in season.line(0).cells] == [False] * 3
    assert all(stranger.pk not in line.keys for line in season.now().lines)


def test_guests_are_left_out_where_members_alone_are_ranked(season: Season) -> None:
    Person.objects.filter(pk=season.people[0].pk).update(kind=Person.Kind.GUEST)
    assert len(season.now().lines) == 12
    season.change(members_only=True)
    assert len(season.now().lines) == 11


def test_one_who_was_entered_twice_is_one(season: Season) -> None:
    twice = Person.objects.create(club=season.club, name="Left one", short_name="Left one")
    Person.objects.filter(pk=season.people[0].pk).update(merged_into=twice)
    line = next(each for each in season.now().lines if each.keys == (twice.pk,))
    assert line.names == ["Left one"] and line.played == 3


def test_events_without_percentages_are_named_and_do_not_count(season: Season) -> None:
    Event.objects.filter(pk=season.events[0]).update(scoring="cross-imps")
    now = season.now()
    assert [event.pk for event in now.without_value] == season.events[:1]
    assert season.line(0).played == 2
    season.change(value="score")
    assert season.now().without_value == []
    assert season.line(0).played == 3


def test_what_was_changed_meanwhile_is_not_written_over(season: Season) -> None:
    series = season.series
    with pytest.raises(Refused, match="changed by someone else"):
        change_series(series=series, name="Other", kept=SeriesKept(), seen=0, key="late",
                      actor=season.director)  # fmt: skip
    assert Series.objects.get(pk=series.pk).name == "Autumn"


def test_sent_twice_it_counts_once(season: Season) -> None:
    again = open_series(club=season.club, name="Autumn", key="new", actor=season.director)
    assert again.pk == season.series.pk
    count = len(series_history(season.series))
    for _again in range(2):
        remove_series(series=season.series, removed=True, key="gone", actor=season.director)
    assert len(series_history(season.series)) == count + 1


def test_the_form_for_a_new_one_sent_twice_makes_one(season: Season) -> None:
    director = director_of(season)
    key = director.get(reverse("series-list")).context["key"]
    made = {
        director.post(reverse("series-new"), {"name": "Spring", "key": key})["Location"]
        for _again in range(2)
    }
    assert key and len(made) == 1
    assert Series.objects.filter(name="Spring").count() == 1


def test_the_history_says_what_changed(season: Season) -> None:
    season.change(count="best", number=2, events=season.events[:2])
    said = EventMissed(event=season.events[0], who=[season.people[0].pk], notice=False)
    note_absent(series=season.series, said=said, key="a", actor=season.director)
    unnote(series=season.series, what="absent", at=0, key="u", actor=season.director,
           seen=Series.objects.get(pk=season.series.pk).revision)  # fmt: skip
    newest, missed, changed, added, opened = [line.what for line in series_history(season.series)]
    assert opened == ["name: Autumn"]
    assert len(added) == 1 and added[0].startswith("added: Tuesday pairs")
    assert any("removed: Tuesday pairs" in text for text in changed)
    assert any("The best 2 events of each count." in text for text in changed)
    assert missed[0].startswith("Left1 missed, without notice: Tuesday pairs")
    assert newest[0].startswith("no longer: Left1 missed")


def director_of(season: Season) -> Client:
    return client_of(make_user(season.club, "host", Role.DIRECTOR))


def form_of(season: Season, **given: Any) -> dict[str, Any]:
    series = Series.objects.get(pk=season.series.pk)
    return {"name": "Autumn", "event": season.events, "who": "players", "value": "percent",
            "count": "all", "missed": "nothing", "seen": series.revision, "key": "form",
            } | given  # fmt: skip


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": " "}, "Give the series a name"),
        ({"count": "best", "number": ""}, "Enter how many events: 1 or more."),
        ({"count": "drop", "number": "x"}, "Enter a whole number, 0 to 99."),
        ({"value": "places", "points": "ten"}, "Enter whole numbers from the first place on"),
        ({"value": "score", "missed": "own-average"}, "The own average needs percentages."),
        ({"value": "beauty"}, "Choose what an event is worth."),
        ({"seen": "0"}, "changed by someone else"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(
    season: Season, given: dict[str, str], says: str
) -> None:
    form = form_of(season, minimum="4", **given)
    answer = director_of(season).post(f"/series/{season.series.pk}/change/", form)
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert 'name="minimum" type="number" inputmode="numeric" min="0" max="99" value="4"' in (
        " ".join(answer.content.decode().split())
    )
    assert "minimum" not in season.now().kept or season.now().kept["minimum"] == 0


def test_the_page_the_paper_and_the_text_show_the_table(season: Season) -> None:
    client = director_of(season)
    form = form_of(season, count="best", number="2", up="1", down="1", minimum="3")
    assert client.post(f"/series/{season.series.pk}/change/", form).status_code == 302
    page = text_of(client.get(f"/series/{season.series.pk}/"))
    assert "The best 2 events of each count." in page and "62.50" in page
    assert "(25.00)" in page
    text = client.get(f"/series/{season.series.pk}.txt").content.decode()
    assert (
        "62.50 percent" in text
        and "25.00\n    This one does not count" in text
        and "Tuesday pairs" in text
    )
    pdf = client.get(f"/series/{season.series.pk}.pdf")
    assert pdf.content.startswith(b"%PDF")
    assert "Autumn" in text_of(client.get("/series/"))


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_the_first_three_places_have_certificates(season: Season, paper: PaperSize) -> None:
    """Full names, a page each, the paper across; two who are level have one each."""
    one = season.line(2)
    Person.objects.filter(pk=one.keys[0]).update(name="Katarzyna Wiśniewska-Kowalczyk")
    client, at = director_of(season), f"/series/{season.series.pk}/certificates"
    now = season.now()
    found = certificates(now, "Portland")
    assert [each.place for each in found[:2]] == 2 * ["First of 12, shared: 75.00 percent"]
    assert len(found) == 4 and found[2].place.startswith("Third of 12, shared: ")
    assert "Katarzyna Wiśniewska-Kowalczyk" in [name for each in found for name in each.names]
    with recording() as kept:
        certificates_pdf(found, paper)
    (ledger,) = kept
    assert (ledger.paper.width, ledger.paper.height) == (paper.height, paper.width)
    large = [each for each in ledger.texts if not WHICH.search(each.text)]
    assert ledger.sheets == 4 and min(each.size for each in large) >= 9
    for sheet, each in enumerate(found, start=1):
        texts = {text.text: text.size for text in ledger.texts if text.sheet == sheet}
        assert {"Portland", "Autumn", each.place, each.date, "director"} <= set(texts)
        assert all(texts[name] >= 18 for name in each.names)
    pdf = client.get(f"{at}.pdf")
    assert pdf.content.startswith(b"%PDF") and "certificates" in pdf["Content-Disposition"]
    text = client.get(f"{at}.txt").content.decode()
    assert "Katarzyna Wiśniewska-Kowalczyk" in text
    assert all(len(line) <= 40 for line in text.splitlines())
    assert f"{at}.pdf" in client.get(f"/series/{season.series.pk}/").content.decode()


def test_a_series_without_a_place_has_no_certificates(season: Season) -> None:
    """No key leads there, and whoever goes there all the same comes to the series."""
    season.change(minimum=9)
    client, at = director_of(season), f"/series/{season.series.pk}/"
    assert not season.now().placed
    for ending in ("pdf", "txt"):
        answer = client.get(f"{at}certificates.{ending}")
        assert (answer.status_code, answer["Location"]) == (302, at)
    assert "certificates.pdf" not in client.get(at).content.decode()


def test_a_series_that_was_removed_is_for_directors_alone_and_comes_back(season: Season) -> None:
    client, at = director_of(season), f"/series/{season.series.pk}/"
    player = client_of(make_user(season.club, "left1", Role.PLAYER, season.people[0]))
    assert player.get(at).status_code == 200
    client.post(f"{at}change/", {"remove": "1", "key": "r"})
    assert player.get(at).status_code == 404
    assert "Autumn" not in text_of(player.get("/series/"))
    assert "Autumn" in text_of(client.get("/series/"))
    client.post(f"{at}change/", {"restore": "1", "key": "b"})
    assert player.get(at).status_code == 200
    assert player.get(f"{at}change/").status_code == 403


def test_another_clubs_events_never_get_in(season: Season) -> None:
    other = build_house("Baldwin")
    stranger = Evening(4, kind="", club=other.club)
    season.change(events=[*season.events, stranger.event.pk])
    assert season.now().kept["events"] == season.events
    assert client_of(other.logins["director"]).get(
        f"/series/{season.series.pk}/"
    ).status_code == 404  # fmt: skip


def test_old_events_that_were_chosen_are_offered_beside_the_newest(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubscore.events.series.OFFERED", 1)
    client, at = director_of(season), f"/series/{season.series.pk}/change/"
    page = client.get(at).content.decode()
    assert page.count('name="event"') == 3 and page.count("checked") == 3
    season.change(events=season.events[:1])
    page = client.get(at).content.decode()
    assert page.count('name="event"') == 2


def test_a_series_by_handicap_counts_the_percentages_with_handicaps() -> None:
    season = Season()
    season.change(value="percent", count="all")
    plain = Fraction(season.line(0).total)
    event = season.evenings[0].event
    entry = next(each for each in event.entries.all() if season.people[0] in each.people)
    new = {entry.pk: PairTerms("5", "", "")}
    set_terms(event=event, terms=new, seen={entry.pk: terms_of(entry)}, key="terms",
              actor=season.director)  # fmt: skip
    assert Fraction(season.line(0).total) == plain, "without handicaps they count for nothing"
    season.change(value="handicap", count="all")
    # Five more at one of three evenings; where no one has a handicap the percentage counts.
    assert abs(Fraction(season.line(0).total) - plain - Fraction(5, 3)) < Fraction(1, 50)
    assert "mean percentage with handicap" in " ".join(rules_in_words(season.now().kept))
