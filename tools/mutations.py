"""Small faults that can be put into a file: where, what stands there, and what would stand instead.

Of Python, templates and scripts. Left out is what changes nothing that anybody sees: docstrings,
comments, annotations, imports, `__all__`, what is logged, and what only type checkers read.
"""

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise

FLIP, DROP, OFF_BY_ONE, CONSTANT = "flip", "drop", "off by one", "wrong constant"
TURNED = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not",
    "is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and", "+": "-", "-": "+",
    "any": "all", "all": "any", "min": "max", "max": "min", "True": "False", "False": "True",
}  # fmt: skip
TURNED_IN_SCRIPTS = {
    "===": "!==", "!==": "===", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "&&": "||", "||": "&&", "true": "false", "false": "true",
}  # fmt: skip
# Calls that say something to nobody but whoever reads a log.
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log", "print"}
# What is not looked at in a template: none of it is said to a reader.
UNSEEN = re.compile(
    r"\{#.*?#\}|\{%\s*comment\b.*?\{%\s*endcomment\s*%\}|<!--.*?-->|<script\b.*?</script>", re.S
)
CONDITION = re.compile(r"\{%\s*(?:el)?if\s+(.*?)\s*%\}", re.S)
SAID = re.compile(r"\{\{.*?\}\}|\{%\s*(?:include|translate)\b(?:(?!\bas\b).)*?%\}", re.S)
WORD = re.compile(r"(?<=\s)(and|or|==|!=|<=|>=|<|>)(?=\s)")
# A text that is no sentence: a key, a name, an address.
WORD_OF_CODE = re.compile(r"[rb]?(\"[^\"\s\\]+\"|'[^'\s\\]+')")
# Comments, texts and patterns of a script, which are left alone.
QUIET = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    r"|(?<=[(=,:!&|?{};\n])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/[a-z]*",
    re.S,
)
OF_SCRIPTS = re.compile(
    r"===|!==|==(?!=)|!=(?!=)|(?<![=<>])<=|(?<![=<>])>=|(?<![<=])<(?![<=])|(?<![>=])>(?![>=])"
    r"|&&|\|\||\btrue\b|\bfalse\b"
)
NEGATION = re.compile(r"!(?=[\w(])")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
STATEMENT = re.compile(r"^[ \t]*((?:[\w$.\[\]]+(?:\(.*\)|\s*[-+]?=\s[^=].*));)[ \t]*$", re.M)


@dataclass(frozen=True)
class Mutation:
    """One fault: from `start` to `end` of a text stands `now` instead; `line` begins at 1."""

    kind: str
    start: int
    end: int
    line: int
    was: str
    now: str

    def made(self, text: str) -> str:
        """Return the text with the fault in it."""
        return text[: self.start] + self.now + text[self.end :]

    @property
    def said(self) -> str:
        """What was changed, in a line."""
        was, now = (" ".join(each.split())[:90] for each in (self.was, self.now))
        return f"{self.kind}: {was} -> {now or 'nothing'}"


def mutations_of(name: str, text: str) -> list[Mutation]:
    """Return every fault that can be put into a file of that name, in its order."""
    find: dict[str, Callable[[str], Iterator[Mutation]]] = {
        "py": _of_python,
        "html": _of_template,
        "js": _of_script,
    }
    found = find[name.rpartition(".")[2]](text)
    return sorted({*found}, key=lambda each: (each.start, each.end, each.kind, each.now))


