"""Templates without the indentation of their lines, which would make every page a sixth larger."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """Django's loader of our templates, which leaves out what stands before a line's first word.

    The line breaks stay, so an error in a template names its line. Whitespace that means something
    (between the tags of a <pre> or a <textarea>) may not begin a line of a template.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return a template's text, each line from its first word on."""
        return INDENTATION.sub("", super().get_contents(origin))
