"""The kinds of artifact. A kind is a file: what it is called, how it is coloured and counted, how it points home."""

from collections.abc import Iterable, Mapping

from chipward.artifacts.kinds import (
    amdgcn,
    asm_x86,
    aten_graph,
    buffer_assignment,
    build_command,
    compile_log,
    compile_options,
    cost_analysis,
    cpp_kernel,
    cubin,
    dispatch_keys,
    dispatches,
    eager_ops,
    emitter_passes,
    executable_interface,
    fx_graph,
    guards,
    hlo,
    hlo_passes,
    hsaco,
    inductor_ir,
    inductor_wrapper,
    jax_calls,
    jax_tracing,
    jaxpr,
    kernel_launches,
    library_calls,
    live_ranges,
    llo,
    llo_stages,
    llvm_ir,
    memory_report,
    mosaic_ir,
    mosaic_stages,
    native_stack,
    object_code,
    ptx,
    python_bytecode,
    python_source,
    relink_proof,
    resource_usage,
    sass,
    shared_object,
    slot_utilization,
    stablehlo,
    thunks,
    tiling_passes,
    tpu_bundles,
    triton_kernel,
    triton_passes,
    ttgir,
    ttir,
)
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def in_order(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return the kinds as they are, if they stand in the order of their ids and no id stands twice."""
    listed = tuple(kinds)
    ids = [kind.id for kind in listed]
    if ids != sorted(set(ids)):
        message = f"kinds are listed once each, in alphabetical order: {ids}"
        raise ValueError(message)
    return listed


KINDS = in_order(
    (
        amdgcn.KIND,
        asm_x86.KIND,
        aten_graph.KIND,
        buffer_assignment.KIND,
        build_command.KIND,
        compile_log.KIND,
        compile_options.KIND,
        cost_analysis.KIND,
        cpp_kernel.KIND,
        cubin.KIND,
        dispatch_keys.KIND,
        dispatches.KIND,
        eager_ops.KIND,
        emitter_passes.KIND,
        executable_interface.KIND,
        fx_graph.KIND,
        guards.KIND,
        hlo.KIND,
        hlo_passes.KIND,
        hsaco.KIND,
        inductor_ir.KIND,
        inductor_wrapper.KIND,
        jax_calls.KIND,
        jax_tracing.KIND,
        jaxpr.KIND,
        kernel_launches.KIND,
        library_calls.KIND,
        live_ranges.KIND,
        llo.KIND,
        llo_stages.KIND,
        llvm_ir.KIND,
        memory_report.KIND,
        mosaic_ir.KIND,
        mosaic_stages.KIND,
        native_stack.KIND,
        object_code.KIND,
        ptx.KIND,
        python_bytecode.KIND,
        python_source.KIND,
        relink_proof.KIND,
        resource_usage.KIND,
        sass.KIND,
        shared_object.KIND,
        slot_utilization.KIND,
        stablehlo.KIND,
        thunks.KIND,
        tiling_passes.KIND,
        tpu_bundles.KIND,
        triton_kernel.KIND,
        triton_passes.KIND,
        ttgir.KIND,
        ttir.KIND,
    )
)

_BY_ID: Mapping[KindId, Kind] = {kind.id: kind for kind in KINDS}


def kind_of(kind: KindId) -> Kind:
    """The kind with this id; plain text where this version does not know it: a bundle may be newer than its reader."""
    return _BY_ID.get(kind) or Kind(id=kind, title=str(kind), layer=Layer.COMPILER, language="text", suffix="txt")
