"""A room full of phones is written down seldom, however many pages a process keeps beside."""

import pytest
from django.core.cache import cache

from clubscore.events.models import PhoneSeen
from clubscore.events.play.silent_phones import note_phone
from tests.events.evenings import Evening

pytestmark = [pytest.mark.django_db]


def test_no_page_pushes_a_phone_out_of_what_is_remembered(
    django_assert_num_queries: object,
) -> None:
    event = Evening(4, kind="howell", winners=1).event
    for number in range(400):
        note_phone(event, f"{number:06x}")
    assert PhoneSeen.objects.count() == 400
    for page in range(1000):
        cache.set(f"page-{page}", "kept")
    with django_assert_num_queries(0):  # type: ignore[operator]
        for number in range(400):
            note_phone(event, f"{number:06x}")
