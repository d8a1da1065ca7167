"""Strict readers of calendars (RFC 5545) and Atom feeds (RFC 4287): what is wrong, as sentences.

Written from the two standards and from what calendar programs and readers of feeds refuse; nothing
of the library that writes them is used.
"""

import datetime as dt
import re
from collections import Counter
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
LONGEST_LINE = 75  # octets, without the end of the line
DATE_TIME = re.compile(r"\d{8}T\d{6}Z?")
UTC = re.compile(r"\d{8}T\d{6}Z")
OFFSET = re.compile(r"[+-]\d{4}(\d\d)?")
RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
ABSOLUTE = re.compile(r"https?://[^/\s]+(/\S*)?")
NEEDED_ONCE = ("UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "LAST-MODIFIED", "STATUS")
AT_MOST_ONCE = (*NEEDED_ONCE, "DTEND", "DURATION", "LOCATION", "DESCRIPTION", "URL", "TRANSP")
STATUSES = ("CONFIRMED", "CANCELLED", "TENTATIVE")


class Line:
    """A content line: its name, its parameters, its value."""

    def __init__(self, text: str) -> None:
        head, self.value = _split_value(text)
        self.name, *rest = head.split(";")
        self.name = self.name.upper()
        self.parameters = dict(each.partition("=")[::2] for each in rest)


def _split_value(text: str) -> tuple[str, str]:
    quoted = False
    for at, letter in enumerate(text):
        quoted ^= letter == '"'
        if letter == ":" and not quoted:
            return text[:at], text[at + 1 :]
    return text, ""


def wrong_in_calendar(content: bytes) -> list[str]:
    """Return what is wrong with a calendar; nothing where every program takes it."""
    wrong = _wrong_in_lines(content)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return [*wrong, "not UTF-8"]
    if re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        wrong.append("a control character")
    lines = [Line(each) for each in re.sub("\r\n[ \t]", "", text).split("\r\n") if each]
    wrong += _wrong_in_nesting(lines) + _wrong_in_head(lines)
    zones = {
        line.value: zone
        for zone in _parts(lines, "VTIMEZONE")
        for line in zone
        if line.name == "TZID"
    }
    events = _parts(lines, "VEVENT")
    wrong += [each for tzid, found in zones.items() for each in _wrong_in_zone(tzid, found)]
    for event in events:
        wrong += _wrong_in_event(event, set(zones))
    twice = Counter(line.value for event in events for line in event if line.name == "UID")
    return wrong + [f"UID {uid} twice" for uid, count in twice.items() if count > 1]


def _wrong_in_nesting(lines: list[Line]) -> list[str]:
    """Return where a part ends that is not open; and whether all is one calendar."""
    stack: list[str] = []
    wrong = []
    for line in lines:
        if line.name == "BEGIN":
            stack.append(line.value)
        elif line.name == "END" and (not stack or stack.pop() != line.value):
            wrong.append(f"END of {line.value} out of place")
    if stack or not lines or lines[0].value != "VCALENDAR":
        wrong.append("not one VCALENDAR from its BEGIN to its END")
    return wrong


def _parts(lines: list[Line], kind: str) -> list[list[Line]]:
    """Return the lines of each part of a kind, those within its own parts too."""
    found: list[list[Line]] = []
    is_within = False
    for line in lines:
        if line.value == kind and line.name in ("BEGIN", "END"):
            is_within = line.name == "BEGIN"
            found += [[]] if is_within else []
        elif is_within:
            found[-1].append(line)
    return found


def _wrong_in_lines(content: bytes) -> list[str]:
    wrong = []
    if not content.endswith(b"\r\n"):
        wrong.append("the last line has no end")
    if re.search(rb"(?<!\r)\n|\r(?!\n)", content):
        wrong.append("a line that does not end in CR LF")
    if any(len(line) > LONGEST_LINE for line in content.split(b"\r\n")):
        wrong.append(f"a line of more than {LONGEST_LINE} octets")
    return wrong


def _wrong_in_head(lines: list[Line]) -> list[str]:
    wrong, names = [], []
    for line in lines[1:]:
        if line.name == "BEGIN":
            break
        names.append(line.name)
        if line.name == "VERSION" and line.value != "2.0":
            wrong.append("VERSION is not 2.0")
        if line.name == "REFRESH-INTERVAL" and line.parameters.get("VALUE") != "DURATION":
            wrong.append("REFRESH-INTERVAL does not say that it is a duration")
    return wrong + [f"no {name}" for name in ("PRODID", "VERSION") if names.count(name) != 1]


def _wrong_in_zone(tzid: str, zone: list[Line]) -> list[str]:
    names = Counter(line.name for line in zone)
    wrong = [
        f"zone {tzid}: no {n}" for n in ("DTSTART", "TZOFFSETFROM", "TZOFFSETTO") if not names[n]
    ]
    for line in zone:
        if line.name.startswith("TZOFFSET") and not OFFSET.fullmatch(line.value):
            wrong.append(f"zone {tzid}: {line.name} {line.value}")
        if line.name == "DTSTART" and (line.value.endswith("Z") or line.parameters):
            wrong.append(f"zone {tzid}: DTSTART is not by the clock on the wall")
    return wrong


def _wrong_in_event(event: list[Line], zones: set[str]) -> list[str]:
    names = Counter(line.name for line in event)
    found = {line.name: line for line in event}
    uid = found["UID"].value if "UID" in found else "?"
    wrong = [f"{uid}: no {name}" for name in NEEDED_ONCE if not names[name]]
    wrong += [f"{uid}: {name} twice" for name in AT_MOST_ONCE if names[name] > 1]
    if names["DTEND"] and names["DURATION"]:
        wrong.append(f"{uid}: an end and a duration")
    for name in ("DTSTAMP", "LAST-MODIFIED"):
        if name in found and not UTC.fullmatch(found[name].value):
            wrong.append(f"{uid}: {name} is not in UTC")
    if "SEQUENCE" in found and not found["SEQUENCE"].value.isdigit():
        wrong.append(f"{uid}: SEQUENCE is no number")
    if "STATUS" in found and found["STATUS"].value not in STATUSES:
        wrong.append(f"{uid}: STATUS {found['STATUS'].value}")
    for name in ("SUMMARY", "LOCATION", "DESCRIPTION"):
        if name in found and re.search(r"(?<!\\)(\\\\)*[,;]", found[name].value):
            wrong.append(f"{uid}: a comma or semicolon in {name} without its backslash")
    if "URL" in found and not ABSOLUTE.fullmatch(found["URL"].value):
        wrong.append(f"{uid}: URL is not absolute")
    return wrong + _wrong_in_times(uid, found, zones)


def _wrong_in_times(uid: str, found: dict[str, Line], zones: set[str]) -> list[str]:
    wrong, kinds = [], set()
    for name in ("DTSTART", "DTEND"):
        line = found.get(name)
        if line is None:
            continue
        if line.parameters.get("VALUE") == "DATE":
            kinds.add("day")
            if not re.fullmatch(r"\d{8}", line.value):
                wrong.append(f"{uid}: {name} is no day")
            continue
        kinds.add("moment")
        if not DATE_TIME.fullmatch(line.value):
            wrong.append(f"{uid}: {name} is no moment")
        tzid = line.parameters.get("TZID", "").strip('"')
        if not line.value.endswith("Z") and tzid not in zones:
            wrong.append(f"{uid}: {name} in a zone that the calendar does not have: {tzid}")
    if len(kinds) > 1:
        wrong.append(f"{uid}: begins by day and ends by the clock")
    if {"DTSTART", "DTEND"} <= set(found) and found["DTEND"].value <= found["DTSTART"].value:
        wrong.append(f"{uid}: ends before it begins")
    return wrong


def wrong_in_atom(content: bytes) -> list[str]:
    """Return what is wrong with an Atom feed; nothing where every reader takes it."""
    try:
        feed = ElementTree.fromstring(content)  # noqa: S314 - written by ourselves
    except ElementTree.ParseError as error:
        return [f"no XML: {error}"]
    if feed.tag != f"{ATOM}feed":
        return ["not an Atom feed"]
    wrong = [] if content.startswith(b"<?xml") else ["no XML declaration"]
    wrong += _wrong_in_part("feed", feed)
    links = {
        (each.get("rel", "alternate")): each.get("href", "") for each in feed.findall(f"{ATOM}link")
    }
    if "self" not in links:
        wrong.append("feed: no link to itself")
    entries = feed.findall(f"{ATOM}entry")
    has_author = feed.find(f"{ATOM}author/{ATOM}name") is not None
    for entry in entries:
        wrong += _wrong_in_part("entry", entry)
        if not has_author and entry.find(f"{ATOM}author/{ATOM}name") is None:
            wrong.append("entry: nobody wrote it")
        rels = [each.get("rel", "alternate") for each in entry.findall(f"{ATOM}link")]
        if entry.find(f"{ATOM}content") is None and "alternate" not in rels:
            wrong.append("entry: neither content nor a page")
        if rels.count("alternate") > 1:
            wrong.append("entry: two pages of one kind")
    ids = Counter(each.findtext(f"{ATOM}id") for each in entries)
    wrong += [f"entry: id {each} twice" for each, count in ids.items() if count > 1]
    newest = max((_moment(each.findtext(f"{ATOM}updated")) for each in entries), default=None)
    if newest is not None and newest > _moment(feed.findtext(f"{ATOM}updated")):
        wrong.append("feed: updated before one of its entries")
    return wrong


def _wrong_in_part(what: str, part: ElementTree.Element) -> list[str]:
    wrong = []
    for name in ("id", "title", "updated"):
        found = part.findall(f"{ATOM}{name}")
        if len(found) != 1 or not (found[0].text or "").strip():
            wrong.append(f"{what}: not one {name}")
    for name in ("updated", "published"):
        for each in part.findall(f"{ATOM}{name}"):
            if not RFC3339.fullmatch(each.text or ""):
                wrong.append(f"{what}: {name} is no moment with its zone")
    uri = part.findtext(f"{ATOM}id") or ""
    if not re.fullmatch(r"[a-z][a-z0-9+.-]*:\S+", uri):
        wrong.append(f"{what}: id is no absolute address")
    for link in part.findall(f"{ATOM}link"):
        if not ABSOLUTE.fullmatch(link.get("href", "")):
            wrong.append(f"{what}: a link that is not absolute")
    return wrong


def _moment(text: str | None) -> dt.datetime:
    try:
        found = dt.datetime.fromisoformat(text or "")
    except ValueError:
        found = dt.datetime.min
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)
