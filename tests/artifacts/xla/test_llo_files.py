"""The programs of a TPU, told by the names of the files that libtpu writes."""

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.llo_files import BUNDLES, ORIGINAL, TOP_LEVEL, programs

FILES = (
    "1796081107662542677-fusion.27-00-original.txt",
    "1796081107662542677-fusion.27-03-final_bundles.txt",
    "1796081107493221052-TLP-00-original.txt",
    "1796081107493221052-TLP-04-vmem_report.html",
    "1796081107493221052-TLP-hlo.txt",
    "1796081107493221052-<late-initialization>-00-original.txt",
    "tpu_driver.INFO",
)


def test_files_are_gathered_by_program_in_the_order_of_compilation() -> None:
    found = programs(FILES)
    assert [(one.name, one.is_entry) for one in found] == [
        ("<late-initialization>", True),
        (TOP_LEVEL, True),
        ("fusion.27", False),
    ]
    assert found[2].stages == {ORIGINAL: FILES[0], BUNDLES: FILES[1]}


def test_what_was_compiled_twice_is_what_came_last() -> None:
    again = "1796081107999999999-fusion.27-00-original.txt"
    (fusion,) = programs((again, *FILES[:2]))
    assert fusion.stages[ORIGINAL] == again


@given(st.lists(st.text(max_size=30) | st.sampled_from(FILES)))
def test_no_name_is_refused(files: list[str]) -> None:
    for program in programs(files):
        assert set(program.stages.values()) <= set(files)
