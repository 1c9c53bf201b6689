"""What a dry run can follow, and what it cannot."""

import torch
from torch.nn import functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"
with open("runs.txt", "a") as runs:
    runs.write(f"{device}\n")

weight = torch.ones(16, 16, device=device, requires_grad=True)
rows = torch.ones(8, 16, device=device)
product = rows @ weight
product.exp().sum().backward()
print(product[0, 0].item())

image = torch.ones(1, 3, 8, 8, device=device)
filtered = F.conv2d(image, torch.ones(4, 3, 3, 3, device=device))
print(tuple(filtered.shape))

inverse = torch.linalg.inv(torch.eye(4, device=device))
wave = torch.special.bessel_j0(rows)
after = inverse.cos()


@torch.compile(backend="eager")
def compiled(x: torch.Tensor) -> torch.Tensor:
    return x.sin()


compiled(rows)
if product.sum() > 0:
    print("positive")
