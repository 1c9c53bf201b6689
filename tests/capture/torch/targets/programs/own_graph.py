"""A graph that the program itself hands to Inductor, twice: Dynamo never sees it."""

import torch
from torch._inductor import compile as compile_graph
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.ones(4)
for _ in range(2):
    graph = make_fx(lambda a: (a * 2 + 1,))(x)
    (result,) = compile_graph(graph, [x])(x)
print(result)
