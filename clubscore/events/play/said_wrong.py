"""A result that both sides agreed, and that one of them calls wrong before the next round begins.

What was agreed counts until the other side says yes to what is said instead.
"""

from clubscore.club.form_values import Given
from clubscore.events.movement.reader_seat import BOTH, Voice
from clubscore.events.play.reporting import may_say_wrong
from clubscore.events.state.spot_state import Standing

# What an address asks for, and what a form says, that corrects a board both sides agreed.
WRONG = "wrong"


def asks_word(now: int, standing: Standing, voice: Voice) -> bool:
    """Whether one side said that a board was wrong, and waits for a word of this reader's side."""
    if not voice.speaks or len(standing.proposed) != 1 or not may_say_wrong(now, standing):
        return False
    return voice.side == BOTH or voice.side not in standing.proposed


def step_once_agreed(now: int, standing: Standing, voice: Voice, given: Given) -> str:
    """Return what an agreed board asks for: "enter", "reconfirm", "disputed" or "in"."""
    if standing.is_hidden or not voice.speaks or not may_say_wrong(now, standing):
        return "in"
    if WRONG in given:
        return "enter"
    if asks_word(now, standing, voice):
        return "reconfirm"
    return "disputed" if len(standing.proposed) > 1 else "in"
