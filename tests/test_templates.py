"""What holds for every template: lines that can be read, whole texts, nothing sent in vain."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Engine, Origin, Template
from django.template.loader import get_template

from clubscore.home.frame import Loader, squeezed
from tests.test_project import ROOT, TEMPLATES, offenders

FORM = re.compile(r'(?s)<form\b[^>]*\bmethod="post"[^>]*>.*?</form>')
INCLUDED = re.compile(r'{% include "([^"]+)"[^%]*%}')
KEYLESS = Path(__file__).with_name("keyless_forms.toml")

LONGEST_LINE = 120
TEXT = re.compile(r"(?s){% blocktranslate(.*?)%}(.*?){% endblocktranslate %}")
# Words for ears at the end of a key: a space after them makes the key wider.
SPACED = re.compile(r'<span\s+class="visually-hidden">[^<]*</span>\s+</(?:a|button)>')
# What a browser shows with every space that stands in it.
KEPT = re.compile(r"(?s)<(pre|textarea)\b.*?</\1>")


def too_wide(file: Path) -> list[str]:
    """Return the lines of a template that nobody sees whole."""
    return [line for line in file.read_text().splitlines() if len(line) > LONGEST_LINE]


def untrimmed(file: Path) -> list[str]:
    """Return the texts whose line breaks and indentation a translator would get."""
    found = TEXT.findall(file.read_text())
    return [text for how, text in found if "\n" in text and "trimmed" not in how.split()]


def broken_where_space_counts(file: Path) -> list[str]:
    """Return the elements that show their lines as they stand, indentation left out."""
    found = [match[0] for match in KEPT.finditer(file.read_text())]
    return [text for text in found if "\n" in text.partition(">")[2]]


def spaced_words_for_ears(file: Path) -> list[str]:
    """Return the ends of keys between whose words for ears and whose own end a space stands."""
    return SPACED.findall(file.read_text())


def swaps_without_a_landing(file: Path) -> list[str]:
    """Return the elements that swap a part of the page and do not say where reading goes on."""
    tags = re.findall(r"(?s)<\w+(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", file.read_text())
    return [tag for tag in tags if re.search(r'hx-swap="(?!none)', tag) and "data-land=" not in tag]


def whole(text: str, within: tuple[str, ...] = ()) -> str:
    """Return a piece of a template with the parts that it includes, those in themselves once."""

    def read(part: re.Match[str]) -> str:
        name = part[1]
        file = ROOT / "templates" / name
        return "" if name in within else whole(file.read_text(), (*within, name))

    return INCLUDED.sub(read, text)


def keyless(file: Path) -> list[str]:
    """Return the forms of a template that carry no key, each with the address it goes to."""
    name, found = file.relative_to(ROOT / "templates").as_posix(), []
    for form in FORM.findall(file.read_text()):
        to = re.search(r"""action="{% url ["']([\w-]+)["']""", form)
        if 'name="key"' not in whole(form):
            found.append(f"{name} {to[1]}" if to else name)
    return found


def test_a_form_carries_a_key_or_says_why_it_needs_none() -> None:
    """What was sent twice is recorded once; a new form is no exception by itself."""
    listed = [each for kind in tomllib.loads(KEYLESS.read_text()).values() for each in kind]
    found = {each for file in TEMPLATES for each in keyless(file)}
    assert found - set(listed) == set(), "give it a key, as its neighbours have"
    assert set(listed) - found == set(), "it has a key or is gone: take it off the list"
    assert len(listed) == len(set(listed))
    forms = sum(len(FORM.findall(file.read_text())) for file in TEMPLATES)
    assert forms > 200, "they are looked for in vain"


def test_every_swap_says_where_reading_goes_on() -> None:
    assert offenders(swaps_without_a_landing, TEMPLATES) == {}
    swaps = sum(len(re.findall(r'hx-swap="(?!none)', file.read_text())) for file in TEMPLATES)
    assert swaps >= 15, "they are looked for in vain"


def test_pages_that_a_script_puts_in_place_go_through_one_door() -> None:
    scripts = [file for file in (ROOT / "static" / "js").glob("*.js") if file.name != "ears.js"]
    replacing = [
        file.name
        for file in scripts
        if re.search(r'getElementById\((?:"main"|part)\)\.replaceWith', file.read_text())
    ]
    assert sorted(replacing) == ["outbox.js", "stay.js"]
    for name in replacing:
        assert "window.ears.arrive(" in (ROOT / "static" / "js" / name).read_text(), name


def test_an_event_calls_nobody_by_a_short_name() -> None:
    """It is a card table's: of two Anns at a tournament it says nothing."""
    shown = [file for file in TEMPLATES if "short_name" in file.read_text()]
    assert [file.name for file in shown if "events" in file.parts] == []
    assert len(shown) > 10, "they are looked for in vain"


