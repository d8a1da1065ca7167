"""What every page of the published results has in common: its frame, links, names as shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import get_template
from django.utils.translation import get_language, get_language_bidi

from clubscore.club.models import Club
from clubscore.club.naming.odd_names import SUSPECT
from clubscore.club.naming.showing import shown_in_page
from clubscore.places import FILES

# What a page of the program draws from a file of signs; a file that is opened without a server
# may draw nothing from another, so here they are letters.
_SIGN = re.compile(r'<svg class="suit suit-([cdhs])" aria-hidden="true"><use href="[^"]*"/></svg>')
_LETTERS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
# Files of ours that go out as they stand: their place in the site, and in the program.
PLAIN_FILES = {
    "style.css": "css/published.css",
    "find.js": "js/find_name.js",
    "icon.svg": "icons/clubscore.svg",
}


@dataclass(frozen=True)
class Look:
    """The frame of a club's pages. Every link in them is relative."""

    club: Club

    def page(self, template: str, name: str, context: Mapping[str, object]) -> bytes:
        """Return a page as it is written; `name` is its place in the site."""
        address = self.club.site_address
        shared = {
            "club": self.club,
            "root": "../" * name.count("/"),
            "canonical": f"{address.rstrip('/')}/{name}" if address else "",
            "lang": get_language(),
            "bidi": get_language_bidi(),
        }
        made = get_template(f"published/{template}").render({**shared, **context})
        if SUSPECT.search(made.encode()):
            made = shown_in_page(made)
        return _SIGN.sub(lambda found: _letter(found[1]), made).encode()


def _letter(suit: str) -> str:
    """Return the sign of a suit as a letter, never drawn as a coloured picture."""
    return f'<b class="suit suit-{suit}" aria-hidden="true">{_LETTERS[suit]}\ufe0e</b>'


def plain_file(name: str) -> bytes:
    """Return the content of a file that goes out as it stands."""
    return (FILES / "static" / PLAIN_FILES[name]).read_bytes()
