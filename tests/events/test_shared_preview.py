"""What a message shows of a link to a shared ranking, and a phone of the program."""

import re
from pathlib import Path

from django.conf import settings
from django.test import Client

from clubscore.events.directing import show_ranking
from clubscore.events.phones import share, share_of
from clubscore.web.phones import token_of
from tests.events.evenings import Evening


def test_a_shared_page_tells_of_its_event_and_a_private_one_of_nothing(db: None) -> None:
    evening = Evening(4)
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    share(event=evening.event, hides_names=False, key="share", actor=evening.actor)
    found = share_of(evening.event)
    assert found is not None
    for page in ("", "pair/1/", "board/1/"):
        told = Client().get(f"/shared/{token_of(found.nonce)}/{page}").content.decode()
        assert '<meta property="og:title" content="Tuesday pairs">' in told
        said = " ".join(re.findall(r'<meta property="og:[^>]*>', told))
        assert "Portland, " in said and "http://testserver/static/" in said
        assert not any(person.name in said for person in evening.people)
    private = Client().get("/games/").content.decode()
    assert "og:" not in private
    assert private.count('name="theme-color"') == 2 and 'rel="apple-touch-icon"' in private


def test_the_colour_of_the_frame_is_that_of_the_bar() -> None:
    css = Path(settings.BASE_DIR, "static/css/tokens.css").read_text()
    base = Path(settings.BASE_DIR, "templates/base.html").read_text()
    light, dark = re.findall(r'name="theme-color"[^>]*content="(#[0-9a-f]{6})"', base)
    assert f"--bar: light-dark({light}, {dark})" in css


def test_the_sign_is_as_large_as_a_phone_asks_for() -> None:
    sign = Path(settings.BASE_DIR, "static/icons/touch.png").read_bytes()
    assert sign[:4] == b"\x89PNG" and sign[16:24] == (180).to_bytes(4) * 2
