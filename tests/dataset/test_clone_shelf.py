"""Clones and mirrors: found wherever they lie, asked by commit, trusted with nothing."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from chipward.dataset.verify.shelves import clones, git
from chipward.dataset.verify.shelves.clones import Clone, Clones
from chipward.dataset.verify.shelves.shelf import Held
from chipward.model.citation import Source
from chipward.model.missing import Missing
from demo import GUIDE, commit_files, in_repository
from demo import git as run_git


@pytest.fixture
def engine(demo_sources: Path) -> Path:
    return demo_sources / "clones/engine"


@pytest.fixture
def commit(engine: Path) -> str:
    return run_git(engine, "rev-parse", "HEAD")


def source(commit: str | None, path: str = "docs/guide.md", **more: Any) -> Source:
    value = in_repository("guide", path, commit or "") | more
    if not commit:
        del value["commit"]
        value["release"] = {"package": "demo", "version": "1", "path": path}
    return Source.model_validate(value)


def find(folder: Path, wanted: Source) -> Held | Missing:
    return Clones([folder]).find([wanted])[wanted]


def why(folder: Path, wanted: Source) -> str:
    found = find(folder, wanted)
    assert isinstance(found, Missing), found
    return found.why


def test_a_file_of_a_commit_is_found(engine: Path, commit: str) -> None:
    assert find(engine.parent, source(commit)) == Held(
        GUIDE.encode(),
        "git: demo-org/engine",
        "git init -q sources/engine && "
        f"git -C sources/engine fetch --depth 1 https://github.com/demo-org/engine {commit}",
        "--sources sources",
    )


LAYOUTS = ["engine", "engine.git", "demo-org+engine/repo", "demo-org/engine", "github.com/demo-org/engine", "fork", "."]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("bare", [True, False])
def test_a_clone_is_found_in_every_layout(
    tmp_path: Path, engine: Path, commit: str, layout: str, *, bare: bool
) -> None:
    place = tmp_path / "sources" / layout
    run_git(tmp_path, "clone", "--quiet", *(["--bare"] if bare else []), str(engine), str(place))
    assert isinstance(find(tmp_path / "sources", source(commit)), Held)


def test_a_clone_behind_a_link_is_found(tmp_path: Path, engine: Path, commit: str) -> None:
    (tmp_path / "engine").symlink_to(engine)
    assert isinstance(find(tmp_path, source(commit)), Held)


def test_a_work_tree_is_found(tmp_path: Path, engine: Path, commit: str) -> None:
    run_git(tmp_path, "clone", "--quiet", str(engine), str(tmp_path / "hidden/a/b/c/d/clone"))
    run_git(tmp_path / "hidden/a/b/c/d/clone", "worktree", "add", "--quiet", str(tmp_path / "tree"))
    assert isinstance(find(tmp_path, source(commit)), Held)


def test_a_clone_of_the_right_name_is_asked_first(tmp_path: Path, engine: Path, commit: str) -> None:
    shutil.copytree(engine, tmp_path / "aaa")
    shutil.copytree(engine, tmp_path / "demo-org+engine")
    asked: list[str] = []

    def watch(repository: Path, names: list[str]) -> tuple[bytes | None, ...]:
        asked.append(repository.parent.name)
        return git.read_objects(repository, names)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clones, "read_objects", watch)
        find(tmp_path, source(commit))
    assert asked == ["demo-org+engine"]


@pytest.mark.parametrize(
    ("name", "namesake"),
    [
        ("sources/engine", True),
        ("demo-org+engine/repo", True),
        ("demo-org/engine", True),
        ("demo-org_engine", True),
        ("engine.git", True),
        ("engines", False),
        ("my-engine", False),
    ],
)
def test_clones_are_known_by_their_folders(name: str, *, namesake: bool) -> None:
    assert Clone(Path(), name).is_named_after("Demo-Org/Engine") is namesake


def test_an_older_commit_is_read_as_it_was(tmp_path: Path) -> None:
    old = commit_files(tmp_path / "engine", {"docs/guide.md": "As it was.\n"})
    (tmp_path / "engine/docs/guide.md").write_text("As it is.\n", encoding="utf-8")
    run_git(tmp_path / "engine", "commit", "--quiet", "--all", "--message=New")
    found = find(tmp_path, source(old))
    assert isinstance(found, Held)
    assert found.text == "As it was.\n"


def test_a_tag_means_something_in_its_own_repository_only(tmp_path: Path, engine: Path) -> None:
    for name in ("engine", "other"):
        shutil.copytree(engine, tmp_path / name / name)
        run_git(tmp_path / name / name, "tag", "--annotate", "v1", "--message=One")
    wanted = source(None, tag="v1")
    assert isinstance(find(tmp_path / "engine", wanted), Held)
    assert why(tmp_path / "other", wanted) == "no clone has demo-org/engine at v1"


def test_an_unknown_commit_is_said_to_be_unknown(engine: Path) -> None:
    assert why(engine, source("f" * 40)) == f"no clone has demo-org/engine at {'f' * 40}"


@pytest.mark.parametrize("path", ["docs/gone.md", "docs", "docs/guide.md\nHEAD:docs/guide.md"])
def test_a_path_that_is_no_file_is_said_to_be_missing(engine: Path, commit: str, path: str) -> None:
    assert why(engine, source(commit, path)) == f"demo-org/engine at {commit} is there, but not its file {path}"


@pytest.mark.parametrize("path", ["docs/two words 7.md", "docs/guide blob 12"])
def test_a_path_may_hold_spaces(tmp_path: Path, path: str) -> None:
    commit = commit_files(tmp_path / "engine", {path: "Words."})
    answers = Clones([tmp_path]).find([source(commit, "docs/none 3"), source(commit, path)])
    assert [isinstance(answer, Held) for answer in answers.values()] == [False, True]


def test_files_of_any_content_are_read_whole(tmp_path: Path) -> None:
    files = {"a": "", "b": "one blob 3\nmissing\n", "c": "\r\n\r\n", "d": "no end of line"}
    commit = commit_files(tmp_path / "engine", files)
    answers = Clones([tmp_path]).find([source(commit, path) for path in files])
    assert [answer.content.decode() for answer in answers.values() if isinstance(answer, Held)] == [*files.values()]


def test_a_file_too_large_to_quote_from_is_not_read(engine: Path, commit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "LARGEST", 500)
    assert "not its file src/kernels.c" in why(engine, source(commit, "src/kernels.c"))


def test_a_partial_clone_is_not_completed_from_elsewhere(tmp_path: Path, engine: Path, commit: str) -> None:
    run_git(engine, "config", "uploadpack.allowFilter", "true")
    run_git(tmp_path, "clone", "--quiet", "--bare", "--filter=blob:limit=1k", f"file://{engine}", "engine.git")
    large, small = source(commit, "src/kernels.c"), source(commit)
    answers = Clones([tmp_path]).find([large, small])
    assert isinstance(answers[small], Held)
    assert "not its file" in str(answers[large])


def test_settings_of_a_repository_run_nothing(tmp_path: Path, engine: Path, commit: str) -> None:
    shutil.copytree(engine, tmp_path / "engine")
    for setting in ("core.fsmonitor", "core.sshCommand", "core.pager", "alias.cat-file"):
        run_git(tmp_path / "engine", "config", setting, f"touch {tmp_path}/ran")
    assert isinstance(find(tmp_path, source(commit)), Held)
    assert not (tmp_path / "ran").exists()


def test_the_environment_of_the_user_changes_nothing(
    tmp_path: Path, engine: Path, commit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("HOME", os.devnull)
    assert isinstance(find(engine, source(commit)), Held)


def test_a_machine_without_git_says_so(engine: Path, commit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert why(engine, source(commit)) == "git is not installed"


def test_a_git_that_does_not_answer_is_given_up(engine: Path, commit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "PATIENCE", 0)
    assert "did not answer within 0 seconds" in why(engine, source(commit))


def test_a_folder_without_clones_holds_none(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    assert len(Clones([tmp_path])) == 0


def test_a_source_without_a_repository_is_none_of_its_business(engine: Path) -> None:
    page = {"url": "https://example.org/", "read": "2026-01-01"}
    wanted = source("a" * 40).model_copy(update={"repository": None, "commit": None, "path": None} | page)
    assert Clones([engine]).find([wanted]) == {}
