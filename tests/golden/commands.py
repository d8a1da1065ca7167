"""What the commands say about the examples: every game's, the documents', and what is refused."""

import io
import json
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any
from unittest.mock import patch

from clubscore.command_line import run
from clubscore.laws.games import GAMES
from clubscore.ranking import every_scoring
from tests.golden import held
from tests.golden.file_text import pretty, read_file
from tests.golden.page_text import same_each_time

ROOT = Path(__file__).parents[2]
PAR_SET = ROOT / "docs" / "examples" / "par-set-of-eight.json"
FORMAT: dict[str, Any] = {"format": "clubscore-table/1"}
# Games whose answers are shaped unlike each other; of all others a sheet to read is enough.
SHAPES = ("auction", "straight-bridge", "cut-throat", "five-hundred", "pirate", "bolshevik")
MOVEMENTS = (
    "mitchell --pairs 8", "mitchell --pairs 13", "mitchell --pairs 12 --boards 24",
    "howell --pairs 7",
    "three-quarter-howell --pairs 12", "individual --players 13",
    "teams-round-robin --teams 6", "teams-swiss --teams 8 --rounds 4", "rover-mitchell --pairs 16",
    "no-such-movement --pairs 8", "mitchell --pairs 1",
)  # fmt: skip


def command(folder: Path, *words: str) -> str:
    """Return what a command says, with its code where that is not 0."""
    held.begin(" ".join(words))
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    code: Any = 0
    with patch.object(sys, "stdout", out), redirect_stderr(err):
        try:
            code = run("clubscore", [*words])
        except SystemExit as ended:
            code = ended.code
        out.flush()
    content = out.buffer.getvalue()  # type: ignore[attr-defined]
    said = read_file(content, "") if content.startswith(b"%PDF") else content.decode()
    said = pretty(said) if said[:1] in "{[" else said
    parts = [said, f"it says besides: {err.getvalue()}" if err.getvalue() else ""]
    parts.append(f"ends with {code}" if code else "")
    text = "\n".join(part.rstrip() for part in parts if part) + "\n"
    return same_each_time(text.replace(str(folder), "FOLDER").replace(str(ROOT), "ROOT"))


def written(folder: Path, name: str, *things: Any) -> str:
    """Write a file of a thing a line, and return where it lies."""
    file = folder / name
    file.write_text("\n".join(json.dumps(each) for each in things) + "\n", "utf-8")
    return str(file)


def answers_in(folder: Path) -> Iterable[tuple[str, str]]:
    """Yield what commands say that need no club."""
    from tests.events.whole_event import WHOLE
    from tests.laws.tables import WORKED_EVENING

    for game in GAMES:
        examples = [FORMAT | dict(each.score_file) for each in game.about.examples]
        if examples:
            file = written(folder, f"{game.key}.jsonl", *examples)
            yield f"score-explain-{game.key}", command(folder, "score", "--explain", file)
            if game.key in SHAPES:
                yield f"score-{game.key}", command(folder, "score", file)
    sitting = FORMAT | dict(GAMES[0].about.examples[0].score_file)
    wrong = [{}, 7, sitting | {"game": "whist"}, sitting | {"deals": [{"bid": "9S"}]}]
    yield "score-refused", command(folder, "score", written(folder, "wrong.jsonl", *wrong))
    yield "score-of-no-file", command(folder, "score", str(folder / "none.json"))
    evening = {
        "format": "clubscore-seven/1", "players": list("ABCDEFG"), "rules": {}, "stakes": None,
        "deals": [*WORKED_EVENING],
    }  # fmt: skip
    yield "seven", command(folder, "seven", written(folder, "seven.json", evening))
    event = written(folder, "event.json", WHOLE)
    other = written(folder, "other.json", {**WHOLE, "name": "Another"})
    yield "score_event", command(folder, "score_event", event)
    yield "score_event-text", command(folder, "score_event", "--format", "text", event)
    for way in ("--together", "--sessions"):
        said = command(folder, "score_event", way, "--format", "text", event, other)
        yield f"score_event{way}", said
    for scoring in every_scoring():
        words = ("score_event", "--also", scoring.key, "--format", "text", event)
        yield f"score_event-also-{scoring.key}", command(folder, *words)
    for words in MOVEMENTS:
        name = words.replace(" --", "-").replace(" ", "-")
        said = command(folder, "movement", *words.split(), "--format", "text")
        yield f"movement-{name}", said
    words = "movement mitchell --pairs 8 --format"
    for form in ("json", "pdf"):
        yield f"movement-{form}", command(folder, *words.split(), form)
    yield "par", command(folder, "par", str(PAR_SET))
    yield "par-set", command(folder, "par", "--set", str(PAR_SET))
    yield "contest-name", command(folder, "contest", "name", str(PAR_SET))
    box = folder / "box.pdf"
    said = command(folder, "contest", "box", str(PAR_SET), "--out", str(box))
    yield "contest-box", said + (read_file(box.read_bytes(), "box.pdf") if box.exists() else "")
    yield "version", command(folder, "--version")


def answers_of_a_club(folder: Path) -> Iterable[tuple[str, str]]:
    """Yield what commands say about the club whose database is laid here."""
    yield "check_clubs", command(folder, "check_clubs")
    yield "export_sitting", command(folder, "export_sitting", "1")
    yield "export_sitting-plain", command(folder, "export_sitting", "3", "--plain")
    yield "export_event-of-none", command(folder, "export_event", "1")
    club = folder / "club.zip"
    yield "export_club", command(folder, "export_club", "portland", str(club))
