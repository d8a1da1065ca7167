"""What a user can get wrong. Any other exception that leaves this package is a bug."""

from clubscore.laws.words import english


class RuleError(ValueError):
    """A fact, a rule or a stake that cannot be, in words that say what would be right.

    ``code`` is for programs, ``where`` names the field (``deals[3].tricks``; paths count from 0),
    ``phrase`` is an English message id with ``%(name)s`` places and ``params`` fills them;
    ``str(error)`` is the English sentence.
    """

    def __init__(self, code: str, phrase: str, where: str = "", **params: object) -> None:
        super().__init__(english(phrase, params))
        self.code = code
        self.phrase = phrase
        self.where = where
        self.params = params

    def under(self, path: str) -> "RuleError":
        """The same mistake seen from further out: ``tricks`` becomes ``deals[3].tricks``."""
        return RuleError(self.code, self.phrase, join_path(path, self.where), **self.params)

    def standing(self, where: str) -> "RuleError":
        """The same mistake at another place, such as a line and column of a file."""
        return RuleError(self.code, self.phrase, where, **self.params)


def join_path(outer: str, inner: str) -> str:
    """Join two parts of a path; an index follows without a dot."""
    if not outer or not inner or inner.startswith("["):
        return outer + inner
    return f"{outer}.{inner}"


def shown(value: object, limit: int = 40) -> str:
    """A stranger's value, short and in one line, fit to stand in a message."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "{...}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[...]" if value else "[]"
    text = ascii(value) if isinstance(value, str) else str(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
