"""A target that was asked for and got nothing: what is said of it, decided over all processes of the program."""

from programs import Place

H100, MI300X = "cuda:h100", "rocm:mi300x"
BOTH = ("--target", H100, "--target", MI300X)
WHY = "Nothing in it was compiled by torch.compile with Inductor, and operators that are called one by one"
CUDA, ROCM = f"{WHY} need `chipward trace --dry-run`.", f"{WHY} are not followed to this GPU."
WHOLE = "What the program's PyTorch code becomes on {}"
BACKEND = "The backend that torch.compile was given stops before Inductor, which writes the code for a GPU."
# What the recorder of graphs leaves for a target, and what it says if it cannot.
JOURNAL = "import sys, torch\njournal = sys.modules['chipward.capture.watching'].Watching.active._session.journal\n"
LEFT = "journal.task('torch-graph-for-target', target='{}', unit='frame', what='It', quick=True)"
FAILED = "journal.missing('It', 'It fails.', selection={{'explainer': 'how-pytorch-runs', 'target': '{}'}})"
FORK = "import os\nif not (child := os.fork()):\n    {}\n    os._exit(0)\nos.waitpid(child, 0)"
FRAME = (
    "journal.unit('frame', name='f', kind='frame')\n"
    "journal.artifact('frame', 'g', stage=None, kind='fx-graph', title='g', content='g', how='So')"
)


def told(place: Place) -> dict[str, str]:
    with place.bundle() as bundle:
        return {gone.what: gone.why for gone in bundle.trace.missing if "becomes on" in gone.what}


def test_a_program_that_compiles_nothing_hears_so_of_each_target(place: Place) -> None:
    done = place.traced(place.write("import torch; torch.op('called')"), options=BOTH)
    assert done.returncode == 0
    assert told(place) == {WHOLE.format(H100): CUDA, WHOLE.format(MI300X): ROCM}
    with place.bundle() as bundle:
        targets = {bundle.trace.selections[gone.selection].target for gone in bundle.trace.missing if WHY in gone.why}
    assert targets == {H100, MI300X}
    for target, why in ((H100, CUDA), (MI300X, ROCM)):
        assert f"chipward: missing: {WHOLE.format(target)}: {why}\n" in done.stderr.decode()


def test_quiet_is_not_silent_where_a_whole_target_is_missing(place: Place) -> None:
    done = place.traced(place.write("import torch; torch.op('called')"), options=("--quiet", *BOTH[:2]))
    assert done.stderr.decode() == f"chipward: missing: {WHOLE.format(H100)}: {CUDA}\n"


def test_quiet_says_nothing_of_what_nobody_asked_for(place: Place) -> None:
    selection = f"selection={{'explainer': 'e', 'target': '{H100}'}}"
    left = LEFT.format(H100).replace("'It', quick=True", f"'What it becomes on {H100}', {selection}")
    done = place.traced(place.write(f"{JOURNAL}{left}"), options=("--quiet", "--no-after-work", *BOTH[:2]))
    assert told(place) == {f"What it becomes on {H100}": "You asked for no after-work."}
    assert done.stderr == b""


def test_a_graph_in_any_process_serves_the_target_that_it_was_recorded_for(place: Place) -> None:
    place.traced(place.write(f"{JOURNAL}{FORK.format(LEFT.format(H100))}"), options=BOTH)
    assert set(told(place)) == {WHOLE.format(MI300X)}


def test_what_could_not_be_recorded_is_told_once(place: Place) -> None:
    place.traced(place.write(f"{JOURNAL}{FAILED.format(H100)}"), options=BOTH)
    assert set(told(place)) == {WHOLE.format(MI300X)}


def test_a_backend_that_stops_before_inductor_is_told_on_the_frame(place: Place) -> None:
    framed = FRAME.replace("\n", "; ")
    place.traced(place.write(f"{JOURNAL}{FORK.format(framed)}"), options=BOTH[:2])
    with place.bundle() as bundle:
        (gone,) = [gone for gone in bundle.trace.missing if "becomes on" in gone.what]
    assert (gone.what, gone.why, gone.unit) == (f"What f becomes on {H100}", BACKEND, "p1.frame")


def test_a_frame_whose_graph_waits_is_not_told_of(place: Place) -> None:
    place.traced(place.write(f"{JOURNAL}{FRAME}\n{LEFT.format(H100)}"), options=BOTH[:2])
    assert told(place) == {}


def test_a_dry_run_serves_nvidias_targets_alone(place: Place) -> None:
    place.traced(place.write("import torch"), options=(*BOTH, "--dry-run"))
    assert set(told(place)) == {WHOLE.format(MI300X)}


def test_a_block_hears_it_too(place: Place) -> None:
    block = f"import chipward\nwith chipward.trace('run.chipward', targets='{H100}', quiet=True):\n    import torch"
    done = place.bare(place.write(block))
    assert told(place) == {WHOLE.format(H100): CUDA}
    assert WHOLE.format(H100) in done.stderr.decode()


def test_without_targets_nothing_is_said(place: Place) -> None:
    place.traced(place.write("import torch"), options=())
    assert told(place) == {}


def test_pytorch_is_followed_to_no_tpu(place: Place) -> None:
    place.traced(place.write("import torch"), options=("--target", "tpu:v5e"))
    assert told(place) == {WHOLE.format("tpu:v5e:2x2"): "PyTorch programs are followed to GPUs of NVIDIA's and AMD's."}


def test_of_a_program_without_a_framework_it_is_said_once(place: Place) -> None:
    done = place.traced(place.write("print('no framework')"), options=("--quiet", *BOTH))
    none = "None of its processes imported a framework that chipward watches (jax, torch)."
    assert told(place) == {f"What the program becomes on {target}": none for target in (H100, MI300X)}
    assert done.stderr.decode() == f"chipward: missing: What the program becomes on {H100} and 1 more: {none}\n"