def test_lines_of_templates_can_be_read() -> None:
    assert offenders(too_wide, TEMPLATES) == {}


def test_texts_over_several_lines_are_trimmed() -> None:
    assert offenders(untrimmed, TEMPLATES) == {}


def test_nothing_is_indented_where_space_counts() -> None:
    assert offenders(broken_where_space_counts, TEMPLATES) == {}


def test_keys_end_where_their_words_for_ears_end() -> None:
    assert offenders(spaced_words_for_ears, TEMPLATES) == {}


def test_what_the_rules_refuse_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<p>" + "x" * LONGEST_LINE + "</p>\n"
        "{% blocktranslate with n=1 %}One\ntext{% endblocktranslate %}\n"
        "{% blocktranslate trimmed %}\nAnother\n{% endblocktranslate %}\n"
        '<textarea\nid="a">{{ a }}</textarea><pre>\n  b</pre>\n'
        '<a>Open<span\n  class="visually-hidden"> {{ table }}</span>\n</a>\n'
        '<a>Open<span class="visually-hidden"> {{ table }}</span></a>\n'
        '<p hx-get="/" hx-swap="outerHTML"></p><p hx-swap="none"></p>\n'
        '<p hx-get="/" data-land="stays" hx-swap="innerHTML"></p>\n'
    )
    assert [len(line) for line in too_wide(page)] == [LONGEST_LINE + 7]
    assert untrimmed(page) == ["One\ntext"]
    assert len(spaced_words_for_ears(page)) == 1
    assert swaps_without_a_landing(page) == ['<p hx-get="/" hx-swap="outerHTML">']
    assert broken_where_space_counts(page) == ["<pre>\n  b</pre>"]


@pytest.mark.always
def test_templates_are_sent_without_what_only_indents_them() -> None:
    for file in TEMPLATES:
        sent = get_template(str(file.relative_to(ROOT / "templates"))).template.source
        assert not re.search(r"(?m)^[ \t]", sent), file
        assert re.sub(r"\s", "", sent) == re.sub(r"\s", "", file.read_text()), file


@pytest.mark.parametrize("known", [True, False])
def test_a_line_of_tags_alone_leaves_no_line_and_no_word_loses_its_space(known: bool) -> None:
    written = (
        "{% if a %}\n  one\n{% endif %}\n<p>\n  {% if a %}\n    two\n  {% else %}\n    three\n"
        "  {% endif %}\n  four{% if a %}\n    five\n  {% endif %}\n  six\n</p>"
    )
    shown = Template(squeezed(written)).render(Context({"a": known}))
    assert shown.split() == Template(written).render(Context({"a": known})).split()
    assert shown.lstrip("\n") in (
        "one\n\n<p>\ntwo\nfour\nfive\n\nsix\n</p>",
        "<p>\nthree\nfour\nsix\n</p>",
    )


def test_a_template_stays_as_it_is_while_somebody_looks_for_an_error(settings: Any) -> None:
    settings.DEBUG = True
    loader = Loader(Engine.get_default(), [ROOT / "templates"])
    file = ROOT / "templates" / "base.html"
    assert loader.get_contents(Origin(str(file))) == file.read_text()
