"""A training step and attention, called operator by operator: on a GPU where there is one."""

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import cross_entropy, scaled_dot_product_attention

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)

model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
inputs, labels = torch.randn(32, 64, device=device), torch.randint(0, 10, (32,), device=device)

loss = cross_entropy(model(inputs), labels)
loss.backward()
optimizer.step()

query, key, value = torch.randn(3, 2, 4, 32, 16, device=device).bfloat16()
with sdpa_kernel(SDPBackend.FLASH_ATTENTION), torch.no_grad():
    mixed = scaled_dot_product_attention(query, key, value)
    scores = torch.softmax(mixed.float(), dim=-1)

print(f"loss {loss.item():.3f}, first score {scores[0, 0, 0, 0].item():.3f}")
