"""The rules of the data. One file each."""

from chipward.dataset.load import Dataset
from chipward.dataset.problem import Problem


def check(dataset: Dataset) -> tuple[Problem, ...]:
    """x"""
    return ()
