"""The poster of a series: evenings ahead, twenty places, a code that leads somewhere or is not."""

import datetime as dt

import pytest

from clubscore.events.models import Event
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.series import (
    PosterEvening,
    PosterStanding,
    SeasonPoster,
    poster_words,
    season_poster_pdf,
)
from clubscore.papers.sizes import A3, A4, LETTER, PaperSize
from clubscore.papers.text import WIDTH, columns, wrapped_text
from tests.events.test_series import Season, director_of
from tests.papers.paper_faults import faults

FORTY = "Johann Sebastian von Hohenlohe-Bartenste"
ADDRESS = "http://192.0.2.2:8000/series/1/"


def poster(
    ahead: int, places: int, *, hidden: bool = False, address: str = ADDRESS
) -> SeasonPoster:
    day = dt.date(2026, 12, 3)
    return SeasonPoster(
        club="Portland Club",
        series="Autumn Pairs of the Thursday Evening Club",
        ahead=tuple(
            PosterEvening(
                f"Thursday {day + dt.timedelta(7 * n)}", f"{3 + n} Dec 2026", "Christmas pairs"
            )
            for n in range(ahead)
        ),
        standing=tuple(
            PosterStanding(
                str(n + 1), () if hidden else (f"{FORTY} {n}", f"{FORTY} {n}"), f"{70 - n}.25"
            )
            for n in range(places)
        ),
        is_sum=False,
        played=4,
        address=address,
    )


def drawn(told: SeasonPoster, paper: PaperSize) -> PaperLedger:
    with recording() as kept:
        season_poster_pdf(told, paper)
    return kept[0]


@pytest.mark.parametrize("paper", [A4, LETTER, A3], ids=["a4", "letter", "a3"])
@pytest.mark.parametrize(("ahead", "places"), [(0, 0), (1, 1), (14, 20), (5, 7)])
def test_it_is_one_sheet_and_says_everybody(paper: PaperSize, ahead: int, places: int) -> None:
    told = poster(ahead, places)
    ledger = drawn(told, paper)
    assert faults(ledger) == [] and ledger.sheets == 1
    texts = [each.text for each in ledger.texts]
    assert texts.count("Christmas pairs") == ahead
    for line in told.standing:
        assert texts.count(line.names[0]) == 2 and line.total in texts
    text = wrapped_text(poster_words(told))
    assert all(columns(line) <= WIDTH for line in text.splitlines())


def test_without_an_address_that_phones_open_there_is_no_code() -> None:
    with_code, without = (drawn(poster(3, 3, address=each), A4) for each in (ADDRESS, ""))
    assert ADDRESS in " ".join(each.text for each in with_code.texts)
    assert "http" not in " ".join(each.text for each in without.texts)


def test_hidden_names_are_on_no_poster() -> None:
    told = poster(3, 3, hidden=True)
    assert FORTY not in " ".join(each.text for each in drawn(told, A4).texts)
    assert FORTY not in wrapped_text(poster_words(told))


@pytest.mark.django_db
def test_the_page_of_a_series_prints_its_poster() -> None:
    season = Season()
    ahead = dt.date.today() + dt.timedelta(days=9)
    one = Event.objects.filter(club=season.club).order_by("pk").last()
    assert one is not None
    one.pk, one.evening, one.name = None, ahead, "Grand Prix"
    one.finished_at = one.final_at = None
    one.save()
    client, at = director_of(season), f"/series/{season.series.pk}/"
    assert f"{at}poster.pdf" in client.get(at).content.decode()
    text = client.get(f"{at}poster.txt").content.decode()
    assert "Grand Prix" in text and "Place 1" in text
    for paper in ("a4", "letter", "a3"):
        assert client.get(f"{at}poster.pdf?paper={paper}").content.startswith(b"%PDF")
