"""Where the site stands in the tests."""

BASE_URL = "https://example.org/some/where"
