"""Nodes that took the place of others, followed from one text to the next."""

from chipward.capture.tracers.torch.compile.graph_text import GraphText
from chipward.capture.tracers.torch.compile.replaced import edges

BEFORE = GraphText(
    "def forward(self, x):\n"
    '    amax: "f32[4]" = torch.ops.aten.amax.default(x)\n'
    '    sub: "f32[4]" = torch.ops.aten.sub.Tensor(x, amax)\n'
    '    exp: "f32[4]" = torch.ops.aten.exp.default(sub)\n'
)
AFTER = GraphText(
    "def forward(self, x):\n"
    '    online: "f32[4]" = torch.ops.prims.online.default(x)\n'
    '    exp: "f32[4]" = torch.ops.aten.exp.default(online)\n'
)


def test_a_node_comes_from_the_whole_pattern() -> None:
    assert edges(BEFORE, AFTER, {"online": ("amax", "sub")}) == [(2, 2, "fused"), (3, 2, "fused")]


def test_a_node_in_the_place_of_one_is_exactly_that() -> None:
    assert edges(BEFORE, AFTER, {"online": ("sub",)}) == [(3, 2, "exact")]


def test_replacements_are_followed_through_what_no_text_shows() -> None:
    chain = {"online": ("between",), "between": ("amax", "online")}
    assert edges(BEFORE, AFTER, chain) == [(2, 2, "exact")]


def test_what_was_there_before_needs_no_replacement() -> None:
    assert edges(BEFORE, AFTER, {"exp": ("amax",)}) == []
    assert edges(BEFORE, AFTER, {}) == []
