"""What must hold of the data beyond its form. A rule is a file: its name, its reason, its check."""

from collections.abc import Iterable

from chipward.dataset.folder import Dataset
from chipward.dataset.problem import Problem
from chipward.dataset.rules import (
    change_log,
    choices_covered,
    citations_used,
    claims_cited,
    figures_quoted,
    file_named_by_id,
    ids_lasting,
    ids_unique,
    links,
    lock_agrees,
    no_cycle,
    path_ends,
    path_order,
    quotes_short,
    sources_used,
    stages_reached,
    targets_named,
    text_clean,
    version_raised,
)
from chipward.dataset.rules.rule import Rule


def in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules as they are, if they stand in the order of their names and no name stands twice."""
    listed = tuple(rules)
    names = [rule.name for rule in listed]
    if names != sorted(set(names)):
        message = f"rules are listed once each, in alphabetical order: {names}"
        raise ValueError(message)
    return listed


RULES = in_order(
    (
        change_log.RULE,
        choices_covered.RULE,
        citations_used.RULE,
        claims_cited.RULE,
        figures_quoted.RULE,
        file_named_by_id.RULE,
        ids_lasting.RULE,
        ids_unique.RULE,
        links.RULE,
        lock_agrees.RULE,
        no_cycle.RULE,
        path_ends.RULE,
        path_order.RULE,
        quotes_short.RULE,
        sources_used.RULE,
        stages_reached.RULE,
        targets_named.RULE,
        text_clean.RULE,
        version_raised.RULE,
    )
)


def check(dataset: Dataset) -> tuple[Problem, ...]:
    """Return everything that is wrong, file by file."""
    return _broken(RULES, dataset)


def check_joints(dataset: Dataset) -> tuple[Problem, ...]:
    """Return what keeps the parts of the data from fitting together."""
    return _broken((rule for rule in RULES if rule.joint), dataset)


def _broken(rules: Iterable[Rule], dataset: Dataset) -> tuple[Problem, ...]:
    found = (
        Problem(file, place, rule.name, sentence) for rule in rules for file, place, sentence in rule.check(dataset)
    )
    return tuple(sorted(set(found), key=lambda problem: (problem.file, problem.rule, problem.place, problem.sentence)))
