"""The law book as pages: contents, parts, laws, what is found, and the ways there from games."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from clubscore.lawbook.books import (
    FILES,
    LAWS_OF_BRIDGE,
    VARIATIONS,
    Passage,
    all_places,
    book,
    law,
)
from clubscore.laws.games import GAMES
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db]

PART = reverse("law-part", args=[LAWS_OF_BRIDGE, "the-revoke"])
LAW_87 = reverse("law", args=[LAWS_OF_BRIDGE, "the-revoke", "law-87"])


def html_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def text_shown(passage: Passage) -> str:
    """A passage without white space and without the marks of pages and limbs."""
    return squeezed("".join(each.text for each in passage.paragraphs))


def text_on(html: str) -> str:
    """The same of a page: without the numbers of pages and limbs."""
    article = html[html.index("<article") : html.index("</article>")]
    article = re.sub(r'<a class="printed".*?</a>', "", article, flags=re.S)
    article = re.sub(r'<b class="number">.*?</b>', "", article)
    return squeezed(unescape(strip_tags(article)))


def test_every_passage_of_every_book_is_read_whole_on_the_page_of_its_part() -> None:
    looked = 0
    for key in FILES:
        for part in book(key).parts:
            html = html_of(reverse("law-part", args=[key, part.key]))
            shown = text_on(html)
            for passage in part.passages:
                assert f'id="{passage.key}"' in html
                for paragraph in passage.paragraphs:
                    for line in re.split(r"[\n\t]", paragraph.text):
                        assert squeezed(line) in shown, (passage.key, line)
                        looked += 1
            printed = re.findall(r'class="printed" id="p(\d+)"', html)
            pages = {page for each in part.passages for page in each.pages if page}
            assert printed == [str(page) for page in sorted(pages)], part.key
    assert looked > 900


def test_each_law_has_a_page_of_its_own_with_its_neighbours() -> None:
    places = [place for place in all_places(book(LAWS_OF_BRIDGE)) if place.passage.word == "law"]
    assert len(places) == 103
    for place in places[::17]:
        html = html_of(reverse("law", args=[LAWS_OF_BRIDGE, place.part.key, place.passage.key]))
        assert text_shown(place.passage) in text_on(html)
        assert f"Law {place.passage.number}</h1>" in html
        assert f"p{place.passage.page}" in html
    told = words(html_of(LAW_87))
    assert "Before Law 86" in told
    assert "Next Law 88" in told
    assert "2 games go by it" in told
    first = html_of(reverse("law", args=[LAWS_OF_BRIDGE, "the-rubber", "law-1"]))
    assert 'rel="prev"' not in first


def test_a_law_in_another_part_a_part_and_a_book_that_are_not_there() -> None:
    for address in (
        reverse("law", args=[LAWS_OF_BRIDGE, "the-rubber", "law-87"]),
        reverse("law", args=[LAWS_OF_BRIDGE, "the-revoke", "law-104"]),
        reverse("law", args=[LAWS_OF_BRIDGE, "etiquette-of-bridge", "etiquette-of-bridge"]),
        reverse("law-part", args=[LAWS_OF_BRIDGE, "the-giraffe"]),
        reverse("law-part", args=["laws-of-whist", "the-revoke"]),
        reverse("law-book", args=["laws-of-whist"]),
    ):
        assert Client().get(address).status_code == 404, address


def test_the_contents_list_every_part_and_each_correction_of_the_scan() -> None:
    for key in FILES:
        html = html_of(reverse("law-book", args=[key]))
        for part in book(key).parts:
            assert f'href="{reverse("law-part", args=[key, part.key])}"' in html
        assert html.count("<ins ") == len(book(key).corrections)
        for each in book(key).left_out:
            assert f"p. {each.page}" in words(html)
    assert "laws 86–95 pp. 17–19" in words(html_of(reverse("law-book", args=[LAWS_OF_BRIDGE])))


def test_what_is_found_is_counted_marked_and_leads_there() -> None:
    html = html_of(reverse("laws") + "?q=claimed+revoke")
    assert "passages" in words(html)
    assert "<mark>revoke</mark>" in html
    assert f'href="{reverse("law", args=[LAWS_OF_BRIDGE, "the-revoke", "law-93"])}"' in html
    assert "One passage" in words(html_of(reverse("laws") + "?q=87"))
    assert "Nothing with “giraffe”" in words(html_of(reverse("laws") + "?q=giraffe"))
    assert "stand in none of these books" in words(html_of(reverse("laws") + "?game=chicago"))
    # A game that is not there narrows nothing, and what is typed is shown as it was typed.
    assert "One passage" in words(html_of(reverse("laws") + "?q=87&game=whist"))
    assert "&lt;b&gt;" in html_of(reverse("laws") + "?q=%3Cb%3E")


def test_words_are_found_only_by_the_game_that_is_chosen() -> None:
    told = words(html_of(reverse("laws") + "?q=revoke&game=contract-1923"))
    assert "Rule 9" in told
    assert "Law 87" not in told


def test_a_layer_over_a_game_has_its_chapters() -> None:
    told = words(html_of(reverse("game", args=["pirate-with-joker"])))
    assert "Auction Bridge Variations: Pirate Bridge pp. 81–99" in told
    assert "Auction Bridge Variations: Joker Bridge pp. 114–120" in told
    assert "Law 14" in words(html_of(reverse("laws") + "?game=pirate-with-joker"))


def test_every_link_of_every_game_page_into_the_books_leads_to_its_place() -> None:
    seen: dict[str, str] = {}
    without = set()
    for game in GAMES:
        html = html_of(reverse("game", args=[game.key]))
        links = set(re.findall(r'href="(/games/laws/[^"?]+)"', html))
        all_its_laws = f'href="{reverse("laws")}?game={game.key}"' in html
        assert all_its_laws == (game.key not in ("rubber-bridge", "chicago"))
        if not links:
            without.add(game.key)
        for link in links:
            address, _slash, anchor = link.partition("#")
            page = seen.setdefault(address, html_of(address))
            assert not anchor or f'id="{anchor}"' in page, (game.key, link)
    assert without == {"auction", "rubber-bridge", "chicago"}
    assert len(seen) > 50


def test_a_cited_line_leads_to_its_law(house: House) -> None:
    html = html_of(reverse("game", args=["straight-bridge"]))
    cited = re.findall(r'<dd class="law">\s*<a href="([^"]+)">([^<]+)</a>', html)
    assert len(cited) > 3
    for address, name in cited:
        (number,) = re.findall(r"law (\d+)", name)
        assert f"Law {number}</h1>" in html_of(address)
    why = reverse("why", args=[house.sitting.pk, house.part.number, 1])
    told = client_of(house.logins["director"]).get(why).content.decode()
    assert '<dd class="law">' in told


def test_laws_that_help_a_procedure_and_the_search_name_lead_there() -> None:
    help_of_a_cut = html_of(reverse("help-topic", args=["cutting"]))
    assert f'href="{reverse("law", args=[LAWS_OF_BRIDGE, "cutting", "law-14"])}"' in help_of_a_cut
    cards = "&".join(
        f"card={rank}{suit}" for rank, suit in zip("AKQJT98765432", "SHDCSHDCSHDCS", strict=True)
    )
    how = html_of(reverse("procedure", args=["dummy-bridge", "forced-declaration"]) + f"?{cards}")
    assert f'href="{reverse("law-part", args=[LAWS_OF_BRIDGE, "dummy-bridge"])}#' in how
    hits = html_of(reverse("search") + "?q=dummy+is+not+liable")
    assert f'href="{reverse("law", args=[LAWS_OF_BRIDGE, "dummy", "law-66"])}"' in hits
    seven = reverse("law-part", args=[VARIATIONS, "bridge-for-seven-players"])
    assert f'href="{seven}"' in html_of(reverse("games"))
    assert html_of(seven)


def test_a_page_of_the_law_book_costs_two_queries_at_most(house: House) -> None:
    director = client_of(house.logins["director"])
    addresses = [
        reverse("laws"),
        reverse("laws") + "?q=revoke",
        reverse("law-book", args=[VARIATIONS]),
        PART,
        LAW_87,
    ]
    for address in addresses:
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(address).status_code == 200
        assert len(asked) <= 2, (address, [each["sql"] for each in asked])
    with CaptureQueriesContext(connection) as bare:
        director.get(reverse("games"))
    with CaptureQueriesContext(connection) as asked:
        director.get(PART)
    assert len(asked) == len(bare)


def test_the_text_is_english_whatever_the_page_speaks() -> None:
    html = html_of(PART)
    assert re.search(r'<article class="card law-text" lang="en"', html)
    assert '<h1 lang="en">The Revoke</h1>' in html


def test_the_search_of_the_club_finds_laws_of_the_books() -> None:
    html = html_of(reverse("search") + "?q=revoke")
    told = words(html)
    assert "The law book" in told
    assert re.search(r"All \d+ passages of the law book", told)
    assert f'href="{LAW_87}"' in html_of(reverse("search") + "?q=law+87")
    assert law(LAWS_OF_BRIDGE, 100).page == 20
    assert "Law 100" in words(html_of(reverse("search") + "?q=bystander"))
