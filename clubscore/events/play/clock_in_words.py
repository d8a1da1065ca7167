"""A round's clock as it is shown, and what it means in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.events.models import Event
from clubscore.events.play.directing import seconds_left
from clubscore.events.state.section_clocks import Clock

MINUTE = 60


def spoken_clock(seconds: int | None) -> str:
    """Return what a clock shows: 14:20, or how long the round is over time: −2:05."""
    if seconds is None:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02d}"


def minutes_over(by: Clock) -> int | None:
    """Return by how many whole minutes a round is over time; None while it is not."""
    left = seconds_left(by)
    return None if left is None or left >= 0 or by.ends_at is None else -left // MINUTE


def clock_words(event: Event, by: Clock) -> str:
    """Return what a clock means: left, paused, over time by so much, round not begun."""
    if not event.round:
        return _("round not begun")
    if by.seconds_left is not None:
        return _("paused")
    over = minutes_over(by)
    if over is None:
        return pgettext("clock", "left")
    if not over:
        return pgettext("clock", "over time")
    text = ngettext("over time by %(n)s minute", "over time by %(n)s minutes", over)
    return text % {"n": over}
