"""Looking at a page as people see it: light and dark, narrow, with large letters.

One visit serves all looks, because to open a page costs more than to look at it once more.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parent.parent / "vendor" / "axe-4.10.3.min.js").read_text()
SMALLEST_KEY = 44  # pixels of CSS
WIDTHS, HEIGHT = (360, 320), 740
DESK = {"width": 1280, "height": 800}
# As somebody keeps it who wants the largest letters; without it, those of the page.
LARGEST = "3"

# Keys that fingers hit. A choice is hit by its label, links in running text are no keys.
KEYS = """
    () => [...document.querySelectorAll("a.key, button, summary, .bar label, .picks label")]
        .map((key) => ({box: key.getBoundingClientRect(), said: key.textContent.trim()}))
        .filter((key) => key.box.width && key.box.height)
        .filter((key) => key.box.height < LEAST || key.box.width < LEAST)
        .map((key) => `${key.said}: ${key.box.width.toFixed()} x ${key.box.height.toFixed()}`)
""".replace("LEAST", str(SMALLEST_KEY - 0.5))
WIDER = """
    () => {
        const room = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= room + 1) return [];
        return [...document.querySelectorAll("body *")]
            .filter((each) => each.getBoundingClientRect().right > room + 1)
            .map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim()}`)
            .slice(-3);
    }
"""
# Lists that no style draws, where neither the page nor a fold keeps them back.
LOST = """
    () => [...document.querySelectorAll("main table, main .rows")]
        .filter((list) => !list.getClientRects().length)
        .filter((list) => !list.closest("[hidden], dialog, template, details:not([open])"))
        .map((list) => `not drawn: ${list.tagName}.${list.className}`)
"""
FOUND_BY_AXE = """
    async ({only, without}) => (
        await axe.run(document, {
            resultTypes: ["violations"], ...(only && {runOnly: only}),
            rules: Object.fromEntries((without || []).map((rule) => [rule, {enabled: false}])),
        })
    ).violations.map(
        (each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 3).join(" | ")}`
    )
"""
# All that changes with the light is the contrast.
BY_LIGHT = ["color-contrast"]
LETTERS = """
    (size) => {
        if (size) document.documentElement.dataset.size = size;
        else delete document.documentElement.dataset.size;
    }
"""
# What a page is made of: kinds of elements, alone and within others; single classes; stylesheets;
# and the order of headings and regions, of those that follow each other alike one.
MADE_OF = """
    () => {
        const all = [...document.querySelectorAll("*")];
        const kind = (each) => each.tagName + "." + [...each.classList].sort().join(".") + "|" +
            [...each.attributes]
                .filter(({name}) => /^(aria-|role$|type$|alt$|title$|lang$|tabindex$)/.test(name))
                .map(({name, value}) => name + (/^(role|type)$/.test(name) ? "=" + value : ""))
                .sort().join();
        const within = (each) =>
            (each.parentElement ? kind(each.parentElement) : "") + ">" + kind(each);
        const order = [...document.querySelectorAll("h1,h2,h3,h4,header,main,nav,footer,[role]")]
            .map((each) => each.tagName).filter((each, at, all) => each !== all[at - 1]);
        return {
            kinds: all.map(kind),
            within: [order.join(), ...all.map(within)],
            classes: all.flatMap((each) => [each.tagName, ...each.classList]),
            sheets: [...document.styleSheets].map((each) => each.href),
        };
    }
"""
# Steadily: a colour that fades over is no colour yet.
STEADY = {"viewport": {"width": WIDTHS[0], "height": HEIGHT}, "reduced_motion": "reduce"}


@dataclass
class Seen:
    """What pages were made of that were looked at before: the same is not looked at again.

    Closely: a kind of element is new within each other kind, and a class in the dark. Else each
    kind is new once, and each stylesheet.
    """

    closely: bool = True
    made: set[str] = field(default_factory=set)
    painted: set[str] = field(default_factory=set)
    counted: Counter[str] = field(default_factory=Counter)

    def look(self, page: Page) -> list[str]:
        """Return what is wrong with an open page.

        Every page is measured at the first width and on a desk. One that is made of anything new
        axe looks through, at its colours in light and dark if it is painted with anything new;
        closely, it is measured at all widths.
        """
        found = look_at(page, closely=False)
        now: Any = page.evaluate(MADE_OF)
        made, painted = ("within", "classes") if self.closely else ("kinds", "sheets")
        self.counted["pages"] += 1
        if self.made.issuperset(now[made]):
            return found
        self.made.update(now[made])
        self.counted["by axe"] += 1
        found += _at_all_widths(page) if self.closely else []
        page.evaluate(AXE)
        if self.painted.issuperset(now[painted]):
            return found + page.evaluate(FOUND_BY_AXE, {"without": BY_LIGHT})
        self.painted.update(now[painted])
        self.counted["in the dark"] += 1
        return found + page.evaluate(FOUND_BY_AXE, {}) + _in_the_dark(page)


def look_at(page: Page, *, closely: bool = True) -> list[str]:
    """Return what is wrong with an open page; where not closely, only at one width and on a desk.

    Whatever folds out is looked at too. Closely: what axe finds in light and dark, and at each
    width, with ordinary and with the largest letters, what scrolls sideways and which keys are
    smaller than a finger. The page is to be opened with the options `STEADY`.
    """
    page.wait_for_load_state()
    page.evaluate("document.querySelectorAll('main details').forEach((d) => d.open = true)")
    found = _on_a_desk(page)
    if not closely:
        return found + _sizes(page, "as it is")
    found += _at_all_widths(page)
    page.evaluate(AXE)
    return found + page.evaluate(FOUND_BY_AXE, {}) + _in_the_dark(page)


def _at_all_widths(page: Page) -> list[str]:
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for size in ("", LARGEST):
            page.evaluate(LETTERS, size)
            found += _sizes(page, f"{width} px, letters {size or 'as they are'}")
    page.evaluate(LETTERS, "")
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    return found


def _on_a_desk(page: Page) -> list[str]:
    page.set_viewport_size(DESK)
    found: list[str] = page.evaluate(WIDER) + page.evaluate(LOST)
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    return [f"on a desk: {each}" for each in found]


def _in_the_dark(page: Page) -> list[str]:
    """Return what axe finds in the dark, where it was put into the page before."""
    page.emulate_media(color_scheme="dark")
    found = [f"dark: {each}" for each in page.evaluate(FOUND_BY_AXE, {"only": BY_LIGHT})]
    page.emulate_media(color_scheme="light")
    return found


def _sizes(page: Page, how: str) -> list[str]:
    return [f"{how}: {each}" for each in page.evaluate(WIDER) + page.evaluate(KEYS)]
