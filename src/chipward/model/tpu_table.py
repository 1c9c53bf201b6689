"""``data/targets/tpus.json``: what is public about the generations of TPUs, and the words that say so."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from chipward.model.citation import Citation, Source
from chipward.model.explainer import Change, Version
from chipward.model.frozen import Frozen
from chipward.model.target_table import Figure, Quoted, Spelling
from chipward.model.tpu import GenerationId

Shape = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]*(?:x[1-9][0-9]*){1,2}$")]


class Slice(Quoted):
    """How chips lie."""

    value: Shape  # 2x2x1


class Generation(Frozen):
    """One generation of TPUs. Sizes are in bytes."""

    id: GenerationId
    name: Spelling  # as JAX is told
    topology: Slice  # of one host, which is compiled for where no other is named
    tensor_cores: Figure
    cores_per_device: Figure
    mxus: Figure
    mxu_columns: Figure
    lanes: Figure
    sublanes: Figure
    vmem: Figure
    smem: Figure
    memory: Figure
    bandwidth: Figure
    bf16_operations: Figure

    @property
    def said(self) -> Mapping[str, Figure | Spelling | Slice]:
        """All that is said of this generation with a quote, by its key."""
        return {
            key: value
            for key in type(self).model_fields
            if isinstance(value := getattr(self, key), Figure | Spelling | Slice)
        }


class TpuTable(Frozen):
    """``data/targets/tpus.json``."""

    schema_uri: str = Field(alias="$schema")
    schema_version: Literal[1] = Field(alias="schema")
    id: Literal["tpus"]
    version: Version
    checked: date
    license: Literal["CC-BY-4.0"]
    generations: Annotated[tuple[Generation, ...], Field(min_length=1)]
    sources: tuple[Source, ...]
    citations: tuple[Citation, ...]
    retired: Mapping[str, str | None] = Field(default_factory=dict)  # ids once used, and what took their place
    changes: Annotated[tuple[Change, ...], Field(min_length=1)]

    @property
    def ids(self) -> tuple[GenerationId, ...]:
        """The id of every generation."""
        return tuple(generation.id for generation in self.generations)

    @cached_property
    def citation(self) -> Mapping[str, Citation]:
        """Citations by id."""
        return {citation.id: citation for citation in self.citations}

    @cached_property
    def source(self) -> Mapping[str, Source]:
        """Sources by id."""
        return {source.id: source for source in self.sources}
