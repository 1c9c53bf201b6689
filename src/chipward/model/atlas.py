"""The atlas: tools and languages, what each is written in, and the words that say so."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from chipward.model.citation import Citation, HttpsUrl, Source
from chipward.model.explainer import Change, Cites, Name, Version
from chipward.model.frozen import Frozen
from chipward.model.ids import NodeId
from chipward.model.missing import Missing, Sentence


class NodeKind(StrEnum):
    """What sort of thing a node is."""

    LANGUAGE = "language"
    COMPILER = "compiler"
    RUNTIME = "runtime"
    LIBRARY = "library"
    FRAMEWORK = "framework"
    IR = "ir"
    INSTRUCTION_SET = "instruction-set"
    DRIVER = "driver"


class Writing(Frozen):
    """One thing a node is written in; ``part`` says which part of it."""

    node: NodeId
    part: Sentence
    citations: Cites


class Node(Frozen):
    """A place in the atlas."""

    id: NodeId
    name: Name
    kind: NodeKind
    summary: Sentence
    home: HttpsUrl | None = None
    written_in: Annotated[tuple[Writing, ...], Field(min_length=1)] | Missing


class Atlas(Frozen):
    """``data/atlas/lineage.json``."""

    schema_uri: str = Field(alias="$schema")
    schema_version: Literal[1] = Field(alias="schema")
    id: Literal["lineage"]
    version: Version
    checked: date
    license: Literal["CC-BY-4.0"]
    nodes: tuple[Node, ...]
    sources: tuple[Source, ...]
    citations: tuple[Citation, ...]
    retired: Mapping[str, str | None] = Field(default_factory=dict)  # ids once used, and what took their place
    changes: Annotated[tuple[Change, ...], Field(min_length=1)]

    @cached_property
    def node(self) -> Mapping[NodeId, Node]:
        """Nodes by id."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def citation(self) -> Mapping[str, Citation]:
        """Citations by id."""
        return {citation.id: citation for citation in self.citations}

    @cached_property
    def source(self) -> Mapping[str, Source]:
        """Sources by id."""
        return {source.id: source for source in self.sources}
