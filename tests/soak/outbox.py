"""What waits on a phone that is offline, as the page's script keeps and sends it.

An entry is the form as it was pressed: what is empty, the token and the page's key left out, and a
key of the phone's own at its end. Entries go one by one, in their order, to the table's `waiting/`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from tests.soak.phones import Form, Phone, key_of_a_phone

# What a page of the program before did not say: who sat there when the deal was entered.
SINCE_THEN = ("people",)


@dataclass
class Waiting:
    """One entry: its fields with its key, what it reports, and what came of it in the end."""

    fields: Form
    about: Any
    came: str = ""

    @property
    def key(self) -> str:
        """The key that it has had since before it was first sent."""
        key: str = self.fields["key"]
        return key


@dataclass
class Outbox:
    """Where entries go; `strict` where nothing may overtake what is refused.

    With `before` its page is one of the program before this one.
    """

    url: str
    strict: bool
    before: bool = False
    entries: list[Waiting] = field(default_factory=list)

    def lay(self, form: Form, about: Any) -> None:
        """Take an entry in."""
        left_out = ("csrfmiddlewaretoken", "key", *(SINCE_THEN if self.before else ()))
        kept = {name: said for name, said in form.items() if said and name not in left_out}
        self.entries.append(Waiting(kept | {"key": key_of_a_phone()}, about))

    def flush(self, phone: Phone) -> list[Waiting]:
        """Send what waits, in order; return what is settled: taken, or never to be recorded.

        409: not yet, so whatever follows waits too. 422: never like this; it is taken off, which
        is what somebody does who reads why.
        """
        done: list[Waiting] = []
        while self.entries:
            entry = self.entries[0]
            answer = phone.ask("entry", self.url, entry.fields)
            if answer.status == 409:
                break
            said = json.loads(answer.text)
            if answer.status == 422:
                entry.came = "ended" if said.get("ended") else f"never: {said['text']}"
            elif answer.status == 200:
                entry.came = said["what"]
            else:
                raise RuntimeError(f"{self.url} answers {answer.status}")
            done.append(self.entries.pop(0))
        return done
