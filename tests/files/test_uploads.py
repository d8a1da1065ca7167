"""One sentence for a file that is too large, on every page that takes one."""

from __future__ import annotations

import html

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Role
from clubscore.deals.file_text import LARGEST_REQUEST, LARGEST_UPLOAD, MB
from tests.events.evenings import Evening
from tests.house import House, client_of

pytestmark = pytest.mark.django_db
BWS = b"\0\1\0\0Standard Jet DB\0"
# Each page that takes a file, and the most that it takes, in MB.
PAGES = {
    "event-in": 8,
    "sitting-in": 8,
    "people-in": 1,
    "event-bridgemate": 8,
    "event-boards-file": 4,
    "event-par-file": 4,
}


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins[Role.DIRECTOR])


def told(director: Client, house: House, page: str, content: bytes, **typed: str) -> str:
    needs_event = page in {"event-bridgemate", "event-boards-file", "event-par-file"}
    at = [Evening(4, club=house.club).event.pk] if needs_event else []
    file = SimpleUploadedFile("file.bws", content)
    answer = director.post(reverse(page, args=at), {"file": file, **typed})
    assert answer.status_code == 422
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize(("page", "most"), PAGES.items())
def test_a_file_that_no_page_takes_is_called_too_large(
    director: Client, house: House, page: str, most: int
) -> None:
    content = BWS + bytes(LARGEST_UPLOAD + MB)
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE < len(content) < LARGEST_REQUEST
    assert f"The file is larger than {most} MB. Choose a smaller one." in told(
        director, house, page, content
    )


@pytest.mark.parametrize(("page", "most"), PAGES.items())
def test_a_file_just_over_the_limit_of_its_page_is_called_so(
    director: Client, house: House, page: str, most: int
) -> None:
    if page != "sitting-in":  # score files are looked at together
        content = BWS + bytes(most * MB)
        assert f"The file is larger than {most} MB. Choose a smaller one." in told(
            director, house, page, content
        )


def test_the_largest_file_comes_through_to_its_reader(director: Client, house: House) -> None:
    content = BWS + bytes(LARGEST_UPLOAD - len(BWS))
    page = told(director, house, "event-bridgemate", content)
    assert "larger than" not in page
    assert "Choose a file first" not in page


def test_what_was_chosen_beside_a_file_that_is_too_large_stays(
    director: Client, house: House
) -> None:
    content = bytes(LARGEST_UPLOAD + MB)
    page = told(director, house, "event-in", content, scoring="butler-imps", together="1")
    assert '<option value="butler-imps" selected' in page
    assert 'name="together" value="1" checked' in page
