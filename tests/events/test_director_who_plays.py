"""A director who plays is shown nothing of boards that their own pair has yet to play.

What a page says is compared with what it says after those boards' results were changed behind its
back: whatever is the same cannot have told of them.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

import clubscore
from clubscore.club import clock
from clubscore.club.database import forget_what_was_read
from clubscore.club.entry import new_key
from clubscore.club.models import Role
from clubscore.events import selectors
from clubscore.events.board_state import Spot
from clubscore.events.boards import SeenBoards, make_boards
from clubscore.events.corrections import CorrectionEntry, rule
from clubscore.events.directing import show_ranking
from clubscore.events.models import EventHappening, ResultRevision
from clubscore.events.phones import share, share_of
from clubscore.events.rulings import Cited, give_ruling
from clubscore.files.formats import written_formats
from clubscore.papers.event_papers import CARDS_PAPERS, EVENT_PAPERS
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import path, phone_of, text_of
from tests.furnished import name_of
from tests.house import client_of, make_user
from tests.test_addresses import PATTERNS

pytestmark = [pytest.mark.django_db]
# No other board of these evenings has such a contract.
SECRET: dict[str, Any] = {"contract": "7NTXX", "declarer": "W", "tricks": 3}
OTHER: dict[str, Any] = {"contract": "6DX", "declarer": "E", "tricks": 13}
# What differs each time a page is made.
BY_CHANCE = re.compile(
    rb'name="(key|csrfmiddlewaretoken)" value="[^"]*"|data-pass="[^"]*"|>-?[0-9]+:[0-9]{2}<'
    rb"|/(CreationDate|ModDate|ID)[^\n]*|hx-headers='[^']*'"
)
TELLS = re.compile(r"7 ?NT|NT ?XX|7 no-trumps|redoubled, ")
SPOTS, BOARDS = ("A1", "A2", "A3"), (1, 2, 3, 4, 5, 6)


@pytest.fixture
def evening() -> Evening:
    """Six pairs in their second round: the director played boards 1 and 2, at table 1.

    The others are to come: 3 and 4 were played at one table, 5 at two, and 6 is disputed at the
    second of its tables.
    """
    evening = Evening(6)
    make_boards(event=evening.event, numbers=range(1, 7), is_sorted=False, anew=False,
                seen=SeenBoards(0, new_key(), ""), actor=evening.actor)  # fmt: skip
    for board in (1, 2):
        both(evening, 1, board, FOUR_SPADES)
    for board in (3, 4):
        both(evening, 2, board, SECRET)
    for board in (5, 6):
        both(evening, 3, board, SECRET)
    evening.next_round()
    both(evening, 2, 5, FOUR_SPADES)
    both(evening, 3, 1, ONE_DOWN)
    evening.tell(2, 6, SECRET)
    evening.tell(2, 6, ONE_DOWN, "ew")
    spot = Spot(evening.section.pk, 1, 3, 6)
    entered = CorrectionEntry(2, new_key(), "7NTXX was misread")
    give_ruling(
        section=evening.section, spot=spot, cited=Cited("result", "79", "Ada"), entered=entered,
        actor=evening.actor,
        do=lambda: rule(section=evening.section, spot=spot, facts=SECRET, entered=entered,
                        actor=evening.actor),
    )  # fmt: skip
    show_ranking(event=evening.event, shown=True, key="show", actor=evening.actor)
    share(event=evening.event, hides_names=False, key="share", actor=evening.actor)
    return evening


def both(evening: Evening, table: int, board: int, facts: dict[str, Any]) -> None:
    """Both sides report the same."""
    evening.tell(table, board, facts)
    evening.tell(table, board, facts, "ew")


def player_of(evening: Evening, role: Role = Role.DIRECTOR, at: int = 0) -> Client:
    """Return the browser of somebody who runs the room and plays as well."""
    return client_of(make_user(evening.club, f"who-plays-{role}-{at}", role, evening.people[at]))


def addresses(evening: Evening) -> Iterator[str]:
    """Every address that reads something of an event, for every table and board of its round."""
    found = share_of(evening.event)
    assert found is not None
    marks = [f"r{pk}" for pk in ResultRevision.objects.values_list("pk", flat=True)]
    marks += [f"h{pk}" for pk in EventHappening.objects.values_list("pk", flat=True)]
    cards = [each.key for each in CARDS_PAPERS]
    kinds = {
        "event-file-out": [*written_formats()],
        "event-boards-out": ["pbn", "lin", "dup"],
        "event-cards-pdf": cards,
        "event-cards-text": cards,
    }
    papers = [each.key for each in EVENT_PAPERS]
    values: dict[str, list[Any]] = {
        "event": [evening.event.pk], "spot": [*SPOTS], "board": [*BOARDS], "round": [1, 2],
        "pair": ["1", "2", "3", "4"], "mark": marks, "token": [token_of(found.nonce)],
        # A kept way of opening events belongs to none.
        "template": [],
        "ruling": [*EventHappening.objects.filter(kind="ruling").values_list("pk", flat=True)],
    }  # fmt: skip
    for name, pattern in PATTERNS.items():
        words = pattern.pattern.converters
        of_event = name.startswith("event") or {"event", "ruling"} & {*words}
        if name == "event-enter" or not of_event:
            continue
        every: list[dict[str, Any]] = [{}]
        for word in words:
            some = kinds.get(name, papers) if word == "kind" else values[word]
            every = [{**each, word: value} for each in every for value in some]
        yield from (reverse(name, kwargs=each) for each in every)
    yield from ("/", "/results/", f"/players/{evening.people[0].pk}/", "/search/?q=board+3")
    for spot in SPOTS:
        for at in (1, 2):
            yield from (path(evening, f"table/{spot}/?round={at}&board={n}") for n in BOARDS)
            yield path(evening, f"typing/?round={at}&table={spot}")
            rulings = f"table/{spot}/ruling/?round={at}&board="
            yield from (path(evening, f"{rulings}{n}&what=weighted") for n in BOARDS)
        yield from (path(evening, f"at/{spot}/?board={board}") for board in BOARDS)
    yield from (path(evening, f"travellers/?board={board}") for board in BOARDS)
    yield from (path(evening, f"history/?board={board}") for board in BOARDS)
    yield path(evening, "history/?what=corrections")


def pages(evening: Evening, client: Client, share: int = 1) -> dict[str, bytes]:
    """What every address says to somebody, but for what differs each time.

    Of a share one address of so many, and the first of each kind.
    """
    cache.clear()
    forget_what_was_read()
    found, kinds = {}, set[str]()
    for place, address in enumerate(addresses(evening)):
        kind = name_of(address)
        if place % share and kind in kinds:
            continue
        kinds.add(kind)
        answer = client.get(address)
        if answer.status_code != 405:
            found[address] = BY_CHANCE.sub(b"", answer.content)
    return found


def told_of(
    evening: Evening, client: Client, *, is_guarded: bool = True, share: int = 1
) -> list[str]:
    """The addresses that say otherwise once what happened on the boards to come is otherwise.

    Guarded, none of them names the secret contract before.
    """
    # However long it takes, no time passes meanwhile.
    now = clock.now()
    with clock.at(now):
        before = pages(evening, client, share)
    assert not is_guarded or [a for a, page in before.items() if names_it(page)] == []
    # Behind the program's back: a result is never changed.
    secret = QuerySet(ResultRevision).filter(facts=SECRET)
    assert secret.update(facts=OTHER) == 10
    with clock.at(now):
        after = pages(evening, client, share)
    return [address for address in before if before[address] != after[address]]


@pytest.mark.parametrize(
    ("role", "share"),
    [
        pytest.param(Role.DIRECTOR, 4, marks=pytest.mark.gate(share=True)),
        pytest.param(Role.DIRECTOR, 1, marks=pytest.mark.night),
        pytest.param(Role.SCORER, 1, marks=pytest.mark.night),
        pytest.param(Role.PLAYER, 1, marks=pytest.mark.night),
    ],
)
def test_no_address_tells_who_plays_of_a_board_to_come(
    evening: Evening, role: Role, share: int
) -> None:
    assert told_of(evening, player_of(evening, role), share=share) == []


@pytest.mark.night
def test_a_phone_on_a_table_tells_neither_side_of_a_board_to_come(evening: Evening) -> None:
    assert told_of(evening, phone_of(evening, 1)) == []


def names_it(page: bytes) -> bool:
    """Whether a page, without its tags, names the secret contract."""
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.decode("utf-8", "replace")))
    return bool(TELLS.search(text))


@pytest.mark.night
def test_the_walk_sees_what_a_page_without_the_guard_tells(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "not_to_see", lambda _actor, _room: frozenset())
    told = told_of(evening, player_of(evening), is_guarded=False)
    for rest in (
        "", "ranking/", "board/4/", "pair/2/", "wall/", "history/", "table/A2/?round=1&board=3",
        "at/A2/?board=5", "results.txt", "results.pdf", "ranking.txt", "files/event/",
        "travellers/?board=4", "typing/?round=1&table=A2",
    ):  # fmt: skip
        assert path(evening, rest) in told, rest
    for start in ("/shared/", "/event/ruling/"):
        assert any(address.startswith(start) for address in told), start


def test_who_does_not_play_sees_everything(evening: Evening) -> None:
    director = client_of(make_user(evening.club, "not-playing", Role.DIRECTOR))
    page = text_of(director.get(path(evening)))
    assert "7 no-trumps redoubled by West" in page
    assert "two versions" not in page


def test_a_board_is_shown_once_ones_own_table_has_reported_it(evening: Evening) -> None:
    room = evening.room
    actor = selectors.Actor(club=evening.club, person=evening.people[0])
    assert selectors.not_to_see(actor, room) == {3, 4, 5, 6}
    evening.tell(1, 3, FOUR_SPADES)
    assert 3 not in selectors.not_to_see(actor, evening.room)


def test_after_the_end_and_before_the_beginning_nothing_is_hidden() -> None:
    evening = Evening(6, starts=False)
    actor = selectors.Actor(club=evening.club, person=evening.people[0])
    assert not selectors.not_to_see(actor, evening.room)


def test_needs_you_says_two_versions_and_asks_someone_else(evening: Evening) -> None:
    plays = player_of(evening)
    page = plays.get(path(evening))
    assert "Table 2 board 6: two versions" in text_of(page)
    assert "Ask someone else" in text_of(page)
    case = {"spot": "A2", "round": 2, "board": 6, "key": "ask"}
    for _again in range(2):
        assert plays.post(path(evening, "pass-on/"), case).status_code == 302
    asked = "asks someone else to settle it"
    assert asked in text_of(plays.get(path(evening)))
    second = client_of(make_user(evening.club, "second", Role.DIRECTOR))
    assert asked in text_of(second.get(path(evening)))
    assert "Left1 asks someone else" in text_of(second.get(path(evening, "history/")))
    # Both sides read it at their table.
    sides = player_of(evening, Role.PLAYER, at=2)
    at_table = text_of(sides.get(path(evening, "at/A2/?board=6")))
    assert "Please settle it between you" in at_table


def test_nothing_to_settle_is_passed_on_to_nobody(evening: Evening) -> None:
    case = {"spot": "A2", "round": 1, "board": 4, "key": "ask"}
    answer = player_of(evening).post(path(evening, "pass-on/"), case)
    assert answer.status_code == 409
    assert "nothing to settle" in text_of(answer)


def test_a_look_is_a_choice_and_is_kept_in_the_history(evening: Evening) -> None:
    plays = player_of(evening)
    closed = plays.get(path(evening, "board/4/"))
    assert closed.status_code == 409
    assert "has yet to play board 4" in text_of(closed)
    form = {"board": [4], "then": path(evening, "board/4/"), "key": "look"}
    for _again in range(2):
        answer = plays.post(path(evening, "look/"), form)
        assert answer.status_code == 302
        assert answer["Location"] == path(evening, "board/4/")
    assert "7NT" in text_of(plays.get(path(evening, "board/4/")))
    # Of the others nothing is shown by that.
    assert plays.get(path(evening, "board/6/")).status_code == 409
    assert "looked at board 4 before playing it" in text_of(plays.get(path(evening, "history/")))


def test_a_look_leads_to_no_other_site(evening: Evening) -> None:
    form = {"board": [4], "then": "https://elsewhere.example/", "key": "look"}
    answer = player_of(evening).post(path(evening, "look/"), form)
    assert answer["Location"] == path(evening)


def test_a_player_cannot_look(evening: Evening) -> None:
    answer = player_of(evening, Role.PLAYER).post(path(evening, "look/"), {"board": [4]})
    assert answer.status_code == 403


def test_no_board_to_come_is_corrected_unseen(evening: Evening) -> None:
    plays = player_of(evening)
    form = {"round": 1, "board": 4, "seen": 2, "what": "not_played", "save": "1",
            "reason": "misread", "key": "k"}  # fmt: skip
    assert plays.post(path(evening, "table/A2/right/"), form).status_code == 409
    assert evening.room.standing(Spot(evening.section.pk, 1, 2, 4)).facts == SECRET


def test_a_typed_line_says_that_it_would_replace_what_is_not_shown(evening: Evening) -> None:
    answer = player_of(evening).post(path(evening, "line/"), {"line": "R1 T2: 4 4S= S", "key": "k"})
    assert answer.status_code == 422
    assert "already has a result there" in text_of(answer)


# Who reads all there is, and why: what they show tells nothing of a board's results.
READS_ALL = {
    "events/pages/boards.py": {
        "make _board_page board_cards bring look_at_file": "cards that are being entered, and"
        " which boards were played",
    },
    "events/pages/correcting.py": {
        "CorrectedBoard all_right": "places before and after; what they show is as_seen_by",
    },
    "events/pages/director.py": {
        "_section answer ask_another later name_is_right phones silence": "tables and codes; the"
        " room's page is room_for",
    },
    "events/pages/door.py": {"enter": "who plays, and where"},
    "events/pages/entries.py": {"_entries_page": "who plays"},
    "events/pages/finishing.py": {"end missing": "which boards have no result"},
    "events/pages/hall.py": {"by_slip": "which tables there are"},
    "events/pages/history.py": {"_all imported_then": "an event that is over"},
    "events/pages/movement.py": {"Choosing": "the movement", "Drawing": "the ranking as it is"},
    "events/pages/movement_changes.py": {"Surgery": "the movement"},
    "events/pages/names_from_seats.py": {"unnamed": "who sits where"},
    "events/pages/offline.py": {"_row waiting": "what a phone hands in"},
    "events/pages/pars.py": {
        "bring_set look_at_set": "a set that is being entered; its page is as_seen_by",
        "approve board_par progress work": "a par that is being entered; its pages are room_for"
        " or as_seen_by",
    },
    "events/pages/sets.py": {"_tables": "how many boards a table has closed"},
    "events/pages/table.py": {
        "TableRequest mine": "what a report is checked against; its page is as_seen_by",
    },
    "events/pages/terms.py": {"pair_terms penalties": "penalties and terms"},
    "extras/data_connector/pages.py": {
        "_send_changes _take fetch prepared send": "what pads are told and tell",
    },
    "extras/source_hands/week_problem.py": {"_of_event": "an event that is over"},
    "extras/world/pages.py": {
        "_played_by _sent_by": "who may send a table's boards, and those closed for the reader",
    },
    "files/pages/pads.py": {"bridgemate": "what a file is compared with; shown as_seen_by"},
    "home/frame.py": {"around_every_page": "whose table a phone is"},
    "papers/attendance.py": {"_attendance": "who plays and who has paid"},
    "papers/codes.py": {"_of_event": "codes"},
}
READING = {"room_of", "rooms_of"}
OPENED = {"open_to", "PrintedPaper"}


def reads_all(module: ast.Module) -> list[str]:
    """Return what of a module with pages reads an event whoever asks."""
    return sorted(
        node.name
        for node in module.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and READING & {getattr(each, "id", getattr(each, "attr", "")) for each in ast.walk(node)}
    )


def has_pages(module: ast.Module) -> bool:
    """Return whether a module has something that is opened to somebody: a page, or a paper."""
    taken = [each for each in ast.walk(module) if isinstance(each, ast.ImportFrom)]
    return any(name.name in OPENED for each in taken for name in each.names)


def test_pages_read_an_event_for_their_reader() -> None:
    root = Path(clubscore.__file__).parent
    found = {}
    for file in sorted(root.rglob("*.py")):
        module = ast.parse(file.read_text())
        if has_pages(module) and (names := reads_all(module)):
            found[file.relative_to(root).as_posix()] = names
    told = {file: sorted(" ".join(why).split()) for file, why in READS_ALL.items()}
    assert found == told, "read with room_for, or say here why not"


def test_a_page_that_reads_all_is_seen() -> None:
    module = ast.parse(
        "from clubscore.club.access import open_to\nfrom clubscore.events import state\n"
        "def page(request):\n    return state.room_of(1)\n"
        "class Asked:\n    room = rooms_of([2])[0]\n"
        "def other():\n    return room_for(3)\n"
    )
    assert has_pages(module) and reads_all(module) == ["Asked", "page"]
