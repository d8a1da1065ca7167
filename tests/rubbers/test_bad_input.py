"""Forms filled in by an enemy: never a traceback, never half a record, a word that helps.

Every address of the card room is asked with fields that are missing, doubled, huge, negative, of
another table, of another club or no text at all. What is refused leaves every row as it was, and
each problem on a page leads to a field that stands on that page.
"""

import re
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, reverse
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from clubscore.club.database import forget_what_was_read
from clubscore.laws.games import GAMES
from clubscore.rubbers.models import CardTable
from tests.house import client_of, make_user
from tests.rubbers.tables import Table
from tests.walks import by_examples

pytestmark = pytest.mark.postgres

READ = [
    "home",
    "sit-down",
    "sit-down-game",
    "sit-down-stake",
    "table",
    "live",
    "cut",
    "seats",
    "another-game",
    "who-plays",
    "at-table",
    "join-table",
    "substitute",
    "pad",
    "pad-part",
    "why",
    "change",
    "deal-history",
    "history",
    "rubber",
    "what-next",
    "slip",
    "table-phones",
    "phones",
    "results",
    "games",
    "game",
    "club-house",
    "enter",
]
WRITE = [
    "sit-down",
    "sit-down-open",
    "contract",
    "sentence",
    "record",
    "undo",
    "put-back",
    "dealer",
    "choose",
    "draw",
    "seats",
    "another-game",
    "cut-out",
    "offer-out",
    "line-up",
    "join-table",
    "leave-table",
    "substitute",
    "change",
    "agree",
    "break-off",
    "play-on",
    "end",
    "reopen",
    "void",
    "paid",
    "not-paid",
    "table-phones",
    "enter",
    "leave-phone",
    "club-house",
]

# What no form of ours ever holds, and what an enemy sends.
HOSTILE = (
    "", " ", "0", "-1", "1.5", "999999999999999999999999", "9" * 5000, "-" + "9" * 30, "²", "٣",
    "１", "NaN", "None", "null", "[]", "{}", "a\x00b", "\x00", "é" * 300, "🂡" * 70, "x" * 65,
    "x" * 200, "<script>", "' or 1=1 --", "%s", "%(names)s", "{{ x }}", "\u202egnirts", ":",
    "D:", ":3", "D:9", "A:0", "X:3", "D:3:4", "D:²", "+99", "-99", "+", "--3", "= ", "4-in-one",
)  # fmt: skip
GOOD = {
    "level": "1234567",
    "denomination": ("C", "D", "H", "S", "NT", "NU"),
    "doubling": "0123",
    "doubling_more": ("4", "12", "400", "99999"),
    "declarer": ("N", "E", "S", "W", "A", "B", "C", "dummy"),
    "partner": ("N", "E", "S", "W"),
    "result": ("=", "+1", "-1", "+3", "-13", "D:1", "A:7", "D:7"),
    "tricks": ("0", "6", "13", "14"),
    "honours": ("none", "D:3", "A:4", "D:5", "A:2", "D:6"),
    "holder": ("N", "E", "A", "B", "dummy"),
    "holding": ("4-in-one", "4+1", "5-in-one", "5"),
    "honours-A": "012345",
    "honours-B": "05",
    "honours-dummy": "03",
    "chicane": ("N", "E", "A", "dummy"),
    "revoke-1": ("N", "W", "A", "C"),
    "penalty-1": ("points", "tricks", "deduct", "add"),
    "often-1": ("1", "3", "13", "40"),
    "revoke-2": ("S", "B"),
    "penalty-2": ("points", "tricks"),
    "fined": ("N", "A", "dummy"),
    "fine": ("100", "0", "10000000000000000000"),
    "passed_out": ("1",),
    "asked_honours": ("1",),
    "joker": ("N", "E", "dummy"),
    "doubled_by": ("N", "E", "W"),
    "vulnerable": ("none", "NS", "both"),
    "began_so": ("yes", "no"),
    "preset-shown": ("portland-1914", "own-1", "own-99999999999999999999"),
    "own_name": ("Our auction", "Portland 1914"),
    "keep": ("1",),
    "away": ("1", "99999999999999999999"),
    "line": ("4H S = h3", "pass", "H +2 h3", "4H", "²H S =", "4H Ann:² =", "4H S +² h3", "4H ="),
    "part": "0129",
    "position": ("0", "1", "2", "3", "99", "65536"),
    "seen": "0129",
    "chosen": "0129",
    "two_deals": ("1",),
    "misdeal": ("1",),
    "seat": ("N", "A", "C"),
    "clear": ("1",),
    "redraw": ("1",),
    "save": ("1",),
    "reason": ("wrong key", "r" * 300),
    "other_reason": ("said so", "r" * 5000),
    "key": ("k" * 64, "k" * 65, "k" * 400, "a-key"),
    "n": ("2", "3", "4", "8+", "99999999999"),
    "q": ("Ann", "%"),
    "find": ("1",),
    "go": ("1",),
    "guest": ("Eve", "E" * 500),
    "add_guest": ("1",),
    "game": (*(game.key for game in GAMES), "whist"),
    "sitting": "19",
    "how": ("cut", "draw", "seats", "other", "hand", "room", "law"),
    "money": ("own", "absent"),
    "then": ("leaves", "waits"),
    "stake": ("5s", "for love", "0.50 a hundred", "1/6", "9" * 60, "£1 4s a ten", "-5s"),
    "love": ("1",),
    "round": ("ten", "hundred", "exact"),
    "preset": ("portland-1914", "no-such"),
    "rule-chicane": ("off", "simple"),
    "rule-rubber_bonus": ("250", "100"),
    "agree": ("1",),
    "read": ("1",),
    "afresh": ("1",),
    "by_hand": ("1",),
    "pack": ("red", "mauve"),
    "take_back": ("1",),
    "amount": ("1", "0"),
    "currency": ("GBP", "LSD", "XXX"),
    "payment": "019",
    "step": ("contract",),
    "page": ("1", "2", "999"),
}  # fmt: skip
# Fields of the entry form: an enemy puts them into a form that would be good without.
ENTRY = tuple(GOOD)[: tuple(GOOD).index("line")]
# A form can speak of what this game, or its bid, does not ask; then no field is left to lead to.
GONE = {"ask-chicane", "ask-declarer"}
# Whose ids a form can name: ours, those of another club.
WHO = ("who", "dealer", "table", "payer", "payee", "person")


