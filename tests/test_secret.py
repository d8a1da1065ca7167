"""The server's secret: made once, whole, and refused where it can be none."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from clubscore import environment as secret
from clubscore.environment import SHORTEST, NotSecret, secret_key


def test_it_is_made_once_and_outlives_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync
    monkeypatch.setattr(secret.os, "fsync", lambda number: synced.append(number) or real(number))
    data = tmp_path / "data"
    made = secret_key(data, "")
    assert len(made) > SHORTEST and len(synced) == 2  # the file, and its folder
    assert secret_key(data, "") == made
    assert (data / "secret_key").stat().st_mode & 0o777 == 0o600
    assert data.stat().st_mode & 0o777 == 0o700
    assert secret_key(data, "given") == "given"
    assert [each.name for each in data.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    ("kept", "why"),
    [(b"", "empty"), (b"\n", "empty"), (b"short", "too short"), (b"\xff\xfe" * 40, "damaged")],
)
def test_one_that_can_be_none_is_named_with_what_to_do(
    tmp_path: Path, kept: bytes, why: str
) -> None:
    file = tmp_path / "secret_key"
    file.write_bytes(kept)
    with pytest.raises(NotSecret, match=why) as told:
        secret_key(tmp_path, "")
    assert str(file) in str(told.value) and "delete the file" in str(told.value)
    assert file.read_bytes() == kept


def test_a_server_that_can_sign_nothing_is_not_ready(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Client().get("/readyz/").status_code == 200
    monkeypatch.setattr(settings, "SECRET_KEY", "")
    answer = Client().get("/readyz/")
    assert answer.status_code == 503 and b"SECRET_KEY" in answer.content
