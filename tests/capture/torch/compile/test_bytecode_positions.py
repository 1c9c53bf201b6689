from pathlib import Path

from chipward.capture.tracers.torch.compile.bytecode import disassemble


def test_columns_count_characters_where_python_counts_bytes(tmp_path: Path) -> None:
    file = tmp_path / "umlauts.py"
    line = 'total = len("äöü") + abs(-1)'
    file.write_text(f"{line}\n", encoding="utf-8")
    _, positions = disassemble(compile(file.read_text(encoding="utf-8"), str(file), "exec"))
    said = {line[slice(*columns)] for _, (_, _, _, columns) in positions if columns}
    assert {'len("äöü")', "abs(-1)", "total"} <= said


def test_what_pytorch_names_at_random_is_named_alike_in_each_run() -> None:
    name = "__compiled_fn_2_c1bd6725_4607_439e_9bfa_ffa0129b2f50"
    text, _ = disassemble(compile(f"{name}()", "<made up>", "exec"))
    assert "__compiled_fn_2)" in text
    assert "c1bd6725" not in text
