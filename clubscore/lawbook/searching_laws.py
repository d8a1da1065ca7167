"""Finding a passage by its number, by words, by a page and by the game that goes by it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from clubscore.lawbook.cited_place import Place, all_places
from clubscore.lawbook.laws_of_games import laws_of
from clubscore.lawbook.texts import FILES, Passage, book

NUMBERED = {"law", "laws", "rule", "rules", "hint", "hints", "no", "number"}
PAGED = {"p", "page", "pp"}
LIMBED = {"limb", "limbs"}
ROMAN = re.compile(r"[ivx]+")
# They stand in every law, and are looked for only where nothing else was typed.
EVERYWHERE = {"a", "an", "and", "at", "by", "for", "in", "is", "it", "of", "on", "or", "the", "to"}
TYPED = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# "exposes" finds "expose" and "exposed"; "of" finds no "often".
SHORT = 4
ENDING = re.compile(r"(?:ing|ed|es|e|s)$")
AROUND = 90


class Asked(NamedTuple):
    """What was typed: words, all of them together, what is numbered, a page, a limb; or nothing."""

    words: tuple[str, ...]
    phrase: str = ""
    number: str = ""
    kind: str = ""
    page: int = 0
    limb: str = ""


class Bit(NamedTuple):
    """Some words of an excerpt, and whether they are what was looked for."""

    text: str
    found: bool = False


class Found(NamedTuple):
    """A passage with an excerpt from it."""

    place: Place
    excerpt: tuple[Bit, ...]


def read(text: str) -> Asked:
    """What somebody typed: "87", "law 87 limb II", "p. 17", "revoke claimed"."""
    words: list[str] = []
    number, kind, page, limb, before = "", "", 0, "", ""
    typed: list[str] = TYPED.findall(text.casefold())
    for word in typed:
        if word.isdigit() and before in PAGED:
            page = int(word)
        elif word.isdigit() and not number:
            number, kind = str(int(word)), before.removesuffix("s") if before in NUMBERED else ""
        elif ROMAN.fullmatch(word) and (before in LIMBED or (before.isdigit() and number)):
            limb = word.upper()
        elif word not in NUMBERED | PAGED | LIMBED:
            words.append(word)
        before = word
    telling = [word for word in words if word not in EVERYWHERE]
    return Asked(tuple(telling or words), " ".join(words), number, kind, page, limb)


def find(text: str, game: str = "") -> list[Found]:
    """The passages that have all that was typed: first those that have it in their heading, or
    word by word as it was typed.

    Only those by which a game goes, where its key is given; raises RuleError for one that is not
    there. An empty text finds all of them for a game, and nothing without one.
    """
    asked = read(text)
    if not any(asked) and not game:
        return []
    places = laws_of(game) if game else _everything()
    hits = [place for place in places if _has(place, asked)]
    hits.sort(key=lambda place: -_nearness(place.passage, asked))
    return [Found(place, _excerpt(place.passage, asked)) for place in hits]


@cache
def _everything() -> tuple[Place, ...]:
    return tuple(place for key in FILES for place in all_places(book(key)))


def _has(place: Place, asked: Asked) -> bool:
    passage = place.passage
    if asked.number and passage.number != asked.number:
        return False
    if asked.page and asked.page not in passage.pages:
        return False
    if asked.limb and not passage.limb(asked.limb):
        return False
    told = _folded(f"{passage.heading} {passage.title} {passage.text}")
    return all(_beginning(word).search(told) for word in asked.words)


def _nearness(passage: Passage, asked: Asked) -> int:
    """How near a passage comes: a point for each word in its heading, two for all as typed.

    And one where it is a law, if a law of a number was asked for, or a rule or a hint.
    """
    heading = _folded(f"{passage.heading} {passage.title}")
    headed = sum(bool(_beginning(word).search(heading)) for word in asked.words)
    headed += bool(asked.kind) and asked.kind == passage.word
    return headed + 2 * (len(asked.words) > 1 and asked.phrase in _folded(passage.text))


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")


@cache
def _beginning(word: str) -> re.Pattern[str]:
    """What finds a word: a longer one in any of its forms, a shorter one as it stands."""
    word = _folded(word)
    stem = ENDING.sub("", word) if len(word) > SHORT else word
    rest = r"[^\W_]*" if len(word) >= SHORT else r"(?![^\W_])"
    return re.compile(rf"(?<![^\W_]){re.escape(stem)}{rest}")


def _excerpt(passage: Passage, asked: Asked) -> tuple[Bit, ...]:
    """The words around the first that was found, of the limb that was asked for if any."""
    chosen = passage.limb(asked.limb) if asked.limb else passage.paragraphs
    text = " ".join(paragraph.text.replace("\n", " ") for paragraph in chosen)
    told = _folded(text)
    spans = sorted(each.span() for word in asked.words for each in _beginning(word).finditer(told))
    start, stop = _window(text, _thickest(spans))
    bits, at = [Bit("… ")] if start else [], start
    for low, high in spans:
        if low >= at and high <= stop:
            bits += [Bit(text[at:low]), Bit(text[low:high], found=True)]
            at = high
    bits += [Bit(text[at:stop])]
    if stop < len(text):
        bits += [Bit(" …")]
    return tuple(bit for bit in bits if bit.text)


def _thickest(spans: list[tuple[int, int]]) -> int:
    """Where the most of what was found follows within an excerpt; the first of such places."""
    starts = [low for low, _high in spans]
    near = {low: sum(low <= other < low + AROUND for other in starts) for low in starts}
    return max(starts, key=lambda low: near[low], default=0)


def _window(text: str, centre: int) -> tuple[int, int]:
    """Where an excerpt around this place begins and ends: between two words."""
    start = 0 if centre <= AROUND else text.find(" ", centre - AROUND) + 1
    stop = text.rfind(" ", 0, centre + 2 * AROUND) if centre + 2 * AROUND < len(text) else len(text)
    return start, max(stop, start)
