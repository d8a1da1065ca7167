"""What the flows wait with is seen to wait."""

import pytest
from playwright.sync_api import Browser, Page

from tests.flows.acting import wait_until

pytestmark = pytest.mark.browser
SOON = "() => { window.asked = (window.asked || 0) + 1; return Promise.resolve(window.asked > 3); }"


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page()


def test_a_promise_is_waited_for_until_it_comes_true(page: Page) -> None:
    wait_until(page, SOON)
    assert page.evaluate("window.asked") == 4


@pytest.mark.parametrize(
    "never", ["() => false", "async () => false", "() => new Promise(() => {})"]
)
def test_what_never_comes_true_is_told(page: Page, never: str) -> None:
    with pytest.raises(AssertionError, match="did not come true"):
        wait_until(page, never, timeout=300)
