"""The listing of machine code agrees with binutils, instruction for instruction."""

import time
from pathlib import Path

import binutils_oracle as oracle
import pytest

from chipward.artifacts.machine_code import Listing, list_shared_object
from chipward.model.lines import Edge, EdgeKind, LineMap

BUILDS = {
    "full": ("-g",),
    "line-tables": ("-g1",),
    "dwarf-4": ("-g", "-gdwarf-4"),
    "unoptimised": ("-g", "-O0"),
    "apart": ("-g", "-ffunction-sections", "-Wl,--gc-sections", "-Wl,--build-id=none"),
}


@pytest.fixture(scope="module", params=BUILDS)
def so(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return oracle.build(tmp_path_factory.mktemp(request.param) / "kernel.so", *BUILDS[request.param])


@pytest.fixture(scope="module")
def listing(so: Path) -> Listing:
    return list_shared_object(so, "kernel.cpp")


def _instructions(listing: Listing) -> dict[str, list[tuple[int, str, str]]]:
    """Read the text back, as somebody would who has nothing else."""
    found: dict[str, list[tuple[int, str, str]]] = {}
    for line in listing.text.splitlines():
        if line.endswith(">:"):
            found[line.split("<")[1][:-2]] = []
        elif line:
            address, mnemonic, *rest = line.split(";")[0].split(maxsplit=2)
            list(found.values())[-1].append((int(address, 16), mnemonic, rest[0].strip() if rest else ""))
    return found


def test_functions_are_where_readelf_finds_them(so: Path, listing: Listing) -> None:
    told = oracle.functions(so)
    wanted = {name: place for name, place in told.items() if name.split(".")[0] == "kernel"}

    assert {one.function.name: (one.function.address, one.function.size) for one in listing.functions} == wanted
    assert "kernel._omp_fn.0" in wanted


def test_instructions_are_those_of_objdump(so: Path, listing: Listing) -> None:
    for function, code in _instructions(listing).items():
        told = oracle.disassemble(so, function)

        assert [address for address, _, _ in code] == [one.address for one in told]
        # Padding has many spellings: "nop", "cs nop", "data16 cs nop", "xchg ax, ax".
        names = [
            (mnemonic, one.mnemonic) for (_, mnemonic, _), one in zip(code, told, strict=True) if "nop" not in f"{one}"
        ]
        assert [mine for mine, _ in names] == [{"movabs": "mov"}.get(its, its) for _, its in names]


def _told_by_addr2line(so: Path, listing: Listing, source: str) -> tuple[Edge, ...]:
    places = {
        int(line.split()[0], 16): number
        for number, line in enumerate(listing.text.splitlines(), start=1)
        if line.startswith(" ")
    }
    edges = []
    for address, chain in zip(places, oracle.chains(so, list(places)), strict=True):
        for depth, (file, line) in enumerate(chain):
            if file == source and line > 0:
                edges.append(Edge(line, places[address], EdgeKind.INLINED if depth else EdgeKind.EXACT))
    return LineMap.of(edges).edges


def test_edges_are_what_addr2line_says(so: Path, listing: Listing) -> None:
    assert listing.edges == _told_by_addr2line(so, listing, "kernel.cpp")
    assert len(listing.edges) > 100


@pytest.fixture(scope="module")
def inductor_kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel that Inductor wrote (layer norm after an addition, then sine), with all of ATen's vector headers."""
    include = Path(pytest.importorskip("torch").__file__).parent / "include"
    return oracle.build(
        tmp_path_factory.mktemp("inductor") / "kernel.so",
        *("-g", "-std=c++20", "-DCPU_CAPABILITY_AVX512", "-march=x86-64-v4", f"-I{include}"),
        source=oracle.CPP / "inductor_layer_norm.cpp",
    )


@pytest.mark.slow
def test_a_kernel_of_inductor_is_listed_as_binutils_list_it(inductor_kernel: Path) -> None:
    begin = time.process_time()
    listing = list_shared_object(inductor_kernel, "inductor_layer_norm.cpp")

    assert time.process_time() - begin < 2
    test_functions_are_where_readelf_finds_them(inductor_kernel, listing)
    test_instructions_are_those_of_objdump(inductor_kernel, listing)
    assert listing.edges == _told_by_addr2line(inductor_kernel, listing, "inductor_layer_norm.cpp")
    assert len({edge.end for edge in listing.edges}) > 300
