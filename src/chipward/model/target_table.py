"""``data/targets``: what drivers answer about GPUs, and the words that say so."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, PositiveInt

from chipward.model.citation import Citation, Source
from chipward.model.explainer import Change, Cites, Version
from chipward.model.frozen import Frozen
from chipward.model.missing import Sentence
from chipward.model.target import Arch, Backend, DeviceName, TargetId


class Quoted(Frozen):
    """What somebody else wrote, and the words that it was taken from."""

    citations: Cites
    note: Sentence | None = None  # how the value follows from the words where they do not spell it


class Figure(Quoted):
    """A number."""

    value: PositiveInt


class Spelling(Quoted):
    """A name."""

    value: DeviceName


class ArchName(Quoted):
    """The architecture that machine code is made for."""

    value: Arch


class Gpu(Frozen):
    """One GPU. Sizes are in bytes, registers have 32 bits."""

    id: TargetId
    backend: Backend
    name: Spelling  # as the driver spells it
    arch: ArchName
    warp_size: Figure
    multiprocessors: Figure
    max_threads_per_block: Figure
    max_threads_per_multiprocessor: Figure
    max_blocks_per_multiprocessor: Figure | None = None  # resident ones; public for NVIDIA's GPUs
    registers_per_multiprocessor: Figure
    shared_memory_per_block: Figure
    shared_memory_per_block_optin: Figure
    shared_memory_per_multiprocessor: Figure
    memory: Figure
    l2: Figure
    fp32_cores_per_multiprocessor: Figure | None = None  # from here on: None where no source tells
    max_registers_per_block: Figure | None = None
    max_blocks_along_x: Figure | None = None  # of a grid
    max_blocks_along_y: Figure | None = None
    max_blocks_along_z: Figure | None = None
    clock_mhz: Figure | None = None  # at most
    memory_bandwidth_bytes_per_second: Figure | None = None

    @property
    def said(self) -> Mapping[str, Figure | Spelling | ArchName]:
        """All that is said of this GPU with a quote, by its key."""
        return {
            key: value
            for key in type(self).model_fields
            if isinstance(value := getattr(self, key), Figure | Spelling | ArchName)
        }


class Architecture(Frozen):
    """A name for all GPUs of one architecture. Its numbers are those of one of them."""

    id: TargetId
    figures_of: TargetId
    note: Sentence  # says whose numbers are taken, for the reader who asked for no GPU by name


class TargetTable(Frozen):
    """``data/targets/gpus.json``."""

    schema_uri: str = Field(alias="$schema")
    schema_version: Literal[1] = Field(alias="schema")
    id: Literal["gpus"]
    version: Version
    checked: date
    license: Literal["CC-BY-4.0"]
    gpus: Annotated[tuple[Gpu, ...], Field(min_length=1)]
    architectures: tuple[Architecture, ...]
    sources: tuple[Source, ...]
    citations: tuple[Citation, ...]
    retired: Mapping[str, str | None] = Field(default_factory=dict)  # ids once used, and what took their place
    changes: Annotated[tuple[Change, ...], Field(min_length=1)]

    @property
    def ids(self) -> tuple[TargetId, ...]:
        """The id of every target: GPUs, then architectures."""
        return (*(gpu.id for gpu in self.gpus), *(architecture.id for architecture in self.architectures))

    @cached_property
    def gpu(self) -> Mapping[TargetId, Gpu]:
        """GPUs by id."""
        return {gpu.id: gpu for gpu in self.gpus}

    @cached_property
    def citation(self) -> Mapping[str, Citation]:
        """Citations by id."""
        return {citation.id: citation for citation in self.citations}

    @cached_property
    def source(self) -> Mapping[str, Source]:
        """Sources by id."""
        return {source.id: source for source in self.sources}
