"""What the pages of par read: what was seen, a prepared set and its file, a board, tasks judged."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from clubscore.events.pars import ParForm, SeenParForm, SetFileForm, SetForm, TicksForm
from clubscore.laws.errors import RuleError


def test_what_was_seen_has_its_key_and_a_reason_in_one_line() -> None:
    seen = SeenParForm(QueryDict("seen=7&key=k&reason= a+%0A+b ")).as_seen
    assert seen == (7, "k", "a b")
    assert SeenParForm(QueryDict("seen=x")).as_seen.last == 0
    assert len(SeenParForm(QueryDict("reason=" + "x" * 900)).as_seen.reason) == 200


def test_a_set_is_carried_with_the_name_of_its_file() -> None:
    form = SetForm(QueryDict("source=" + "n" * 200 + "&boards= [1] "))
    assert (len(form.words_of("source")), form.words_of("boards")) == (80, " [1] ")
    assert SetForm(QueryDict("")).words_of("boards") == ""


@pytest.mark.parametrize("name", ["set.json", "n" * 400])
def test_a_file_comes_as_it_is_empty_too(name: str) -> None:
    file = SimpleUploadedFile(name, b"")
    assert SetFileForm(QueryDict(""), MultiValueDict({"file": [file]})).read["file"] is file
    assert SetFileForm(QueryDict("file=typed"), MultiValueDict()).read["file"] is None


def test_a_board_is_read_as_a_file_has_it() -> None:
    given = "score=−50&contract= 4sx &declarer=S&note=&tasks=&commentary= a%0D%0Ab "
    assert ParForm(QueryDict(given)).facts == {
        "par": {"contract": "4SX", "declarer": "S", "score": -50},
        "commentary": "a\nb",
    }
    assert ParForm(QueryDict("")).facts == {}
    with pytest.raises(RuleError) as wrong:
        _facts = ParForm(QueryDict("score=much")).facts
    assert wrong.value.where == "score"


def test_tasks_that_are_none_are_left_out() -> None:
    form = TicksForm(QueryDict("ticked=2&ticked=x&ticked=0&ticked=1&spot=A1&reached=4S&seen=3"))
    assert form.read["ticked"] == [2, 1]
    assert (form.words_of("spot"), form.words_of("reached"), form.as_seen.last) == ("A1", "4S", 3)