class Room:
    """A table in the middle of a rubber, another club beside it, and their director."""

    def __init__(self, game: str) -> None:
        self.table = Table(game, {"amount": "5s", "currency": "LSD", "per": 100})
        self.other = Table(game)
        director = make_user(self.table.club, f"director-{game}", "director")
        self.client = client_of(director)
        seat, levels = self.table.game.seats[0], self.table.game.bidding.levels
        self.table.play(
            {"bid": "2H" if levels else "H", "declarer": seat, "tricks": 8}
            | ({"partner": self.table.game.seats[1]} if self.table.game.names_partner else {})
        )

    def ids(self) -> tuple[str, ...]:
        """Return people and tables that an enemy could name."""
        ours, theirs = self.table, self.other
        tables = (ours.sitting.table_id, CardTable.objects.filter(club=theirs.club).first().pk)
        return tuple(str(p.pk) for p in (*ours.people, *theirs.people)) + tuple(map(str, tables))

    def address(self, name: str, data: Any) -> str:
        """Return an address of the card room, with numbers drawn where it takes some."""
        number = st.sampled_from((1, 2, 0, 9, 32768, 2**31, 2**63, 10**40))
        words: dict[str, Any] = {}
        if name not in ("club-house", "game"):
            words = {
                "pk": self.table.sitting.pk,
                "part": data.draw(number),
                "position": data.draw(number),
                "rubber": data.draw(number),
                "token": data.draw(st.sampled_from(("x", "0" * 32, "é", "x" * 400))),
            }
            if data.draw(st.integers(0, 9)) == 0:
                words["pk"] = data.draw(number | st.just(self.other.sitting.pk))
        else:
            words["key"] = data.draw(st.sampled_from((*GOOD["game"], "x" * 300)))
        for wanted in (set(), {"pk"}, {"key"}, {"token"}, {"pk", "part"},
                       {"pk", "part", "position"}, {"pk", "part", "rubber"}):  # fmt: skip
            try:
                return reverse(name, kwargs={word: words[word] for word in wanted if word in words})
            except NoReverseMatch:  # it takes other words
                continue
        raise AssertionError(name)


