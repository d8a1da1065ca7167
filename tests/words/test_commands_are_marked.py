"""What the commands answer and refuse: nothing of it stands outside the catalogue.

Those that answer files without Django (`score` and its kin) speak English alone. `serve` and `work`
answer nothing before they are closed; what they say beside that is in the tests of their own.
"""

import io
import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from clubscore.club.wording import problem_text
from clubscore.files.formats import written_formats
from clubscore.laws.errors import RuleError
from tests.files.test_event_pages import WHOLE
from tests.house import build_house
from tests.test_addresses import evening_of_our_house
from tests.words.pseudo import pseudo_language, unmarked
from tests.words.walking import names_of_everybody

pytestmark = pytest.mark.django_db
NOTHING = "999999"


def answer(*asked: object, known: frozenset[str] = frozenset()) -> list[str]:
    """Return what a command says outside the signs, and fail where it says nothing."""
    out, err = io.StringIO(), io.StringIO()
    with pseudo_language():
        name, *more = map(str, asked)
        try:
            call_command(name, *more, stdout=out, stderr=err)
        except CommandError as error:
            err.write(str(error))
    text = out.getvalue() + err.getvalue()
    assert text.strip(), f"{name} says nothing"
    return unmarked(text, known | names_of_everybody())


def file_of(folder: Path, name: str, content: str) -> Path:
    file = folder / name
    file.write_text(content)
    return file


@pytest.mark.night
@pytest.mark.long(12)
def test_what_the_demo_answers_made_and_there() -> None:
    assert answer("demo") == []
    assert answer("demo") == []


def test_what_commands_about_people_answer() -> None:
    login = build_house().logins["director"]
    assert answer("reset_password", login.username) == []
    assert answer("reset_password", "nobody-at-all", known=frozenset({"nobody-at-all"})) == []


def test_what_commands_about_files_answer(tmp_path: Path) -> None:
    house = build_house()
    evening_of_our_house(house)
    names = frozenset(each.key for each, _writes in written_formats().values())
    for command in ("export_event", "export_sitting"):
        assert answer(command, NOTHING, known=names) == []
    club = f"--club={house.club.slug}"
    files = [
        file_of(tmp_path, "good.json", json.dumps(WHOLE)),
        file_of(tmp_path, "bad.json", "{"),
        file_of(tmp_path, "list.json", "[]"),
        file_of(tmp_path, "none.pbn", "%PBN"),
        tmp_path / "missing.json",
    ]
    known = names | {WHOLE["name"], *(each.name for each in files)}
    known |= {str(each) for each in files}
    for command in ("import_event", "import_sitting"):
        for file in files:
            for more in ((), ("--check",)):
                assert answer(command, club, *more, file, known=frozenset(known)) == [], file
        assert answer(command, "--club=nothing", files[0], known=frozenset({"nothing"})) == []


@pytest.mark.long(8)
@pytest.mark.django_db(transaction=True)
def test_what_a_backup_and_its_proof_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_house()
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    places = frozenset({str(tmp_path), "kB"})
    into = tmp_path / "copies"
    assert answer("backup", "--readable", f"--into={into}") == []
    assert answer("update") == []
    file = tmp_path / "is-a-folder"
    file.write_text("")
    assert answer("backup", f"--into={file}") == []
    (made,) = into.glob("*.sqlite3.gz")
    assert answer("restore", "--check", made) == []
    assert answer("restore", "--check", file) == []
    assert answer("restore", "--check", tmp_path / "nothing.sqlite3", known=places) == []


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("", "«Wrong.»"),
        ("line 3", "««line 3»: «Wrong.»»"),
        ("line 3, column 14", "««line 3, column 14»: «Wrong.»»"),
        ("a.json, line 3.deals[1].tricks", "«a.json, «line 3».deals[1].tricks: «Wrong.»»"),
        ("a line 3 of a kind", "«a line 3 of a kind: «Wrong.»»"),
    ],
)
def test_a_place_in_a_file_is_said_in_words(where: str, said: str) -> None:
    with pseudo_language():
        assert problem_text(RuleError("x", "Wrong.", where)) == said
    assert problem_text(RuleError("x", "Wrong.", where)).replace("Wrong.", "") in (
        f"{where}: " if where else "",
    )
