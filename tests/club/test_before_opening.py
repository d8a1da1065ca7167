"""What a worker does before it answers anybody."""

from pathlib import Path
from typing import Any

import pytest

from clubscore.server import database_guard as at_work
from clubscore.server import database_guard as before_opening
from clubscore.server import database_guard as clock_behind
from clubscore.server import database_guard as in_place


@pytest.mark.django_db
def test_a_worker_shares_the_data_with_its_server_alone(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So no backup is put back under it, and no other server opens the same data."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(in_place, "note_home", lambda: None)
    monkeypatch.setattr(clock_behind, "_latest", [])
    monkeypatch.setattr(before_opening.connections, "close_all", lambda: None)
    remembered: list[object] = []
    monkeypatch.setattr(in_place, "remember", remembered.append)
    before_opening.open_for_a_worker()
    try:
        assert remembered == [at_work.server_of(tmp_path)] == [at_work.this_group()]
    finally:
        at_work.let_go(tmp_path)
