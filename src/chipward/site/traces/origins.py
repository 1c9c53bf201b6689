"""How an artifact came to be, in words."""

from collections.abc import Mapping

from chipward.model.artifact import Origin

ORIGINS: Mapping[Origin, str] = {
    Origin.EXECUTED: "executed: it ran here",
    Origin.COMPILED: "compiled: made by the real compiler here, and not run",
    Origin.DRY_RUN: "dry run: the framework ran against a driver that computes nothing",
    Origin.SHIPPED: "shipped: code that a library brought along",
}

STANDING: Mapping[Origin, str] = {
    Origin.EXECUTED: "ran here",
    Origin.COMPILED: "compiled here, not run",
    Origin.DRY_RUN: "dry run: recorded, nothing computed",
    Origin.SHIPPED: "shipped by a library",
}
