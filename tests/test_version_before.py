"""A backup of the version before this one, with a row in every table, opens with all that it held.

`tests/backups` holds what that version wrote: its backup of an SQLite file and of a PostgreSQL
database, and beside each the readable copy of the same moment. In those copies stand all scores,
rankings, settlements and the book.
"""

import json
import lzma
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from clubscore.club.models import Entry
from clubscore.club.record_words import OwnWords, WordsField, read_words
from clubscore.events.models import Call
from clubscore.rubbers.models import DealRevision
from clubscore.server import backups
from clubscore.server import restore as restoring
from tests.test_restore import command, readable, tools

BEFORE = Path(__file__).parent / "backups"
# Those of Django and of django-axes with them.
TABLES = 57
# Texts of a readable copy that this version words differently.
NAMED = {
    b" put right": b" corrected",
    b'"Put right': b'"Corrected',
    b"Reckoned in another coin": b"Converted to another currency",
}

# What that version said of a change of movement, of double dummy that was given up, of a rubber.
SAID_THEN = [
    ("duplicate_planchange", "title", "Taken back: Pair 13 becomes a rover: each round it takes"
     " one pair's place."),
    ("duplicate_planchange", "effects", '["Nobody sits out from round 3 on.", "Pair 3 sits out."]'),
    ("duplicate_doubledummy", "trouble", "The double-dummy program broke off (-9) after 1 deals."
     " What it had worked out is kept; ask for the rest again."),
    ("rubber_settlement", "reason", "made up again"),
]  # fmt: skip
SAID_NOW = [
    '=change-undone{"title":{"own":"=late-roves{\\"number\\":13}"}}',
    '["=no-rests{\\"first\\":3}", "Pair 3 sits out."]',
    '=solver-stopped{"said":"-9","count":1}',
    "=made-again",
]

# What is put back of nobody's backup: who is logged in, and who guessed at what.
LETS_SOMEBODY_IN = {"django_session", "rubber_wrongcode"}
# Tables that the program of then did not have.
MADE_SINCE = {
    "jobs_job", "club_broughtforward", "club_personnumber", "club_receipt", "club_voidreceipt",
    "club_eveninggazette",
    "duplicate_personboards", "duplicate_severalshare",
    "mailing_letter", "mailing_subscription", "mailing_try", "mailing_feedaddress",
    "mailing_plannedevening",
    "duplicate_eventlist",
    "duplicate_eventtemplate", "duplicate_series", "duplicate_serieschange",
    "duplicate_toldplayer", "duplicate_pastimport", "duplicate_pastfile",
    "duplicate_boardsworkedout", "duplicate_openingleads", "duplicate_nullotable",
    "duplicate_contestset", "duplicate_clubkey", "duplicate_contestpackage",
    "duplicate_packagedecision", "duplicate_setlookedat", "duplicate_followedpool",
    "duplicate_serverpool", "duplicate_twohouses", "duplicate_sethours",
    "duplicate_countedworld",
}  # fmt: skip


def unpacked(folder: Path) -> Path:
    file = folder / "before_codes.sqlite3"
    file.write_bytes(lzma.decompress((BEFORE / "before_codes.sqlite3.xz").read_bytes()))
    return file


def say_as_then(file: Path) -> None:
    """Put sentences of that version where the backup has others, of which no code is known."""
    database = sqlite3.connect(file)
    for table, column, words in SAID_THEN:
        database.execute(f"UPDATE {table} SET {column} = ?", (words,))
    database.commit()
    database.close()


