"""Many files whose import Ctrl-C stops: what came in stays, the next one takes up the rest."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubscore.club.logins import found_club
from clubscore.events.models import Event, PastImport
from clubscore.files.pages import past as past_bringing
from tests.club.test_command_progress import Console
from tests.files.past.test_past_import import event_file

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("came", [0, 2])
def test_ctrl_c_leaves_what_came_in_and_the_next_time_takes_up_the_rest(
    came: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_club(name="Portland", author="a test")
    for name in ("A", "B", "C"):
        (tmp_path / f"{name}.json").write_bytes(event_file(name))
    bring, left = past_bringing._bring, came

    def stopped(*which: Any) -> None:
        nonlocal left
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        bring(*which)

    with monkeypatch.context() as patched:
        patched.setattr(past_bringing, "_bring", stopped)
        with pytest.raises(CommandError, match=r"Stopped\. What was imported stays") as ended:
            call_command("import_past", str(tmp_path), stdout=Console())
    assert ended.value.returncode == 130
    assert Event.objects.count() == came and not PastImport.objects.exists()
    out = Console()
    call_command("import_past", str(tmp_path), stdout=out)
    told = out.getvalue()
    assert "Files read: 3 of 3" in told and f"Files imported: {3 - came} of {3 - came}" in told
    assert f"{3 - came} file" in told and f"{came} file" in told and "already here" in told
    assert sorted(Event.objects.values_list("name", flat=True)) == ["A", "B", "C"]
