"""What cannot be done, or not now: said in words that tell what would be right."""


class Refused(Exception):
    """What somebody asked for cannot be; the text says why and what to do. Nothing was changed.

    `text` may be the program's own words, which a record keeps by their code. `field` is where on a
    form it belongs, where it has such a place.
    """

    def __init__(self, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.field = field
