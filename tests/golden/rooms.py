"""What answers are made, room by room: pages by who reads them, papers, files, refusals."""

import hashlib
import re
from collections.abc import Callable, Iterable

from tests.golden import grounds
from tests.golden.asking import (
    Given,
    Kind,
    Reader,
    States,
    file_name,
    forms_of,
    frames_of,
    kind_of,
    links_of,
    told,
)

Answers = dict[str, str]
LONG = 14_000  # letters, from which an answer is shortened
SHORT = 3  # lines; refusals no longer than this stand together
# Nothing of it is the program's own to say each time, or it is the whole of another room.
NOT_OPENED = {"logout", "worker", "look", "trust-authority", "alive", "health", "ready"}
# They would reach out of the process, or write beside the database.
NOT_SENT = {
    "club-backup", "club-second-place", "world-pools", "event-pads-send", "event-pads-fetch",
    "club-publish", "login", "switch",
}  # fmt: skip
# What of a question in an address makes another page; in another order or size it is the same.
ASKED = {"copy", "backs", "q", "n"}
# In the demo these are looked at before, during and after; the rest of an event or a table once.
EACH_STATE = {
    "event", "event-board", "event-entries", "event-files", "event-ranking", "event-wall",
    "table", "slip", "next", "pad", "rubber", "why",
}  # fmt: skip
# Pages that others are shown otherwise than directors, or at all; of the others one is enough.
READ_OTHERWISE = {
    "player": {
        "account", "book", "event", "event-at", "event-board", "event-cross",
        "event-entries", "event-pair", "event-ranking", "gazette", "home", "more", "next",
        "pad", "person", "person-data", "players", "results", "rubber", "search", "season",
        "series", "slip", "table", "why", "world", "worlds",
    },
    "scorer": {
        "book", "club", "event", "event-board", "event-entries", "event-files",
        "event-ranking", "event-ruling", "home", "more", "person", "players",
        "results", "season", "table", "world",
    },
    "visitor": {"event", "event-ranking", "game", "games", "help", "home", "players", "table"},
}  # fmt: skip
GAME_PAPERS = (
    ("auction", "card"), ("cut-throat", "card"), ("five-hundred", "blank"), ("auction", "blank"),
    ("straight-bridge", "blank"), ("pirate", "blank"),
)  # fmt: skip
# Of the demo not: the furnished rooms have them, with more on each.
IN_OTHER_ROOMS = {
    "archive", "at-table", "besides", "bid-by-bid", "change", "club-change", "club-feeds",
    "club-house", "club-mail", "club-new", "club-publish", "club-second-place", "contests",
    "deal-history", "event-announce", "event-board-cards", "event-bridgemate", "event-caddy",
    "event-change", "event-help", "event-history", "event-in", "event-labels", "event-missing",
    "event-movement", "event-new", "event-pads", "event-par", "event-pars", "event-paste",
    "event-penalties", "event-phones", "event-remove", "event-seats", "event-set-up",
    "event-settings", "event-table", "event-terms", "event-then", "event-travellers",
    "event-typing", "games", "help", "history", "jobs", "join-table", "login-add",
    "login-change", "other-laws", "own-mail", "own-password", "past-in", "people-in",
    "person-add", "person-nameless", "person-published", "person-merge", "phones", "race",
    "race-newest", "sit-down", "sitting-in", "substitute", "table-phones", "table-then",
    "what-happened", "world-bring", "world-packages", "world-pools", "series-change",
}  # fmt: skip
OF_CLUBS = re.compile(r"/(?!games/.|hands/|help/.|problem/.)")
OF_TABLES = re.compile(r"/(table|event)/.*/$")


class Room:
    """The answers of one ground."""

    def __init__(self, name: str, *, anew: bool = False) -> None:
        self.name, self.asked = name, grounds.lay(name, anew=anew)
        self.states = States()
        self.readers = {each: Reader(each, self.asked) for each in self.names()}
        self.answers: Answers = {}
        self.kept: dict[str, set[str]] = {each: set() for each in self.readers}

    def names(self) -> list[str]:
        """Return who reads here; nobody's browser is there too."""
        return list(dict.fromkeys([*self.asked.logins, *self.asked.phones, "visitor"]))

    def keep(self, reader: str, addresses: Iterable[str]) -> None:
        """Keep what a reader is answered at addresses."""
        for address in addresses:
            self.readers[reader].open(address)
            self.kept[reader].add(address)

    def crawl(self, reader: str, begin: Iterable[str], only: re.Pattern[str]) -> None:
        """Open what is linked from these pages, and keep one address of each kind and state."""
        todo, met = list(begin), set[Kind]()
        for address in todo:
            kind = kind_of(address, self.states)
            if kind is None or kind.name in NOT_OPENED | IN_OTHER_ROOMS:
                continue
            once = kind if kind.name in EACH_STATE else kind._replace(state=kind.word)
            if once in met or not ASKED.issuperset(kind.asked):
                continue
            if not only.match(address):
                continue
            met.add(once)
            given = self.readers[reader].open(address)
            self.kept[reader].add(address)
            todo += links_of(given, address)

    def as_others_see_it(self, first: str) -> None:
        """Keep the pages of one reader, of some kinds, as others are shown them instead."""
        for other, names in READ_OTHERWISE.items():
            for address in sorted(self.kept[first]):
                kind = kind_of(address, self.states)
                if kind is None or kind.name not in names or kind.asked:
                    continue
                given = self.readers[first].open(address)
                if is_another(self.readers[other].open(address), given):
                    self.kept[other].add(address)

    def refuse(self, reader: str) -> None:
        """Send the forms of a reader's pages with nothing filled in, one of a kind.

        Of a page that comes back only what it says more is kept.
        """
        sender, met = self.readers[reader], set[str]()
        leads: list[str] = []
        for address in sorted(self.kept[reader]):
            before = sender.open(address)
            for to, hidden in forms_of(before, address):
                kind = kind_of(to, self.states)
                if kind is None or kind.name in NOT_SENT or f"{kind.name} {kind.state}" in met:
                    continue
                met.add(f"{kind.name} {kind.state}")
                said = more_than(sender.send(to, hidden), before)
                if said.count("\n") > SHORT:
                    self.answers[f"refused/{file_name(to)}"] = said
                else:
                    leads.append(f"{file_name(to)}: {' '.join(said.split())}")
        self.answers["refused/in-short"] = "\n".join(leads) + "\n"

    def all(self) -> Answers:
        """Return the answers by their names: pages, and the frame around them for each reader."""
        frames = frames_of(self.readers.values())
        made = {**self.answers}
        for name, reader in self.readers.items():
            if frames[name]:
                made[f"{name}/the-frame"] = "\n".join(frames[name]) + "\n"
            for address in sorted(self.kept[name]):
                called = f"{name}/{file_name(address)}"
                while called in made:
                    called += "+"
                made[called] = shortened(told(reader.seen[address], frames[name]))
        return {f"{self.name}/{name}.txt": text for name, text in made.items()}


