"""What a field of a form says, whether a browser sent the form or a page fills it in."""

import pytest
from django.http import QueryDict

from clubscore.club.entry import Given, text_of, texts_of

SENT = QueryDict("who=N&who=E&level=4&empty=")
FILLED: Given = {"who": ["N", "E"], "level": "4", "empty": "", "none": []}


@pytest.mark.parametrize("given", [SENT, FILLED], ids=["sent", "filled in"])
def test_a_field_is_read_alike_wherever_the_form_is_from(given: Given) -> None:
    assert [text_of(given, name) for name in ("who", "level", "empty", "other", "none")] == [
        "E", "4", "", "", "",
    ]  # fmt: skip
    assert [texts_of(given, name) for name in ("who", "level", "empty", "other", "none")] == [
        ["N", "E"], ["4"], [""], [], [],
    ]  # fmt: skip
