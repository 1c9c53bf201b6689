"""A part of a program, traced from inside it: `with chipward.trace(...)`, and the same as a decorator."""

import pytest
from programs import Place

import chipward
from chipward.errors import Misuse

FORKED = """
import os
import chipward, torch
with chipward.trace("run.chipward", quiet=True):
    torch.op("parent")
    child = os.fork()
    if not child:
        torch.op("child")
        os._exit(0)
    os.waitpid(child, 0)
    grandchild = os.fork()
torch.op("after")
if grandchild:
    os.waitpid(grandchild, 0)
    print("ended")
"""


def units(place: Place) -> list[str]:
    with place.bundle() as bundle:
        return [unit.id for unit in bundle.trace.units]


def block(body: str, *, before: str = "", after: str = "") -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    begin = 'with chipward.trace("run.chipward", quiet=True):'
    return f"import os, subprocess, sys\nimport chipward\n{before}\n{begin}\n{lines}\n{after}"


def test_a_block_records_what_runs_in_it_and_nothing_else(place: Place) -> None:
    program = block(
        "torch.op('in')", before="import torch\ntorch.op('before')", after="torch.op('after')\nprint('ended')"
    )
    done = place.bare(place.write(program))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ended\n", b"")
    assert units(place) == ["in"]
    with place.bundle() as bundle:
        told = bundle.trace.program
        assert (told.kind, told.entry) == ("block", f"{place.folder}/program.py:5")
        assert bundle.trace.outcome.ending == "finished"
        assert "What a framework made of the program" not in [gone.what for gone in bundle.trace.missing]
    assert not place.spool.exists()


def test_a_block_without_a_framework_hears_what_was_looked_for(place: Place) -> None:
    place.bare(place.write(block("pass")))
    with place.bundle() as bundle:
        assert [gone.what for gone in bundle.trace.missing] == ["What a framework made of the program"]


def test_a_framework_may_be_imported_in_the_block(place: Place) -> None:
    place.bare(place.write(block("import torch\ntorch.op('in')")))
    assert units(place) == ["in"]


def test_an_exception_goes_on_its_way_and_the_bundle_is_written(place: Place) -> None:
    done = place.bare(place.write(block("torch.op('in')\nraise ValueError('mine')", before="import torch")))
    assert done.returncode == 1
    assert done.stderr.endswith(b"ValueError: mine\n")
    assert units(place) == ["in"]
    with place.bundle() as bundle:
        assert bundle.trace.outcome.ending == "exited"


def test_leaving_by_os_exit_leaves_the_recording(place: Place) -> None:
    assert place.bare(place.write(block("torch.op('in')\nos._exit(3)", before="import torch"))).returncode == 3
    with chipward.open_bundle(place.spool) as bundle:
        assert [unit.id for unit in bundle.trace.units] == ["in"]


def test_a_block_in_a_block_is_refused_in_a_sentence(place: Place) -> None:
    inner = "with chipward.trace('inner.chipward'): pass"
    done = place.bare(place.write(block(inner)))
    sentence = b"this part of the program is traced already; trace the whole or the part, not both\n"
    assert done.stderr.endswith(sentence)
    assert place.traced(place.write(inner.replace("with", "import chipward\nwith"))).stderr.endswith(sentence)


def test_processes_that_a_block_starts_are_watched_while_it_lasts(place: Place) -> None:
    start = "subprocess.run([sys.executable, '-c', 'import torch; torch.op(\"{}\")'], env={}, check=True)"
    body = f"{start.format('inherited', None)}\n{start.format('copied', 'dict(os.environ)')}"
    show = "subprocess.run(['sh', '-c', 'env | grep CHIPWARD; echo $PYTHONPATH'], check=True)"
    done = place.bare(place.write(block(body, before=show, after=f"{show}\n{start.format('after', None)}")))
    assert done.stdout.decode() == f"{place.environment['PYTHONPATH']}\n" * 2
    assert units(place) == ["p1.inherited", "p2.copied"]


def test_a_fork_that_leaves_the_block_does_not_make_the_bundle_again(place: Place) -> None:
    done = place.bare(place.write(FORKED))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ended\n", b"")
    assert units(place) == ["parent", "p1.child"]


def test_a_decorated_function_is_traced_at_each_call(place: Place) -> None:
    program = """
import chipward, torch

@chipward.trace("run.chipward", quiet=True)
def step(word):
    "Takes a step."
    torch.op(word)
    return word * 2

print(step("a"), step("b"), step.__name__, step.__doc__)
"""
    assert place.bare(place.write(program)).stdout == b"aa bb step Takes a step.\n"
    assert units(place) == ["b"]
    with place.bundle() as bundle:
        assert bundle.trace.program.entry == "__main__.step"


def test_the_summary_is_told_on_standard_error(place: Place) -> None:
    done = place.bare(place.write(block("torch.op('in')", before="import torch").replace(", quiet=True", "")))
    assert done.stdout == b""
    assert f"chipward: {place.folder}/run.chipward holds 1 unit, 1 artifact".encode() in done.stderr


def test_a_decorator_without_a_name_is_refused() -> None:
    with pytest.raises(Misuse, match="wants the name of a bundle"):
        chipward.trace(print)  # type: ignore[arg-type]


def test_what_cannot_be_written_is_refused_before_the_block(place: Place) -> None:
    done = place.bare(place.write("import chipward\nwith chipward.trace('nowhere/x'):\n    print('never')"))
    assert done.stdout == b""
    assert done.stderr.endswith(
        b"cannot be written (No such file or directory); name a file in another folder with -o\n"
    )


def test_what_chipward_does_not_offer_is_said_as_python_says_it() -> None:
    with pytest.raises(AttributeError, match="module 'chipward' has no attribute 'nothing'"):
        _ = chipward.nothing  # type: ignore[attr-defined]
