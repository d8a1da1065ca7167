"""A system that forces its own colours: nothing on a page depends on those of the page."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.events.evenings import Evening
from tests.flows.acting import Open, Taps, key_for
from tests.flows.test_ears import at_table, fold
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORCED = {"forced_colors": "active", "reduced_motion": "reduce"}
WIDTHS = (360, 1280)
# What cannot be told apart: keys chosen from others, suits from their ground, a dock, a focus.
ALIKE = """() => {
  const wrong = [], styled = (each, part) => getComputedStyle(each, part);
  const rgb = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0]).slice(0, 3).map(Number);
  const linear = (c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  const light = (text) => rgb(text).map((c) => linear(c / 255))
    .reduce((sum, c, at) => sum + c * [.2126, .7152, .0722][at], 0);
  const apart = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + .05) / (low + .05);
  };
  const ground = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const colour = styled(at).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
    }
    return styled(document.documentElement).backgroundColor;
  };
  const shape = (key) => [styled(key).borderTopWidth, styled(key).borderTopStyle,
                          styled(key, "::after").content].join();
  const name = (key) => key.textContent.trim();
  const edge = (each) => parseFloat(styled(each).borderTopWidth);
  for (const bar of document.querySelectorAll("main .bar")) {
    const keys = (which) => [...bar.querySelectorAll(`input${which} + span`)]
      .filter((each) => each.checkVisibility());
    const [on, off] = [keys(":checked"), keys(":not(:checked)")];
    const both = on.length && off.length;
    if (both && shape(on[0]) === shape(off[0])) wrong.push(`chosen: ${name(on[0])}`);
  }
  for (const key of document.querySelectorAll('.key[aria-current="true"]')) {
    const other = key.parentElement.querySelector(".key:not([aria-current])");
    if (other && shape(key) === shape(other)) wrong.push(`current: ${key.textContent.trim()}`);
  }
  for (const suit of document.querySelectorAll("main svg.suit")) {
    if (!suit.checkVisibility()) continue;
    const own = styled(suit), drawn = own.fill === "none" ? own.color : own.fill;
    const found = apart(drawn, ground(suit));
    if (found < 3) wrong.push(`${suit.getAttribute("class")}: ${found.toFixed(1)} on its ground`);
  }
  for (const frame of document.querySelectorAll(".dock, .rooms")) {
    const over = frame.checkVisibility() && /sticky|fixed/.test(styled(frame).position);
    if (over && parseFloat(styled(frame).borderTopWidth) < 2) wrong.push("no rule above the dock");
  }
  for (const key of document.querySelectorAll("main a.key, main button.key")) {
    if (key.checkVisibility() && edge(key) < 1) wrong.push(`no edge: ${name(key)}`);
  }
  const focused = document.activeElement;
  const rings = [focused, focused.nextElementSibling, focused.parentElement].filter(Boolean)
    .map((each) => styled(each).outlineStyle === "none" ? "0" : styled(each).outlineWidth);
  const isSeen = focused === document.body || Math.max(...rings.map(parseFloat)) >= 2;
  if (!isSeen) wrong.push(`no focus: ${focused.outerHTML.slice(0, 60)}`);
  return wrong;
}"""


def look(page: Page) -> None:
    """See that nothing on a page depends on colour, narrow and wide, light and dark."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, forced_colors="active")
            page.keyboard.press("Tab")
            assert page.evaluate(ALIKE) == [], f"{page.url} at {width} px, {scheme}"


def forced(open_page: Open) -> Callable[..., Page]:
    """Open pages on a system that forces its colours."""

    def open_one(*given: Any, **options: Any) -> Page:
        return open_page(*given, **{**options, **FORCED})

    return open_one


def test_a_deal(open_page: Open) -> None:
    table, page = at_table(forced(open_page))
    key_for(page, "level", "3").click()
    look(page)
    fold(page)
    key_for(page, "result", "=").click()
    expect(page.locator("#sentence .sentence")).to_contain_text("made")
    look(page)
    for path in ("pad/", "slip/"):
        page.goto(f"/table/{table.sitting.pk}/{path}")
        look(page)
    page.goto("/")
    look(page)


def test_a_board(open_page: Open) -> None:
    page = at_table_one(Evening(6, boards=3), forced(open_page))
    for name, value in (("level", "4"), ("denomination", "S"), ("declarer", "S")):
        Taps(page).choose(name, value)
    look(page)


def test_what_only_colour_would_tell_apart_is_seen(open_page: Open) -> None:
    _table, page = at_table(forced(open_page))
    key_for(page, "level", "3").click()
    page.keyboard.press("Tab")
    assert page.evaluate(ALIKE) == []
    page.evaluate("""() => document.querySelectorAll('.bar input + span')
        .forEach((each) => { each.style.borderWidth = '3px'; })""")
    page.evaluate("document.querySelector('.dock').style.border = '0'")
    page.evaluate("document.querySelector('.dock .key').style.border = '0'")
    page.evaluate("document.querySelector('main svg.suit').style.fill = 'Canvas'")
    wrong = " ".join(page.evaluate(ALIKE))
    assert "no rule above the dock" in wrong and "no edge" in wrong and "on its ground" in wrong