def is_another(seen: Given, given: Given) -> bool:
    """Say whether somebody is answered otherwise than the first who asked."""
    if seen.page is None or given.page is None:
        return seen.said != given.said
    return seen.status != given.status or seen.page.main != given.page.main


def more_than(given: Given, before: Given) -> str:
    """Return what an answer says that stood not in the page before."""
    if given.page is None or before.page is None:
        return f"{given.status}\n{given.said}"
    there = {*before.page.main, *before.page.frame}
    more = [line for line in [*given.page.frame, *given.page.main] if line not in there]
    return "\n".join([str(given.status), given.page.title, *more]) + "\n"


def shortened(text: str) -> str:
    """Return a text whole, or of a long one its beginning, its end and a digest of its words."""
    if len(text) <= LONG:
        return text
    lines, taken = text.splitlines(), 0
    first: list[str] = []
    for line in lines:
        taken += len(line) + 1
        if taken > LONG - 2_000:
            break
        first.append(line)
    words = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]
    more = f"... of {len(text.split())} words, whose digest is {words} ..."
    return "\n".join([*first, more, *lines[-20:]]) + "\n"


def demo(*, anew: bool = False) -> Answers:
    """The demo club, followed by its links; what members, scorers and phones see otherwise."""
    room = Room("demo", anew=anew)
    begin = room.asked.pages
    room.crawl("director", begin["director"], OF_CLUBS)
    room.keep("visitor", begin["visitor"])
    room.as_others_see_it("director")
    for phone in ("phone", "phone-of-event"):
        room.crawl(phone, begin[phone], OF_TABLES)
    return room.all()


def card_room(*, anew: bool = False) -> Answers:
    """The card room with something on every page."""
    return furnished_room("card-room", anew=anew)


def duplicate(*, anew: bool = False) -> Answers:
    """The duplicate room with something on every page."""
    return furnished_room("duplicate", anew=anew)


def furnished_room(name: str, *, anew: bool) -> Answers:
    """Every page of a furnished ground, and what its forms refuse."""
    room = Room(name, anew=anew)
    for reader, addresses in room.asked.pages.items():
        room.keep(reader, addresses)
    room.refuse("director")
    return room.all()


def seven(*, anew: bool = False) -> Answers:
    """The seven, in three states of their evening."""
    made: Answers = {}
    for name in ("seven-waiting", "seven-playing", "seven-last-deals"):
        room = Room(name, anew=anew and not made)
        room.keep("director", room.asked.pages["director"])
        if not made:
            room.refuse("director")
        # What is as it was in the state before is said there.
        before = {text for text in made.values()}
        made |= {each: text for each, text in room.all().items() if text not in before}
    return made


def games(*, anew: bool = False) -> Answers:
    """What is said of every game, of the laws and in the help, to whoever comes."""
    from clubscore.laws.games import GAMES

    room = Room("card-room", anew=anew)
    room.name = "games"
    room.keep("visitor", [f"/games/{game.key}/" for game in GAMES])
    room.keep("visitor", [f"/games/{game.key}/card.txt" for game in GAMES])
    room.keep("visitor", [f"/games/{key}/{paper}.pdf" for key, paper in GAME_PAPERS])
    helped = room.readers["visitor"].open("/help/")
    room.keep("visitor", dict.fromkeys(links_of(helped, "/help/")))
    return room.all()


def commands(*, anew: bool = False) -> Answers:
    """What the commands say."""
    import tempfile
    from pathlib import Path

    from tests.golden.commands import answers_in, answers_of_a_club

    grounds.lay("card-room", anew=anew)
    with tempfile.TemporaryDirectory(prefix="clubscore-golden-") as folder:
        told = {**dict(answers_in(Path(folder))), **dict(answers_of_a_club(Path(folder)))}
    return {f"commands/{name}.txt": shortened(text) for name, text in told.items()}


ROOMS: dict[str, Callable[..., Answers]] = {
    "demo": demo,
    "card-room": card_room,
    "duplicate": duplicate,
    "seven": seven,
    "games": games,
    "commands": commands,
}
