"""The lines of Python that LLO, bundles and Mosaic IR of a Pallas kernel name."""

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.kinds.mosaic_ir import KIND as MOSAIC
from chipward.artifacts.locations.home import Home
from chipward.artifacts.xla import mosaic_places
from chipward.artifacts.xla.llo_places import Place, locate, places
from chipward.model.lines import EdgeKind

CODE = """\
   0x32   : > { %p206 = scmp.lt.s32 %s362, 31
            ;;  %v227 = vmul.f32 1.44, %v211 /* loc("me/k.py":14:17 to :27) */
            ;;  %v229 = vadd.f32 %v227 /* loc("me/k.py":14:4 to 15:9) */ } /* loc("k.py":3:0) */
"""
IR = """\
module {
  func.func @kernel(%arg0: i32 loc(unknown)) {
    %0 = vector.load %arg1[%c0] : memref<64x128xf32> loc(#loc4)
    %1 = arith.addf %0, %0 : vector<64x128xf32> loc(fused[#loc1, #loc2])
    return loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("me/k.py":12:8 to :18)
#loc2 = loc("me/k.py":13:8 to :18)
#loc3 = loc("get"(callsite("kernel"(#loc1) at "outer"(#loc2))))
#loc4 = loc("get:"(#loc3))
"""


def test_a_slot_names_its_place_with_columns_where_it_ends_on_the_same_line() -> None:
    assert list(places(CODE)) == [
        Place(2, "me/k.py", 14, 17, (17, 27)),
        Place(3, "me/k.py", 14, 4, None),
        Place(3, "k.py", 3, 0, None),
    ]
    assert next(iter(locate(CODE))) == Home(2, "me/k.py", 14, EdgeKind.EXACT, (17, 27))


def test_an_operation_of_mosaic_names_its_own_line_and_those_of_its_callers() -> None:
    assert list(mosaic_places.locate(IR)) == [
        Home(3, "me/k.py", 12, EdgeKind.EXACT),
        Home(3, "me/k.py", 13, EdgeKind.INLINED),
        Home(4, "me/k.py", 12, EdgeKind.FUSED),
        Home(4, "me/k.py", 13, EdgeKind.FUSED),
    ]
    assert MOSAIC.count(IR.split("\n")) == 4  # the function and what stands in it


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(['loc("', "k.py", '":', "1", ":", " to ", "9" * 40, ")", "\n"])).map("".join)
)
def test_no_text_is_refused(text: str) -> None:
    for place in places(text):
        assert 1 <= place.at <= text.count("\n") + 1
        assert place.columns is None or place.columns[0] < place.columns[1]
    list(mosaic_places.locate(text))
