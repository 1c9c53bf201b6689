"""A first visit stays light: everything included, as it crosses the wire."""

import pytest
from playwright.sync_api import Browser

from benchmarks.first_load import MOST_BYTES, MOST_REQUESTS, weigh
from e2e.edition import LONGEST


@pytest.mark.parametrize("url", ["/", *(trail.url for trail in LONGEST)])
def test_a_first_visit_stays_light(browser: Browser, served: str, url: str) -> None:
    load = weigh(browser, f"{served}{url}")
    assert load.wire <= MOST_BYTES
    assert 1 < load.requests <= MOST_REQUESTS
