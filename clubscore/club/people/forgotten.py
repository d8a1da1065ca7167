"""Who entered something in the book, under the name they have since their own was forgotten.

The database refuses to change the book's lines, their authors too. So of a forgotten name that
stands there the club's log keeps a digest, and whatever shows a line's author asks here.
"""

import datetime as dt
import hashlib
from collections.abc import Iterable

from clubscore.club.models import Act, Club, Entry

FORGOTTEN = "name forgotten"


def digests_in_book(club: Club, names: Iterable[str]) -> list[str]:
    """Return by what the names among these are known again that entered something in the book."""
    authors = Entry.objects.filter(club=club, author__in=list(names))
    return sorted({_digest(club.pk, each) for each in authors.values_list("author", flat=True)})


def _digest(club: int, name: str) -> str:
    return hashlib.sha256(f"{club}:{name}".encode()).hexdigest()


class Authors:
    """The names under which a club's book shows its authors. One query."""

    def __init__(self, club: Club) -> None:
        self._club = club.pk
        acts = Act.objects.filter(club=club, what=FORGOTTEN).order_by("at", "pk")
        self._forgotten: dict[str, list[tuple[dt.datetime, str]]] = {}
        for act in acts:
            was, name = act.data.get("was"), str(act.data.get("name"))
            for digest in was if isinstance(was, list) else ():
                self._forgotten.setdefault(str(digest), []).append((act.at, name))

    def of(self, entry: Entry) -> str:
        """Return who made an entry; who came later with the same name is not mistaken for them."""
        return self.called(entry.author, entry.at)

    def called(self, author: str, entered: dt.datetime) -> str:
        """Return who made an entry that names this author and was entered at that moment."""
        known = self._forgotten.get(_digest(self._club, author), ())
        return next((name for at, name in known if entered <= at), author)
