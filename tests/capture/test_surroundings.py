"""A trace keeps of its environment what steers a framework, and no secret."""

import platform

from chipward.capture.surroundings import steering, surroundings
from chipward.model.trace import Environment


def test_only_what_steers_a_framework_is_kept() -> None:
    kept = {"OMP_NUM_THREADS": "2", "TORCH_LOGS": "x", "CUDA_VISIBLE_DEVICES": "", "PYTHONHASHSEED": "0", "CXX": "g++"}
    rest = {
        "HOME": "h",
        "AWS_SECRET_ACCESS_KEY": "s",
        "TORCH_HUB_TOKEN": "t",
        "JAX_API_KEY": "k",
        "PATH": "p",
        "CCX": "",
    }
    assert steering(rest | kept) == kept


def test_the_machine_is_told_in_the_words_of_the_model() -> None:
    told = Environment.model_validate(surroundings())
    assert told.machine == platform.machine()
    assert told.python.endswith(platform.python_version())
