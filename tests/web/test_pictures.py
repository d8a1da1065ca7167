"""Pictures: their titles, their twins, nothing over the edge, no name over another."""

import re
from itertools import pairwise
from xml.etree import ElementTree as Tree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.web.charts import (
    DESK,
    LETTER,
    PHONE,
    ChartBand,
    ChartCourse,
    ChartLine,
    Picture,
    Rounds,
    divided,
    lines,
    ranked,
    rounds,
    scale_of,
    short,
    some,
)

SVG = "{http://www.w3.org/2000/svg}"
HEAVIEST = 6_000  # bytes of one size of a picture


def said(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def race(*values: tuple[int, ...]) -> Picture:
    names = ("Ada & Iván", "Kenji & Noor", "Bartholomew Featherstonehaugh", "Zoë")
    courses = tuple(ChartLine(name, each) for name, each in zip(names, values, strict=False))
    at = tuple(str(n) for n in range(len(values[0])))
    return lines("Ada & Iván led from deal 3 on.", ChartCourse("Deal", at, courses, said))


def texts(svg: str) -> list[tuple[float, float, str, str]]:
    """Return x, y, anchor and words of each text."""
    tree = Tree.fromstring(svg)  # noqa: S314 - our own
    return [
        (float(e.get("x", 0)), float(e.get("y", 0)), e.get("text-anchor", "start"), e.text or "")
        for e in tree.iter("text")
    ]


def faults(made: Picture) -> list[str]:
    """What a picture may not have: texts over its edges or each other, too many bytes."""
    found = []
    for size, svg in zip((PHONE, DESK), made.drawn, strict=True):
        tree = Tree.fromstring(svg)  # noqa: S314 - our own
        high = float(tree.get("viewBox", "").split()[3])
        if tree.findtext("title") != made.finding or tree.get("role") != "img":
            found.append("no title")
        if len(svg.encode()) > HEAVIEST:
            found.append(f"{len(svg.encode())} bytes")
        boxes = []
        for x, y, anchor, words in texts(svg):
            wide = LETTER * len(words)
            left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
            if left < -1 or left + wide > size.wide + 1 or not 10 < y <= high:
                found.append(f"over the edge: {words} at {left:.0f} {y:.0f}")
            boxes.append((left, y - 11, left + wide, y + 1, words))
        for n, one in enumerate(boxes):
            for other in boxes[:n]:
                over = one[0] < other[2] and other[0] < one[2]
                if over and one[1] < other[3] and other[1] < one[3]:
                    found.append(f"{one[4]} over {other[4]}")
    return found


def test_a_race_names_its_lines_at_their_ends_and_has_a_twin() -> None:
    made = race((0, 0, 36, 150, 280, 316), (0, 46, 92, 92, 92, 92))
    assert faults(made) == []
    assert made.twin.heads == ("Deal", "Ada & Iván", "Kenji & Noor")
    assert made.twin.rows[-1] == ("5", "316", "92")
    words = [each[3] for each in texts(made.drawn[0])]
    assert words[-4:] == ["Ada & Iván", "92", "Kenji &", "Noor"]
    assert 'class="line first"' in made.drawn[0] and 'class="line second"' in made.drawn[0]


def test_names_of_lines_that_end_together_stand_apart() -> None:
    assert faults(race((0, 10), (0, 10), (0, 10), (0, 11))) == []


def test_the_checker_of_pictures_sees_what_is_wrong() -> None:
    made = race((0, 4), (0, 9))
    broken = [svg.replace('">9</text>', '">9999999999999999</text>') for svg in made.drawn]
    assert any("edge" in each for each in faults(Picture(made.finding, tuple(broken), made.twin)))
    assert "no title" in faults(Picture("another", made.drawn, made.twin))
    last = texts(made.drawn[0])[-1]
    twice = made.drawn[0].replace("</svg>", f'<text x="{last[0]}" y="{last[1]}">over</text></svg>')
    assert any("over" in each for each in faults(Picture(made.finding, (twice, twice), made.twin)))


@given(st.lists(st.tuples(*[st.integers(-4000, 4000)] * 4), min_size=2, max_size=40))
def test_no_race_goes_over_its_edges(values: list[tuple[int, int, int, int]]) -> None:
    made = race(*zip(*values, strict=True))
    assert [each for each in faults(made) if "edge" in each] == []
    assert len(made.twin.rows) == len(values)


def test_a_line_alone_says_its_highest_and_lowest() -> None:
    course = ChartCourse(
        "Evening", ("1 May", "8 May", "15 May"), (ChartLine("Sum", (-40, 95, 30)),), said
    )
    words = [each[3] for each in texts(lines("Now 30.", course).drawn[0])]
    assert "−40" in words and "95" in words and "30" in words


def test_a_line_has_a_band_of_chance_and_ticks_of_payments() -> None:
    course = ChartCourse(
        "Evening",
        ("1 May", "8 May"),
        (ChartLine("Average", (50.0, None)),),
        said,
        ChartBand("Chance alone", (40.0, 42.0), (60.0, 58.0)),
        ((1, "paid 5s"),),
        "Payment",
    )
    made = lines("As chance would have it.", course)
    assert made.twin.heads == ("Evening", "Average", "Chance alone", "Payment")
    assert made.twin.rows[1] == ("8 May", "", "42 – 58", "paid 5s")
    assert 'class="band"' in made.drawn[0] and 'class="tick"' in made.drawn[0]


@pytest.mark.parametrize("least", [-100.0, -97.0, -80.0, -50.0])
def test_the_lowest_value_keeps_clear_of_the_ticks_below_it(least: float) -> None:
    values = (0.0, 20.0, least, 100.0, 0.0, 5.0)
    ticks = tuple((n, "paid 5s") for n in range(len(values)))
    at = tuple(f"{n} May" for n in range(len(values)))
    course = ChartCourse("Day", at, (ChartLine("Balance", values),), said, None, ticks, "Payment")
    for drawn in lines("It came to nothing.", course).drawn:
        tops = {
            float(each) for each in re.findall(r'<path class="tick" d="M[\d.]+[ ,]([\d.]+)', drawn)
        }
        (level,) = re.findall(rf'y="([\d.]+)"[^>]*>{re.escape(said(least))}<', drawn)[-1:]
        assert len(tops) == 1 and float(level) < min(tops), drawn


@pytest.mark.parametrize("played", [1, 7, 13, 26])
def test_a_session_has_a_bar_a_round_and_its_average(played: int) -> None:
    values = tuple(None if n == 1 else 10.0 * (n % 11) for n in range(played))
    session = Rounds(
        tuple(f"R{n + 1}" for n in range(played)), values, values,
        ("Round", "Result", "So far"), "out", lambda value: f"{value:.0f} %",
    )  # fmt: skip
    made = rounds("54 % in the end.", session)
    assert [each for each in faults(made) if "edge" in each or "bytes" in each] == []
    bars = len(re.findall('class="round"', made.drawn[0]))
    assert bars == sum(each is not None for each in values)
    assert len(made.twin.rows) == played
    assert made.twin.rows[0] == ("R1", "0 %", "0 %")
    if played > 1:
        assert made.twin.rows[1][1] == "out"


def test_bars_lie_to_both_sides_of_nothing() -> None:
    made = ranked("Ada won most.", ("Member", "Points"), [("Ada", 120), ("Bob", -30)], said)
    assert faults(made) == []
    assert made.twin.rows == (("Ada", "120"), ("Bob", "−30"))
    assert 'class="above"' in made.drawn[0] and 'class="below"' in made.drawn[0]


def test_a_bar_is_divided_between_two() -> None:
    made = divided("Ada won 3 of 4.", ("Who", "Rubbers"), (("Ada", 3), ("Bob", 1)))
    assert faults(made) == []
    wide = [float(each) for each in re.findall(r'width="([0-9.]+)"', made.drawn[0])]
    assert wide == [249, 83]
    assert faults(divided("None yet.", ("Who", "Rubbers"), (("Ada", 0), ("Bob", 0)))) == []


@given(st.lists(st.integers(-10_000, 10_000), min_size=1))
def test_a_scale_holds_all_its_values_between_round_marks(values: list[int]) -> None:
    scale = scale_of(values, 100, 0)
    assert scale.low <= min(values) and scale.high >= max(values)
    assert 2 <= len(scale.marked) <= 5
    assert all(-0.01 <= scale(each) <= 100.01 for each in values)


@given(st.integers(0, 400), st.integers(1, 120))
def test_labels_along_an_axis_have_room(number: int, widest: int) -> None:
    chosen = some(number, 300, widest)
    assert chosen == sorted(set(chosen))
    if number:
        assert chosen[0] == 0 and chosen[-1] == number - 1
    apart = [b - a for a, b in pairwise(chosen)]
    if len(chosen) > 2:
        assert all(each * 300 / (number - 1) >= widest for each in apart)


def test_coordinates_are_short() -> None:
    assert [short(each) for each in (12.0, 12.54, -0.04, -3.0)] == ["12", "12.5", "0", "-3"]
