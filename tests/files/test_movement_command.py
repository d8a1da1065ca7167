"""``manage.py movement``: a file, a text, cards; a wrong wish is told what would be right."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parents[2]


def movement(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "movement", *words], cwd=ROOT, capture_output=True, env={}
    )


def asked(*words: str) -> dict[str, object]:
    done = movement(*words)
    assert done.returncode == 0, done.stdout
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_a_howell_as_the_format_says() -> None:
    answer = asked("howell", "--pairs", "8", "--boards", "14")
    seats = answer.pop("seats")
    assert isinstance(seats, list)
    assert seats[0] == {"round": 1, "table": 1, "ns": "8", "ew": "1", "boards": [1, 2]}
    assert len(seats) == 28
    assert answer.pop("relays")
    assert str(answer.pop("notes")).startswith("Pair 8 stays at table 1")
    assert answer == {
        "kind": "howell", "tables": 4, "contestants": 8, "rounds": 7, "boards_per_round": 2,
        "copies": 1, "winners": 1, "sharing": [],
    }  # fmt: skip


def test_a_half_table_sits_out_with_an_empty_side_and_no_boards() -> None:
    answer = asked("mitchell", "--pairs", "13")
    seats = answer["seats"]
    assert isinstance(seats, list)
    out = [seat for seat in seats if seat["ew"] is None]
    assert [seat["ns"] for seat in out] == ["7", "1", "2", "3", "4", "5", "6"]
    assert all(seat["boards"] == [] for seat in out)
    assert (answer["winners"], answer["boards_per_round"]) == (2, 4)


def test_sharing_and_the_stand_of_an_even_room() -> None:
    answer = asked("mitchell", "--pairs", "12", "--boards", "24")
    assert answer["sharing"][0] == {"round": 1, "tables": [1, 6], "boards": [1, 2, 3, 4]}  # type: ignore[index]
    assert answer["relays"][1] == {  # type: ignore[index]
        "round": 2, "boards": [17, 18, 19, 20], "from": 4, "to": 3,
    }  # fmt: skip
    assert len(asked("mitchell", "--pairs", "12", "--rounds", "5")["sharing"]) == 0  # type: ignore[arg-type]


def test_individuals_have_four_seats() -> None:
    answer = asked("individual", "--players", "12", "--boards", "22")
    assert answer["seats"][0] == {  # type: ignore[index]
        "round": 1, "table": 1, "n": "12", "e": "2", "s": "1", "w": "6", "boards": [1, 2],
    }  # fmt: skip


def test_a_swiss_says_that_later_rounds_follow() -> None:
    answer = asked("teams-swiss", "--teams", "7")
    assert answer["rounds"] == 1
    assert "Later rounds are drawn from the" in str(answer["notes"])
    assert answer["seats"][-1] == {  # type: ignore[index]
        "round": 1, "table": None, "ns": "7", "ew": None, "boards": [],
    }  # fmt: skip


def test_one_winner_turns_the_last_round() -> None:
    seats = asked("mitchell", "--pairs", "14", "--winners", "1")["seats"]
    assert [seat["ns"] for seat in seats if seat["round"] == 7] == [  # type: ignore[attr-defined]
        "9", "10", "11", "12", "13", "14", "8",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "where", "says"),
    [
        (["mitchell", "--pairs", "14", "--boards", "27"], "boards", "Choose 21 or 28"),
        (["mitchell", "--pairs", "14", "--rounds", "8"], "rounds", "At most 7 rounds"),
        (["mitchell", "--pairs", "2"], "pairs", "at least 4 pairs"),
        (["howell", "--pairs", "x"], "pairs", "a whole number, not 'x'"),
        (["howell", "--pairs", "8", "--winners", "2"], "winners", "choose one winner"),
        (["howell", "--pairs", "8", "--winners", "3"], "winners", "1 or 2, not 3"),
        (["howell", "--teams", "8"], "teams", "use --pairs, not --teams"),
        (["howell"], "pairs", "--pairs, --players or --teams"),
        (
            ["howell", "--pairs", "8", "--teams", "8"],
            "pairs",
            "Give one of --pairs, --players or --teams",
        ),
        (["individual", "--players", "24"], "players", "not 24"),
        (["dance", "--pairs", "8"], "kind", "mitchell, howell"),
        (["howell", "--pairs", "8", "--boards", "0"], "boards", "at least 1"),
    ],
)
def test_what_cannot_be_is_told_what_would_be_right(
    words: list[str], where: str, says: str
) -> None:
    done = movement(*words)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["where"], done.stderr) == (1, where, b"")
    assert says in answer["error"]
    spoken = movement(*words, "--format", "text")
    assert (spoken.returncode, says in spoken.stdout.decode()) == (1, True)


def test_the_text_says_what_compares_with_what() -> None:
    said = movement("howell", "--pairs", "8", "--format", "text").stdout.decode()
    assert "28 twosomes meet once" in said
    assert "100.00 of 100 even" in said
    assert "Boards 1 to 4: NS 8 1 2 7; EW 1 7 6 5" not in said
    assert "Boards 1 to 4: NS 8 7 3 2; EW 1 5 4 6" in said


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        (["mitchell", "--pairs", "13"], "Pair 13"),
        (["individual", "--players", "8"], "Player 8"),
        (["teams-round-robin", "--teams", "5"], "Team 5, EW"),
    ],
)
def test_cards_for_everybody_and_every_table(words: list[str], pages: str) -> None:
    done = movement(*words, "--format", "pdf")
    assert (done.returncode, done.stderr) == (0, b"")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(done.stdout)).pages)
    assert pages in text
    assert "Table 2" in text
