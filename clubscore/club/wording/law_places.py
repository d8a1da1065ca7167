"""What a passage of the old books is called on a page, and its address."""

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubscore.lawbook.books import Part, Passage, Place, first_in_words, places_of
from clubscore.laws.citing import Citation


def numbered(passage: Passage) -> str:
    """Return what a passage with a number is called: "Law 87"; nothing where it has none."""
    values = {"number": passage.number}
    if passage.word == "law":
        return _("Law %(number)s") % values
    if passage.word == "rule":
        return _("Rule %(number)s") % values
    return _("Hint %(number)s") % values if passage.word == "hint" else ""


def law_of(place: Place) -> str:
    """Return where a passage stands: "The Laws of Bridge, p. 17"."""
    values = {"book": place.book.title, "pages": pages_named(place.passage.pages)}
    return _("%(book)s, %(pages)s") % values if values["pages"] else _("%(book)s") % values


def pages_named(pages: tuple[int, ...]) -> str:
    """Return the printed pages: "p. 17", "pp. 10–11"; nothing where a book has none."""
    if not any(pages):
        return ""
    if len(pages) == 1:
        return _("p. %(page)s") % {"page": pages[0]}
    return _("pp. %(first)s–%(last)s") % {"first": pages[0], "last": pages[-1]}


def pages_of_part(part: Part) -> tuple[int, ...]:
    """Return the printed pages of a part, in their order."""
    return tuple(sorted({page for each in part.passages for page in each.pages}))


def place_url(place: Place) -> str:
    """Return the address of a passage: a page of its own where it has a number."""
    named = [place.book.key, place.part.key]
    if place.passage.number:
        return reverse("law", args=[*named, place.passage.key])
    page = f"#p{place.page}" if place.page > place.passage.page else f"#{place.passage.key}"
    return reverse("law-part", args=named) + page


def law_url(citation: Citation) -> str:
    """Return where a cited law is read, nothing where it stands in no book that we have."""
    places = places_of(citation)
    return place_url(places[0]) if places else ""


def url_in_words(told: str | Promise) -> str:
    """Return where the first law is read that a sentence cites, nothing where it cites none.

    It is looked for in the sentence as it stands in English.
    """
    with override("en-gb"):
        place = first_in_words(str(told))
    return place_url(place) if place else ""
