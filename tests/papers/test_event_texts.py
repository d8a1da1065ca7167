"""The plain texts of an event: forty columns, whole words, linked, with what their papers say."""

import io
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.models import Role
from clubscore.events.models import Event
from clubscore.papers.event_papers import papers_of_events
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.text import WIDTH, columns
from tests.events.evenings import ONE_DOWN, Evening
from tests.events.test_pages import director_of, path
from tests.house import client_of, make_user

pytestmark = [pytest.mark.django_db]
SIGNS = re.compile("[♠♥♦♣×−=]")
DOUBLED = {"contract": "3NTXX", "declarer": "E", "tricks": 4}
LONG = "Katarzyna Wiśniewska-Kowalczyk Αλεξανδροπούλου"


def spread(evening: Evening) -> Evening:
    """Play two rounds with every kind of result, by people with long and wide names."""
    for person, name in zip(evening.people, ("山田太郎" * 6, LONG, "שרה כהן"), strict=False):
        person.name = name
        person.save()
    evening.play()
    evening.next_round()
    evening.play(ONE_DOWN)
    evening.next_round()
    evening.tell(1, evening.room.tables()[0].place.boards[0], DOUBLED)
    evening.tell(1, evening.room.tables()[0].place.boards[0], DOUBLED, "ew")
    return evening


@pytest.fixture(params=["pairs", "individual", "teams"])
def evening(request: pytest.FixtureRequest) -> Evening:
    """An event of each kind of contestants, in its third round."""
    if request.param == "pairs":
        return spread(Evening(6))
    if request.param == "individual":
        return spread(Evening(8, kind="individual", winners=1, form="individuals"))
    return spread(Evening(4, kind="teams-round-robin", winners=1, form="teams"))


def texts(client: Client, evening: Evening) -> Iterator[tuple[str, str]]:
    """The text of every paper that the event has."""
    for paper in papers_of_events():
        if paper.is_of(evening.event):
            answer = client.get(path(evening, f"{paper.key}.txt"))
            assert answer.status_code == 200, paper.key
            assert answer["Content-Language"] == "en-gb"
            assert answer["X-Robots-Tag"] == "noindex"
            yield paper.key, answer.content.decode()


def test_every_text_has_forty_columns_and_no_signs(evening: Evening) -> None:
    director = director_of(evening)
    seen = set()
    for key, text in texts(director, evening):
        seen.add(key)
        lines = text.split("\n")
        assert lines.pop() == "", key
        assert max(map(columns, lines)) <= WIDTH, key
        assert not SIGNS.search(text), key
        # Directions are words; a row is never a line of cells.
        assert not re.search(r"\b(NS|EW|N-S|E-W)\b", text), key
        assert lines[1].startswith("Tuesday pairs, "), key
        assert "In play: round 3." in lines[2:5], key
        assert "\n\n\n" not in text, key
    assert {"tonight", "results", "recap", "guide-cards"} < seen


def names_in(text: str, names: list[str]) -> set[str]:
    """The names that stand in a text, however it is broken."""
    whole = "".join(text.split())
    return {name for name in names if "".join(name.split()) in whole}


@pytest.mark.parametrize("kind", ["ranking", "results", "cards", "recap"])
def test_a_text_has_the_names_and_points_of_its_paper(kind: str) -> None:
    evening = Evening(6)
    evening.play()
    evening.next_round()
    evening.play(ONE_DOWN)
    director = director_of(evening)
    text = director.get(path(evening, f"{kind}.txt")).content.decode()
    pdf = PdfReader(io.BytesIO(director.get(path(evening, f"{kind}.pdf")).content))
    paper = "\n".join(page.extract_text() for page in pdf.pages)
    names = [person.name for person in evening.people]
    assert names_in(text, names) == names_in(paper, names) == set(names)
    percents = Counter(re.findall(r"\b\d+\.\d\d\b", paper))
    assert set(percents) <= set(re.findall(r"\b\d+\.\d\d\b", text))


FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
# Blank forms: their numbers are those of the forms, which a text has no use for.
BLANK = {"spare-slips", "rulings"}


def figures_apart(text: str, ledger: PaperLedger, blanks: int = 0) -> set[str]:
    """The figures that only one of a text and its paper has; how it was printed is no part of it.

    The paper may number so many blanks besides.
    """
    said = [each.text for each in ledger.texts if "printed " not in each.text]
    drawn = set(FIGURE.findall(" ".join(said)))
    written = set(FIGURE.findall(text))
    return (drawn ^ written) - {str(n) for n in range(1, blanks + 1)}


def test_a_text_has_every_figure_of_its_paper_and_no_other(evening: Evening) -> None:
    director, looked = director_of(evening), 0
    for key, text in texts(director, evening):
        if key in BLANK:
            continue
        with recording() as kept:
            director.get(path(evening, f"{key}.pdf"))
        (ledger,) = kept
        # A place is read "1 of 8", and stands alone on a poster.
        places = set(re.findall(r"^Place \d+ of (\d+)", text, re.MULTILINE))
        blanks = {"tonight": 10, "cup-slips": len(ledger.pieces)}.get(key, 0)
        apart = figures_apart(text, ledger, blanks)
        if key == "side-cards":
            # Cards that say nothing of rounds have a text whose head says which is played.
            apart -= {"3"}
        assert apart - places == set(), key
        looked += 1
    assert looked >= 11


def test_a_figure_that_a_text_lacks_or_has_too_many_is_seen() -> None:
    evening = Evening(6)
    evening.play()
    director = director_of(evening)
    with recording() as kept:
        director.get(path(evening, "results.pdf"))
    text = director.get(path(evening, "results.txt")).content.decode()
    assert figures_apart(text, kept[0]) == set()
    assert figures_apart(text.replace("420", "430"), kept[0]) == {"420", "430"}


def test_every_text_is_linked_from_a_page_that_its_reader_may_open() -> None:
    evening = Evening(6)
    evening.play()
    director = director_of(evening)
    pages = ("", "ranking/", "matches/", "boards/")
    found = " ".join(director.get(path(evening, page)).content.decode() for page in pages)
    Event.objects.filter(pk=evening.event.pk).update(round=0)
    found += director.get(path(evening, "")).content.decode()
    over = {"finished_at": evening.event.opened_at, "final_at": evening.event.opened_at}
    Event.objects.filter(pk=evening.event.pk).update(round=3, **over)
    found += director.get(path(evening, "")).content.decode()
    for paper in papers_of_events():
        if paper.is_of(evening.event):
            for ending in ("pdf", "txt"):
                assert f'href="{path(evening, f"{paper.key}.{ending}")}"' in found, paper.key


def test_a_players_page_links_the_text_of_the_ranking() -> None:
    evening = Evening(6)
    evening.play()
    Event.objects.filter(pk=evening.event.pk).update(ranking_open=True)
    player = client_of(make_user(evening.club, "ann", Role.PLAYER, evening.people[0]))
    page = player.get(path(evening, "ranking/"))
    assert page.status_code == 200
    assert f'href="{path(evening, "ranking.txt")}"' in page.content.decode()