def rows_of(file: Path) -> dict[str, int]:
    """How many rows each table has."""
    database = sqlite3.connect(file)
    wanted = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    names = [name for (name,) in database.execute(wanted)]
    rows = {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
    database.close()
    return rows


def words_of(file: Path, column: str, table: str) -> set[str]:
    database = sqlite3.connect(file)
    found = {words for (words,) in database.execute(f"SELECT {column} FROM {table}")}
    database.close()
    return found


def worded_as_now(files: dict[str, bytes]) -> dict[str, bytes]:
    for old, new in NAMED.items():
        files = {name: text.replace(old, new) for name, text in files.items()}
    return files


def differs(name: str, then: bytes, now: bytes) -> bool:
    """Whether a file says anything else; events did not have their people's numbers then."""
    if then == now or "/events/" not in name:
        return then != now
    event = json.loads(now)
    numbers = [each.pop("numbers", None) for each in event["contestants"]]
    return not any(numbers) or event != json.loads(then)


def check_same(then: dict[str, bytes], now: dict[str, bytes]) -> None:
    """The readable copies are equal, file by file, but for the named texts and members' numbers."""
    then = worded_as_now(then)
    assert sorted(now) == sorted(then)
    assert [name for name in then if differs(name, then[name], now[name])] == []
    assert len([name for name in then if "/card-tables/" in name]) > 20
    assert len([name for name in then if "/events/" in name]) > 2


def test_every_table_of_the_backup_has_a_row(tmp_path: Path) -> None:
    rows = rows_of(unpacked(tmp_path))
    assert len(rows) == TABLES
    assert [name for name, count in rows.items() if not count] == []


@pytest.mark.long(5)
def test_a_backup_of_the_version_before_opens_on_sqlite(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    before = unpacked(tmp_path)
    say_as_then(before)
    code, said = command(data, "restore", str(before))
    assert code == 0, said
    code, said = command(data, "backup", "--readable")
    assert code == 0, said
    copy = data / "backups" / "readable"
    check_same(readable(BEFORE / "before_codes.sqlite3.zip"), readable(copy))
    now = data / "clubscore.sqlite3"
    empty = {table for table, rows in rows_of(now).items() if not rows}
    assert empty == MADE_SINCE | LETS_SOMEBODY_IN
    reasons = words_of(now, "reason", "rubber_dealrevision")
    assert {"=misheard", "=wrong-key", "the wind"} <= reasons
    assert "misheard" not in reasons
    assert words_of(now, "why", "duplicate_call") >= {"=reached-late|3|4S"}
    assert "=counts-again" in words_of(now, "reason", "club_entry")
    kept = [words_of(now, column, table) for table, column, _words in SAID_THEN]
    assert kept == [{code} for code in SAID_NOW]
    database = sqlite3.connect(now)
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        database.execute("UPDATE club_entry SET reason = 'x'")
    database.close()


@pytest.mark.long(12)
@pytest.mark.postgres
def test_a_backup_of_the_version_before_opens_on_postgresql(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    monkeypatch.setenv("PATH", f"{tools()}:/usr/bin:/bin")
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    restoring.restore(BEFORE / "before_codes.dump")
    copy, _updated = backups.make_readable(into=tmp_path / "now")
    check_same(readable(BEFORE / "before_codes.dump.zip"), readable(copy))
    misheard = DealRevision.objects.filter(reason=OwnWords("misheard")).first()
    assert misheard is not None and misheard.reason == "misheard"
    assert Entry.objects.filter(reason=OwnWords("counts-again")).exists()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute("UPDATE club_entry SET reason = 'x'")


def test_a_persons_words_stay_and_the_programs_own_are_a_code() -> None:
    field = WordsField(max_length=200)

    def back(stored: Any) -> Any:
        return field.from_db_value(stored, None, connection)

    assert field.get_prep_value(OwnWords("misread")) == "=misread"
    assert field.get_prep_value("misread the slip") == "misread the slip"
    assert (back("=misread"), back("misread the slip"), back(None)) == (
        "misread", "misread the slip", None,
    )  # fmt: skip
    assert back("=no such code") == "=no such code"
    late = back("=reached-late|3|4S")
    assert "3" in late and "4S" in late and late.stored == "=reached-late|3|4S"
    assert back("=reached-late|3") == "=reached-late|3", "a place without a value"


def test_what_phones_of_before_send_is_understood(db: None) -> None:
    assert read_words("wrong key") == OwnWords("wrong-key")
    assert isinstance(read_words("=wrong-key"), OwnWords)
    assert type(read_words("the wind")) is str
    assert Call(why=OwnWords("reached-late", 3, "4S")).why.startswith("board 3")
