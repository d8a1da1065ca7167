"""Forms of the par of boards: what was seen and why, a prepared set, one board, tasks judged."""

from clubscore.events.boards.boards_write import Seen
from clubscore.events.models.kept_facts import ParKept
from clubscore.ranking.board import ParFacts
from clubscore.ranking.numbers import read_score
from clubscore.ranking.par import read_task_lines
from clubscore.tableside.page_form import Line, OneFile, PageForm, Whole, Wholes, Words


class SeenForm(PageForm):
    """The newest revision that the page showed, and why something changes."""

    seen = Whole()
    reason = Line(most=200)

    @property
    def as_seen(self) -> Seen:
        """What the page had seen, its key and its reason."""
        return Seen(self.number_of("seen") or 0, self.key, self.words_of("reason"))


class SetFileForm(PageForm):
    """The file of a prepared set."""

    file = OneFile()


class SetForm(SeenForm):
    """A prepared set as its preview carried it, and the name of its file."""

    source = Words(most=80)
    boards = Words()


class ParForm(SeenForm):
    """What is set for a board."""

    score = Words(strip=True)
    contract = Words(strip=True)
    declarer = Words(strip=True)
    note = Words(strip=True)
    tasks = Words()
    commentary = Words()

    @property
    def facts(self) -> ParKept:
        """The form as a board of an event file. RuleError at the field."""
        facts: ParKept = {}
        score = self.words_of("score").replace("\N{MINUS SIGN}", "-").removeprefix("+")
        contract, declarer, note = map(self.words_of, ("contract", "declarer", "note"))
        if score or contract or declarer or note:
            par: ParFacts = {"score": read_score(_whole(score), "score")}
            if note:
                par = {"note": note, **par}
            if declarer:
                par = {"declarer": declarer, **par}
            if contract:
                par = {"contract": contract.upper(), **par}
            facts["par"] = par
        tasks = read_task_lines(self.words_of("tasks"))
        if tasks:
            facts["tasks"] = tasks
        commentary = self.words_of("commentary").replace("\r\n", "\n").strip()
        if commentary:
            facts["commentary"] = commentary
        return facts


def _whole(text: str) -> int | str:
    """Return a whole number, the text itself where it is none and must be refused."""
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= 8 else text


class TicksForm(SeenForm):
    """Which tasks the director found done at a table, and what the auction reached there."""

    spot = Words()
    ticked = Wholes()
    reached = Words()