@st.composite
def forms(
    draw: Any, ids: tuple[str, ...], names: tuple[str, ...] = (), most: int = 14
) -> dict[str, list[str]]:
    """Return fields as an enemy fills them in: some as they should be, some not at all so."""
    fields = {name: tuple(values) for name, values in GOOD.items()}
    fields |= dict.fromkeys(WHO, ids)
    for one in ids:
        fields |= {f"rank-{one}": tuple("A2KTX"), f"suit-{one}": tuple("CDHSX")}
    for seat in "NESWABC":
        fields[f"seat-{seat}"] = ids
    chosen = draw(st.lists(st.sampled_from(names or tuple(fields)), max_size=most, unique=True))
    form = {}
    for name in chosen:
        values = st.sampled_from(fields[name])
        if draw(st.integers(0, 2)) == 0:
            values = st.sampled_from(HOSTILE) | st.text(max_size=20)
        form[name] = draw(st.lists(values, min_size=1, max_size=2))
    return form


def rows() -> dict[str, list[Any]]:
    """Return every row of ours, as it stands."""
    return {
        model.__name__: list(model.objects.order_by("pk").values_list())
        for label in ("club", "rubber")
        for model in apps.get_app_config(label).get_models()
        if model.__name__ != "User"
    }


@contextmanager
def undone() -> Any:
    """Take back whatever an example writes."""
    forget_what_was_read()
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def check(answer: HttpResponse, before: dict[str, list[Any]], told: Any) -> None:
    """See that a refusal refuses wholly, and says what would be right where it can be put."""
    assert answer.status_code < 500, told
    if answer.status_code < 400:
        return
    assert rows() == before, told
    text = answer.content.decode()
    assert "<h1" in text or answer.status_code == 409, told
    if answer.status_code == 422:
        summary = text.split('class="errors', 1)[-1].split("</ul>", 1)[0]
        for field in set(re.findall(r'href="#([^"]+)"', summary)) - GONE:
            assert f'id="{field}"' in text, (told, field)


def ask(client: Client, method: str, address: str, form: dict[str, list[str]]) -> HttpResponse:
    """Send a form as a browser does."""
    return client.post(address, form) if method == "POST" else client.get(address, form)


SIX = [game.key for game in GAMES][:6]
OFTEN = by_examples(
    40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.mark.walk(examples=40)
@pytest.mark.parametrize("game", SIX)
def test_no_form_breaks_the_card_room(game: str, db: None) -> None:
    room = Room(game)
    ids = room.ids()

    @OFTEN
    @given(st.data())
    def every_address(data: Any) -> None:
        method = data.draw(st.sampled_from(("POST", "POST", "GET")))
        name = data.draw(st.sampled_from(WRITE if method == "POST" else READ))
        form = data.draw(forms(ids))
        if method == "POST" and data.draw(st.booleans()):
            form["part"] = ["1"]
        with undone():
            address = room.address(name, data)
            before = rows()
            answer = ask(room.client, method, address, form)
            check(answer, before, (method, address, form, answer.status_code))

    every_address()


@pytest.mark.walk(examples=40)
@pytest.mark.parametrize("game", SIX)
def test_a_good_entry_with_something_wrong_in_it(game: str, db: None) -> None:
    room = Room(game)
    ids, law = room.ids(), room.table.game
    good = {
        "part": ["1"],
        "level": ["3"] * bool(law.bidding.levels),
        "denomination": ["H"],
        "declarer": [law.seats[0]],
        "partner": [law.seats[1]] * law.names_partner,
        "result": ["+1" if law.bidding.levels else "D:2"],
        "honours": ["none"],
        "reason": ["misheard"],
        "seen": ["1"],
    }

    @OFTEN
    @given(st.data())
    def entry(data: Any) -> None:
        name = data.draw(st.sampled_from(("record", "record", "change", "contract", "sentence")))
        form = good | data.draw(forms(ids, ENTRY, most=4))
        if name == "change" and data.draw(st.booleans()):
            form["save"] = ["1"]
        with undone():
            words = {"part": 1, "position": 1} if name == "change" else {}
            address = reverse(name, kwargs={"pk": room.table.sitting.pk, **words})
            before = rows()
            answer = ask(room.client, "POST", address, form)
            check(answer, before, (address, form, answer.status_code))
            page = room.client.get(reverse("table", kwargs={"pk": room.table.sitting.pk}))
            assert page.status_code < 500, (address, form)

    entry()
