"""What a line of GPU code does, in a word: the name of its operation or instruction. A line without one is as it is."""

import re

from chipward.artifacts.gpu_code.ptx_statements import first_instruction

# e.g. '%x = tt.load %p : …', '%a:2 = scf.for %i = …', '"tt.reduce"(%x) <{axis = 0 : i32}> ({'
_OPERATION = re.compile(r'\s*(?:%[^=]*= )?"?(?P<name>[A-Za-z_][\w.$]*)')
# e.g. "%7 = add i32 %2, 255", "tail call void asm sideeffect …", "%6 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"
_LLVM = re.compile(r"\s*(?:%[^=]*= )?(?:(?:tail|musttail|notail) )?(?P<name>[a-z]\w*)")
_CALLED = re.compile(r"@(?P<name>[\w.$-]+)\(")
# e.g. "@%p2 ld.global.b32 { %r8 }, [ %rd11 + 0 ]"
_PTX = re.compile(r"(?:@!?%?\w+\s+)?(?P<name>[A-Za-z][\w.:]*)")
# e.g. "/*0250*/              @!P0 LDG.E R14, desc[UR8][R12.64] ;"
_SASS = re.compile(r"\s*/\*[0-9a-f]+\*/\s+(?:@!?\w+\s+)?(?P<name>[A-Z][\w.]*)")


def of_mlir(line: str) -> str:
    """``tt.load``."""
    return _named(_OPERATION.match(line), line)


def of_llvm(line: str) -> str:
    """``fadd``; of a call what is called, ``asm`` where that is assembly."""
    name = _named(_LLVM.match(line), line)
    if name != "call":
        return name
    quoted = line.partition('"')[0]
    return "asm" if " asm " in quoted else _named(_CALLED.search(quoted), name)


def of_ptx(line: str) -> str:
    """``ld.global.b32``, without the predicate."""
    return _named(_PTX.match(first_instruction(line)), line)


def of_sass(line: str) -> str:
    """``LDG.E``, without the predicate."""
    return _named(_SASS.match(line), line)


def of_amdgcn(line: str) -> str:
    """``global_load_dword``."""
    return next(iter(line.split(maxsplit=1)), line)


def _named(found: re.Match[str] | None, line: str) -> str:
    return found["name"] if found else line.strip()