class _Python(ast.NodeVisitor):
    """Finds what can be changed in a module."""

    def __init__(self, text: str) -> None:
        self.text = text
        # ast counts bytes within a line, tokenize letters.
        self.lines = text.splitlines(keepends=True)
        self.begins = [0]
        for line in self.lines:
            self.begins.append(self.begins[-1] + len(line))
        self.tokens = [
            (self.begins[each.start[0] - 1] + each.start[1], each)
            for each in tokenize.generate_tokens(StringIO(text).readline)
        ]
        self.found: list[Mutation] = []

    def at(self, line: int, column: int) -> int:
        return self.begins[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None  # noqa: S101
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def change(self, kind: str, start: int, end: int, now: str) -> None:
        line = self.text.count("\n", 0, start) + 1
        self.found.append(Mutation(kind, start, end, line, self.text[start:end], now))

    def turn(self, one: ast.expr, other: ast.expr) -> None:
        """Turn the operator that stands between two expressions."""
        after, before = self.span(one)[1], self.span(other)[0]
        told = [(at, each) for at, each in self.tokens if after <= at < before]
        words = [
            (at, each.string) for at, each in told if each.type in (tokenize.OP, tokenize.NAME)
        ]
        signs = [(at, word) for at, word in words if word in TURNED or word == "not"]
        if signs:
            start, last = signs[0][0], signs[-1]
            was = " ".join(word for _at, word in signs)
            if was in TURNED:
                self.change(FLIP, start, last[0] + len(last[1]), TURNED[was])

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for one, other in pairwise(sides):
            self.turn(one, other)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for one, other in pairwise(node.values):
            self.turn(one, other)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = (ast.JoinedStr, ast.List, ast.Tuple)
        is_text = any(
            isinstance(each, texts)
            or (isinstance(each, ast.Constant) and isinstance(each.value, str | bytes))
            for each in (node.left, node.right)
        )
        if isinstance(node.op, ast.Add | ast.Sub) and not is_text:
            self.turn(node.left, node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.change(FLIP, self.span(node)[0], self.span(node.operand)[0], "")
        self.generic_visit(node)

    def negate(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.NamedExpr):
            start, end = self.span(test)
            self.change(FLIP, start, end, f"not ({self.text[start:end]})")

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'"):
            return
        self.negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self.span(node)
        was = self.text[start:end]
        if isinstance(node.value, bool):
            self.change(CONSTANT, start, end, TURNED[str(node.value)])
        elif isinstance(node.value, int):
            self.change(
                OFF_BY_ONE, start, end, f"{was} + 1" if not was.isdigit() else str(node.value + 1)
            )
        elif isinstance(node.value, str) and WORD_OF_CODE.fullmatch(was):
            self.change(CONSTANT, start, end, f"{was[:-1]}q{was[-1]}")

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in LOGS:
            return
        if isinstance(called, ast.Name) and called.id in LOGS | {"cast", "TypeVar", "NewType"}:
            return
        if isinstance(called, ast.Name) and called.id in TURNED:
            self.change(FLIP, *self.span(called), TURNED[called.id])
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Drop what is done for its effect; a docstring is none."""
        if isinstance(node.value, ast.Constant | ast.JoinedStr):
            return
        found = len(self.found)
        self.generic_visit(node)
        if (
            isinstance(node.value, ast.Call)
            and len(self.found) == found
            and self.is_log(node.value)
        ):
            return
        instead = "yield from ()" if isinstance(node.value, ast.Yield | ast.YieldFrom) else "pass"
        self.change(DROP, *self.span(node), instead)

    def is_log(self, node: ast.Call) -> bool:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return name in LOGS

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.change(DROP, *self.span(node), "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [each.id for each in node.targets if isinstance(each, ast.Name)]
        if names and (names[0].startswith("__") or names == ["default_auto_field"]):
            return
        if all(isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets):
            self.change(DROP, *self.span(node), "pass")
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.change(DROP, *self.span(node), "pass")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.change(DROP, *self.span(node), "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.change(DROP, *self.span(node), "pass")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.change(DROP, *self.span(node), "pass")
        else:
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                self.change(DROP, *self.span(node), "return None")
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Look at what is done and at defaults, not at annotations; decorators stay."""
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        if any(ast.unparse(each) == "overload" for each in node.decorator_list):
            return
        for statement in node.body:
            self.visit(statement)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if {ast.unparse(base).split("[")[0] for base in node.bases} & {"TypedDict", "Protocol"}:
            return
        for statement in node.body:
            self.visit(statement)

    def visit_Import(self, node: ast.Import) -> None:
        """Leave it."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Leave it."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave it: it says to a type checker what holds anyway."""


def _of_python(text: str) -> Iterator[Mutation]:
    finder = _Python(text)
    finder.visit(ast.parse(text))
    yield from finder.found


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Return a text in which what a pattern finds is spaces, so that all else keeps its place."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _change(kind: str, text: str, start: int, end: int, now: str) -> Mutation:
    return Mutation(kind, start, end, text.count("\n", 0, start) + 1, text[start:end], now)


def _of_template(text: str) -> Iterator[Mutation]:
    seen = _blank(UNSEEN, text)
    for found in CONDITION.finditer(seen):
        start, end = found.span(1)
        said = found[1]
        now = said.removeprefix("not ") if said.startswith("not ") else f"not {said}"
        # Of several that are joined the first is turned.
        yield _change(FLIP, text, start, end, now)
        for word in WORD.finditer(said):
            yield _change(FLIP, text, start + word.start(), start + word.end(), TURNED[word[0]])
    for found in SAID.finditer(seen):
        yield _change(DROP, text, *found.span(), "")


def _of_script(text: str) -> Iterator[Mutation]:
    seen = _blank(QUIET, text)
    for found in OF_SCRIPTS.finditer(seen):
        yield _change(FLIP, text, *found.span(), TURNED_IN_SCRIPTS[found[0]])
    for found in NEGATION.finditer(seen):
        yield _change(FLIP, text, *found.span(), "")
    for found in NUMBER.finditer(seen):
        yield _change(OFF_BY_ONE, text, *found.span(), str(int(found[0]) + 1))
    for found in STATEMENT.finditer(seen):
        if all(found[1].count(one) == found[1].count(other) for one, other in ("()", "[]", "{}")):
            yield _change(DROP, text, *found.span(1), "")
