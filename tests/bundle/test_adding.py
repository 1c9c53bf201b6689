"""A text that is added to a bundle, and a bundle that stays as it was."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from chipward.bundle import adding
from chipward.bundle.adding import NewMap, add_artifact
from chipward.bundle.content import Tally
from chipward.bundle.read import Bundle, open_bundle
from chipward.model.artifact import Artifact
from chipward.model.lines import Edge, EdgeKind, LineMap
from made_up_trace import write_trace

CONTENT = b"one\ntwo\n"


def made_of(bundle: Bundle, content: bytes = CONTENT) -> Artifact:
    tally = Tally()
    tally.add(content)
    changes = {"id": "kernel-1/more", "sha256": tally.digest, "file": f"artifacts/{tally.digest}.diff"}
    like = bundle.artifact("kernel-1/cpp")
    return like.model_copy(update=changes | {"bytes": tally.bytes, "lines": tally.lines})


def add(path: Path, content: bytes = CONTENT) -> None:
    with open_bundle(path) as bundle:
        made = made_of(bundle, content)
        line_map = LineMap.of([Edge(1, 2, EdgeKind.UNIT)])
        add_artifact(bundle, made, content, [NewMap(bundle.artifact("kernel-1/cpp"), made, line_map, "By hand")], path)


def test_all_that_was_there_is_there_and_the_new_text_stands_with_its_unit(tmp_path: Path) -> None:
    path = write_trace(tmp_path / "mlp.chipward")
    with open_bundle(path) as bundle:
        before = bundle.trace
        texts = {one.id: bundle.raw(one.id) for one in before.artifacts}
    add(path)
    with open_bundle(path) as bundle:
        after = bundle.trace
        assert [one for one in after.artifacts if one.id in texts] == list(before.artifacts)
        assert {one.id: bundle.raw(one.id) for one in before.artifacts} == texts
        assert after.maps[:-1] == before.maps
        assert [bundle.line_map(one.id) for one in after.maps[-1:]] == [LineMap.of([Edge(1, 2, EdgeKind.UNIT)])]
        assert bundle.raw("kernel-1/more") == CONTENT
        units = [one.unit for one in after.artifacts]
        assert units == [unit for each in dict.fromkeys(units) for unit in [each] * units.count(each)]
    with ZipFile(path) as zipped:
        assert zipped.namelist()[-1] == "trace.json"


def test_equal_bytes_are_stored_once(tmp_path: Path) -> None:
    path = write_trace(tmp_path / "mlp.chipward")
    with open_bundle(path) as bundle:
        content, file = bundle.raw("kernel-1/asm"), bundle.artifact("kernel-1/asm").file
    add(path, content)
    with open_bundle(path) as bundle:
        assert bundle.artifact("kernel-1/more").file == file


def test_what_breaks_off_leaves_the_bundle_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_trace(tmp_path / "mlp.chipward")
    before = path.read_bytes()

    def interrupted(_: LineMap) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(adding, "spell_map", interrupted)
    with pytest.raises(KeyboardInterrupt):
        add(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["mlp.chipward"]
