"""Hooks change no generated line, and one graph that fails takes nothing from the others."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import pytest
from target_recording import Recording
from target_runs import SECONDS, record, texts

from chipward.bundle.journal import Journal
from chipward.bundle.read import Bundle
from chipward.bundle.spool import Task, tasks
from chipward.capture.crew import Crew
from chipward.capture.tracers.torch.targets.recording import FOLDER

pytestmark = pytest.mark.slow

H100 = "cuda:h100"
UNWATCHED = """
import json, sys
from pathlib import Path
from shutil import copyfile
from chipward.capture.tracers.torch.targets.pretend import pretend
from chipward.dataset.targets import find_target
pretend(find_target("cuda:h100"))
import torch._inductor.config
# Every trace asks for it. Where an aliased input is written to, PyTorch then names a kernel after an as_strided more.
torch._inductor.config.trace.provenance_tracking_level = 1
from torch._inductor.async_compile import AsyncCompile
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.targets.compiling import OnTheGpu
sources = []
leave = AsyncCompile.triton
AsyncCompile.triton = lambda self, name, source, **settings: sources.append(source) or leave(self, name, source)
for graph, which in json.loads(sys.argv[1]):
    on_the_gpu = OnTheGpu.read(Path(graph))
    on_the_gpu.compile(CompileId(*which))
print(json.dumps(sources))
"""


def test_each_kernel_is_what_it_is_when_nobody_watches(
    recording: Recording, compiled: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    graphs = [(task.facts["graph"], task.facts["compile"]) for task in recording.left if task.room == H100]
    command = [sys.executable, "-c", UNWATCHED, json.dumps(graphs)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    watched = {text for unit, text in texts(compiled, "triton").items() if unit.startswith("cuda-h100")}
    assert watched == set(json.loads(done.stdout.splitlines()[-1]))


def broken(task: Task, file: Path, part: int, **facts: object) -> Task:
    return replace(task, part=part, facts={**task.facts, "graph": str(file), **facts})


def test_a_graph_that_cannot_be_compiled_says_why_and_the_rest_stands(recording: Recording, tmp_path: Path) -> None:
    (good, *_) = [task for task in recording.left if task.room == H100 and "doubled" in str(task.facts["what"])]
    spool = tmp_path / "spool"  # recordings may be moved before their after-work is done
    graphs = spool / FOLDER
    graphs.mkdir(parents=True)
    whole, cut = Path(str(good.facts["graph"])), graphs / "cut.graph"
    copyfile(whole, graphs / whole.name)
    cut.write_bytes(whole.read_bytes()[:1000])
    Journal(spool).unit(str(good.facts["unit"]), name="f", kind="frame")
    crew = Crew(spool)
    crew.take_on([broken(good, cut, 1, unit="frame-x"), replace(good, part=2), broken(good, tmp_path / "gone", 3)])
    assert len(list(crew.work())) == 3
    crew.leave()
    journals = {number: (spool / f"journal-0.{number}.jsonl").read_text() for number in (1, 2, 3)}
    records = {number: [json.loads(line) for line in text.splitlines()] for number, text in journals.items()}
    reasons = {
        number: [each["why"] for each in found if each["type"] == "missing" and not each["always"]]
        for number, found in records.items()
    }
    assert [len(each) for each in reasons.values()] == [1, 0, 1]
    told = "The recorded graph cannot be read in another process than the program's: FileNotFoundError"
    assert reasons[3][0].startswith(told)
    assert any(each["type"] == "task" for each in records[2])
    assert str(tmp_path) not in "".join(why for found in reasons.values() for why in found)


def test_a_graph_that_cannot_be_recorded_is_missing_on_each_target(tmp_path: Path) -> None:
    program = Path(__file__).parent / "programs" / "own_function.py"
    spool, stdout = record(tmp_path, program, targets=[H100, "cuda:a100"])
    assert stdout == "tensor([1., 1., 1., 1.]) tensor([2., 2., 2., 2.])\n"
    records = [json.loads(line) for line in (spool / "journal-0.0.jsonl").read_text().splitlines()]
    gone = {each["what"]: each for each in records if each["type"] == "missing" and not each["always"]}
    assert sorted(gone) == ["What kept_whole becomes on cuda:a100", "What kept_whole becomes on cuda:h100"]
    told = gone["What kept_whole becomes on cuda:h100"]
    assert "function sine" in told["why"]
    assert (told["unit"], told["selection"]["target"]) == ("frame-0-0", H100)
    assert [(task.room, task.facts["unit"]) for task in tasks(spool) if task.room] == [
        (H100, "frame-1-0"),
        ("cuda:a100", "frame-1-0"),
    ]
