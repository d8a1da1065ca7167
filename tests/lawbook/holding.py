"""Holds a book's text against its source: each piece must stand on the page that it names."""

import re

from clubscore.lawbook.books import Book
from tests.books import Pages

ONE_QUOTE = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})


def folded(text: str) -> str:
    """A text without what setting it anew changes: white space, hyphens, the form of quotes."""
    return re.sub(r"[\s*\\-]+", "", text.translate(ONE_QUOTE))


def put_right(book: Book, pages: Pages) -> tuple[Pages, list[str]]:
    """The source's pages, folded, with the book's corrections; and those that found no place."""
    found = {page: folded(text) for page, text in pages.items()}
    missing = []
    for each in book.corrections:
        read = folded(each.read)
        if read not in found.get(each.page, ""):
            missing.append(f"p. {each.page}: {each.read}")
        found[each.page] = found.get(each.page, "").replace(read, folded(each.set))
    return found, missing


def not_on_their_page(book: Book, pages: Pages) -> tuple[int, list[str]]:
    """How many pieces were looked for, and what does not stand where the book says."""
    source, wrong = put_right(book, pages)
    looked = 0
    for passage in book.passages:
        for paragraph in passage.paragraphs:
            for piece in paragraph.pieces:
                for line in re.split(r"[\n\t]", piece.text):
                    looked += 1
                    if folded(line) not in source.get(piece.page, ""):
                        wrong.append(f"{passage.key}, p. {piece.page}: {line}")
    return looked, wrong


def left_over(book: Book, pages: Pages) -> Pages:
    """What of each page stands in no passage: heads and headings, if all is well."""
    source, _ = put_right(book, pages)
    lines: list[tuple[int, str]] = []
    for passage in book.passages:
        for paragraph in passage.paragraphs:
            for piece in paragraph.pieces:
                lines += [(piece.page, each) for each in re.split(r"[\n\t]", piece.text)]
    for page, line in sorted(lines, key=lambda each: -len(each[1])):
        source[page] = source[page].replace(folded(line), "", 1)
    return source
