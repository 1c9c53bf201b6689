"""What a bundle says of lines: which expression of a program called which operators."""

from collections import defaultdict

from chipward.bundle.read import Bundle


def operator(line: str) -> str:
    """`aten::relu(f32[2, 4]) -> …` to `aten::relu`."""
    return line.partition("(")[0]


def operators_by_expression(bundle: Bundle, source: str, artifact: str) -> dict[tuple[int, str], list[str]]:
    """By the line and the expression in it: the operators, in their order. Without columns, the whole line."""
    rows, program = bundle.text(artifact).split("\n"), bundle.text(source).split("\n")
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    for entry in bundle.trace.maps:
        if (entry.start, entry.end) == (source, artifact):
            for edge in sorted(bundle.line_map(entry.id), key=lambda edge: edge.end):
                start, stop = edge.columns or (0, None)
                if not rows[edge.end - 1].startswith("#"):
                    found[edge.start, program[edge.start - 1][start:stop].strip()].append(operator(rows[edge.end - 1]))
    return dict(found)
