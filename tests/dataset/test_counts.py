"""What the three explainers must hold. The numbers stand here, and nowhere else: the data is counted."""

import pytest

from chipward.dataset.load import load_dataset
from chipward.dataset.tables import counts, every_path, shared_tools
from chipward.model.atlas import Node
from chipward.model.missing import Missing

DATASET = load_dataset()

# Stages and steps of each explainer; of quotes and documents at least so many.
SIZES = {"jax": (15, 19, 49, 6), "llama-cpp": (13, 12, 40, 6), "pytorch": (16, 19, 48, 10)}
# Stages and steps of each path.
PATHS = {
    "/explainers/jax/no-jit/cpu/": (4, 3),
    "/explainers/jax/no-jit/nvidia-gpu/": (4, 3),
    "/explainers/jax/no-jit/tpu/": (4, 3),
    "/explainers/jax/jit/cpu/": (9, 8),
    "/explainers/jax/jit/nvidia-gpu/": (12, 13),
    "/explainers/jax/jit/tpu/": (9, 8),
    "/explainers/llama-cpp/cpu/": (6, 5),
    "/explainers/llama-cpp/cuda/": (10, 9),
    "/explainers/llama-cpp/metal/": (9, 8),
    "/explainers/pytorch/eager/cpu/": (5, 4),
    "/explainers/pytorch/eager/nvidia-gpu/": (5, 4),
    "/explainers/pytorch/compile/cpu/": (8, 8),
    "/explainers/pytorch/compile/nvidia-gpu/": (12, 12),
}
CHOICES = {
    "jax": {"mode": ["Without jit", "jax.jit"], "device": ["CPU", "NVIDIA GPU", "TPU"]},
    "llama-cpp": {"backend": ["CPU", "CUDA (NVIDIA)", "Metal (Apple)"]},
    "pytorch": {"mode": ["Eager", "torch.compile"], "device": ["CPU", "NVIDIA GPU"]},
}
TOOLS = [
    ("CUDA", ("jax", "llama-cpp", "pytorch")),
    ("LLVM", ("jax", "pytorch")),
    ("Python", ("jax", "pytorch")),
    ("Triton", ("jax", "pytorch")),
    ("C++", ("pytorch",)),
    ("ggml", ("llama-cpp",)),
    ("llama.cpp", ("llama-cpp",)),
    ("Machine Code", ("pytorch",)),
    ("PyTorch", ("pytorch",)),
]


def test_there_are_three_explainers() -> None:
    assert [explainer.slug for explainer in DATASET.explainers] == ["jax", "llama-cpp", "pytorch"]


@pytest.mark.parametrize("slug", SIZES)
def test_an_explainer_has_its_stages_and_steps_and_enough_quotes(slug: str) -> None:
    stages, steps, quotes, documents = SIZES[slug]
    counted = counts(DATASET.explainer(slug))
    assert (counted.stages, counted.steps) == (stages, steps)
    assert counted.quotes >= quotes
    assert counted.documents >= documents


def test_every_path_has_its_stages_and_steps() -> None:
    assert {row.url: (row.stages, row.steps) for row in every_path(DATASET)} == PATHS


@pytest.mark.parametrize("slug", CHOICES)
def test_an_explainer_asks_its_questions(slug: str) -> None:
    asked = DATASET.explainer(slug).choices
    assert {choice.id: [option.name for option in choice.options] for choice in asked} == CHOICES[slug]


def test_the_explainers_share_their_tools() -> None:
    assert [(row.name, row.explainers) for row in shared_tools(DATASET)] == TOOLS


@pytest.mark.parametrize("slug", SIZES)
def test_every_stage_and_every_step_is_cited(slug: str) -> None:
    explainer = DATASET.explainer(slug)
    assert all(claim.citations for claim in (*explainer.stages, *explainer.steps))


@pytest.mark.parametrize("slug", SIZES)
def test_what_is_left_out_is_said(slug: str) -> None:
    assert DATASET.explainer(slug).limits


@pytest.mark.parametrize("node", DATASET.atlas.nodes, ids=lambda node: node.id)
def test_every_node_of_the_atlas_says_what_it_is_written_in_or_why_not(node: Node) -> None:
    assert isinstance(node.written_in, Missing) or all(writing.citations for writing in node.written_in)
