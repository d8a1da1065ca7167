"""Looking at a page as people see it: light and dark, narrow, with large letters.

One visit serves all looks, because to open a page costs more than to look at it once more.
"""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent.parent / "vendor" / "axe-4.10.3.min.js").read_text()
SMALLEST_KEY = 44  # pixels of CSS
WIDTHS, HEIGHT = (360, 320), 740
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
FOUND_BY_AXE = """
    async (only) => (
        await axe.run(document, {resultTypes: ["violations"], ...(only && {runOnly: only})})
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
# Steadily: a colour that fades over is no colour yet.
STEADY = {"viewport": {"width": WIDTHS[0], "height": HEIGHT}, "reduced_motion": "reduce"}


def look_at(page: Page, *, closely: bool = True) -> list[str]:
    """Return what is wrong with an open page; where not closely, only at the first width.

    Whatever folds out is looked at too. Closely: what axe finds in light and dark, and at each
    width, with ordinary and with the largest letters, what scrolls sideways and which keys are
    smaller than a finger. The page is to be opened with the options `STEADY`.
    """
    page.wait_for_load_state()
    page.evaluate("document.querySelectorAll('main details').forEach((d) => d.open = true)")
    if not closely:
        return _sizes(page, "as it is")
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for size in ("", LARGEST):
            page.evaluate(LETTERS, size)
            found += _sizes(page, f"{width} px, letters {size or 'as they are'}")
    page.evaluate(LETTERS, "")
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    page.evaluate(AXE)
    found += page.evaluate(FOUND_BY_AXE)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {each}" for each in page.evaluate(FOUND_BY_AXE, BY_LIGHT)]
    page.emulate_media(color_scheme="light")
    return found


def _sizes(page: Page, how: str) -> list[str]:
    return [f"{how}: {each}" for each in page.evaluate(WIDER) + page.evaluate(KEYS)]
