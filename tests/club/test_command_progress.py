"""What long commands say on a console, and what Ctrl-C leaves of them."""

import io

import pytest
from django.core.management.base import CommandError, OutputWrapper

from clubscore.club import wording as command_progress
from clubscore.club.wording import STOPPED, CommandProgress, can_be_stopped

WORDS = "Events: %(done)s of %(total)s"


class Console(io.StringIO):
    """A terminal, on which a line can be written over."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_one_line_is_written_over() -> None:
    out = Console()
    say = CommandProgress(OutputWrapper(out), WORDS)
    for done in (0, 0, 9, 10):
        say(done, 10)
    said = ["Events: 0 of 10", "Events: 9 of 10", "Events: 10 of 10"]
    assert out.getvalue() == "".join(f"\r{each}" for each in said) + "\n"


def test_a_shorter_word_leaves_nothing_of_a_longer_one() -> None:
    out = Console()
    say = CommandProgress(OutputWrapper(out), WORDS)
    say(10, 100)
    say(1, 2)
    assert out.getvalue().endswith("\rEvents: 1 of 2" + 3 * " ")


def test_elsewhere_a_line_comes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(command_progress.time, "monotonic", lambda: now)
    out = io.StringIO()
    say = CommandProgress(OutputWrapper(out), WORDS)
    for done in range(13):
        say(done, 12)
        now += 1.0
    assert out.getvalue().splitlines() == ["Events: 5 of 12", "Events: 10 of 12"]


def test_what_is_stopped_says_what_it_leaves() -> None:
    with (
        pytest.raises(CommandError, match="What came stays") as stopped,
        can_be_stopped("Stopped. What came stays."),
    ):
        raise KeyboardInterrupt
    assert stopped.value.returncode == STOPPED
