"""So many small operators that the watching pauses; then something new, each time with another sign of it."""

import threading

import torch

x = torch.ones(4)
for size in range(1, 40):
    torch.zeros(size)
for _ in range(4000):
    x = x * 1


def in_a_thread():
    return x.cos()


thread = threading.Thread(target=in_a_thread)
thread.start()
thread.join()
with torch.no_grad():
    y = x.sin()
for _ in range(4000):
    x = x * 1
layer = torch.nn.Linear(4, 4)
z = layer(x)
print(x.sum().item(), y.shape, z.shape)
