"""What every form is read with: texts and numbers as forms send them, none that no key types."""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict

# A form as it was sent, or as a page fills it in: what each field says, a list where it says more.
Given: TypeAlias = Mapping[str, str | list[str]]

# Nine figures fit every database; `str.isdigit` would let "²" pass, which is no number.
NUMBER = re.compile(r"[0-9]{1,9}")


def whole_number(text: str | None) -> int | None:
    """Return a number from 0 to 999,999,999 that a form says, None where it says none."""
    said = (text or "").strip()
    return int(said) if NUMBER.fullmatch(said) else None


def text_of(given: Given, name: str) -> str:
    """Return what a field of a form says, the last where it says more, nothing where it is not."""
    said = given.get(name, "")
    return said if isinstance(said, str) else "".join(said[-1:])


def texts_of(given: Given, name: str) -> list[str]:
    """Return all that a field of a form says."""
    if isinstance(given, MultiValueDict):
        return given.getlist(name)
    said = given.get(name, [])
    return [said] if isinstance(said, str) else list(said)


class TypedTextMiddleware:
    """Turns away forms with the character NUL: nobody types it, PostgreSQL keeps no such text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        """Read the form before the page does."""
        for form in (request.GET, request.POST):
            for name, values in form.lists():
                if "\x00" in name or any("\x00" in value for value in values):
                    raise BadRequest("a character that nobody types")
