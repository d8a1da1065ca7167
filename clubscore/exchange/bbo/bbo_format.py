"""Saved pages of BBO as a format of events: they are read, and only BBO writes them."""

from __future__ import annotations

from clubscore.deals.file_size import LARGEST_UPLOAD
from clubscore.exchange.bbo.bbo_pages import page_of
from clubscore.exchange.bbo.bbo_session import sessions_of
from clubscore.exchange.bbo.saved_page import read_page
from clubscore.exchange.bbo.zipped_pages import SavedPage, pages_in
from clubscore.exchange.reading.elsewhere import ZIP
from clubscore.exchange.reading.event_format import EventFormat, Open, Reads
from clubscore.exchange.reading.event_result import Brought
from clubscore.laws.words import gettext_noop

KEY = "bbo"
# How a page begins, as browsers save it.
PAGES = (b"<!DOCTYPE html", b"<!doctype html", b"<html", b"<HTML", b"<!-- saved from")


def _read(content: bytes, left: Open) -> list[Brought]:
    is_zip = content.startswith(ZIP)
    pages = pages_in(content) if is_zip else [SavedPage("", content)]
    return sessions_of((page_of(read_page(each.content, each.name)) for each in pages), left)


BBO_PAGES = EventFormat(
    key=KEY,
    name=gettext_noop("BBO"),
    reads=Reads(
        _read,
        gettext_noop("pages saved from BBO (HTML, together or as a zip)"),
        beginnings=(*PAGES, ZIP),
        largest=LARGEST_UPLOAD,
    ),
)
