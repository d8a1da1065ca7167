"""Templates without indentation and lines of tags alone, which make a page a fifth larger."""

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem

TAG = re.compile(r"{%\s*(\w+).*?%}")
# What begins, divides and ends a part of a template, and writes nothing itself.
BEGINS = {"if", "for", "with", "cache", "spaceless"}
DIVIDES = {"elif", "else", "empty"}
# What writes nothing, and has nothing within it.
NOTHING = re.compile(r"{#.*?#}|{%\s*load\s.*?%}")
ENDS = {f"end{name}" for name in BEGINS}


class Loader(filesystem.Loader):
    """Django's loader of our templates, which leaves out whitespace that is followed by more.

    Whitespace that means something (in a <pre> or a <textarea>) may not begin a line of a template.
    With DEBUG a template stays as it is, so that an error names its line.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return a template's text as it is worth sending."""
        text = super().get_contents(origin)
        return text if settings.DEBUG else squeezed(text)


def squeezed(text: str) -> str:
    """Return a template without indentation, and without the breaks after lines that are no text.

    Such a break goes only where the tag that began stands so too: then another stands before it,
    whichever way the tags go, and no two words come together. The first line keeps its own.
    """
    lines: list[str] = []
    begun: list[bool] = []
    for number, line in enumerate(text.split("\n")):
        words = line.strip(" \t")
        names: list[str] = TAG.findall(line)
        known = set(names) <= BEGINS | DIVIDES | ENDS
        alone = number > 0 and bool(names) and known and not TAG.sub("", words).strip()
        for name in names:
            if name in BEGINS:
                begun.append(alone)
            elif name in DIVIDES:
                alone = alone and begun[-1]
            elif name in ENDS:
                alone = begun.pop() and alone
        is_nothing = number > 0 and not NOTHING.sub("", words)
        lines.append(words if alone or is_nothing else words + "\n")
    return "".join(lines).removesuffix("\n")
