"""What each pass of XLA changed: the HLO before the first pass, then the lines that differ after each."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla.hlo_passes import HEADING
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_pass(line: str) -> bool:
    # e.g. "### 3. simplification: algsimp  (-122 +93 lines)"; the first heading is of the HLO that no pass has changed
    return line.startswith(HEADING) and line[len(HEADING) : len(HEADING) + 1].isdecimal()


KIND = Kind(
    id=KindId("hlo-passes"),
    title="XLA's passes",
    layer=Layer.COMPILER,
    language="diff",
    suffix="diff",
    noun=("pass that changed something", "passes that changed something"),
    is_item=_is_pass,
    turn=1,
)
