"""The phone of a tournament table, as a browser that a bench drives."""

from playwright.sync_api import BrowserContext, Page


def open_event_phone(context: BrowserContext, door: str) -> Page:
    """Open a table's code, say whose phone it is and that everyone is here; return the page."""
    page = context.new_page()
    page.goto(door)
    page.get_by_role("button", name="the table's phone").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    page.locator("#entry").wait_for()
    return page
