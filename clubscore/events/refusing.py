"""What the duplicate room refuses, in words that say what would be right."""

from clubscore.events.models import Event


class Refusal(Exception):
    """The event is not where this entry thinks it is; the text says why, nothing was changed."""

    def __init__(self, text: str, event: Event | None = None) -> None:
        super().__init__(text)
        self.event = event
