"""What every stage made of a small MLP for a CPU: abridged by hand from what torch 2.13 and g++ 12 wrote."""

MLP = """\
import torch, torch.nn as nn

class MLP(nn.Module):
  def __init__(self):
    super().__init__()
    self.a = nn.Linear(64, 128)
    self.b = nn.Linear(128, 64)
  def forward(self, x):
    y = torch.relu(self.a(x))
    z = self.b(y)
    return (z + x).sin()

model = torch.compile(MLP())
model(torch.randn(32, 64))
"""
FX = """\
def forward(self, L_x_, L_self_a_weight, L_self_a_bias, L_self_b_weight, L_self_b_bias):
    linear = torch._C._nn.linear(L_x_, L_self_a_weight, L_self_a_bias)
    y = torch.relu(linear)
    z = torch._C._nn.linear(y, L_self_b_weight, L_self_b_bias)
    add = z + L_x_
    sin = add.sin()
    return (sin,)
"""
ATEN = """\
def forward(self, arg0_1, arg1_1, arg2_1, arg3_1, arg4_1):
    # mlp.py:9  relu(self.a(x))
    permute = aten.permute(arg0_1, [1, 0])
    addmm = aten.addmm(arg1_1, arg2_1, permute)
    relu = aten.relu(addmm)
    # mlp.py:10  self.b(y)
    permute_1 = aten.permute(arg3_1, [1, 0])
    addmm_1 = aten.addmm(arg4_1, relu, permute_1)
    # mlp.py:11  (z + x).sin()
    add = aten.add(addmm_1, arg2_1)
    sin = aten.sin(add)
    return (sin,)
"""
IR = """\
op0: ExternKernelSchedulerNode(addmm)
op1: SchedulerNode(relu), pointwise (4096)
op2: ExternKernelSchedulerNode(addmm_1)
op3: FusedSchedulerNode(add, sin), pointwise (2048)
"""
WRAPPER = """\
def call(args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1 = args
    buf0 = empty_strided_cpu((32, 128), (128, 1), torch.float32)
    extern_kernels.addmm(arg1_1, arg2_1, reinterpret_tensor(arg0_1, (64, 128), (1, 64), 0), out=buf0)
    buf1 = buf0
    cpp_fused_relu_0(buf1)
    buf2 = empty_strided_cpu((32, 64), (64, 1), torch.float32)
    extern_kernels.addmm(arg4_1, buf1, reinterpret_tensor(arg3_1, (128, 64), (1, 128), 0), out=buf2)
    buf3 = buf2
    cpp_fused_add_sin_1(buf3, arg2_1)
    return (buf3, )
"""
RELU_CPP = """\
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C" void kernel(float* in_out_ptr0)
{
    for(int64_t x0=0L; x0<4096L; x0+=8L)
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + x0, 8);
        auto tmp1 = at::vec::clamp_min(tmp0, decltype(tmp0)(0));
        tmp1.store(in_out_ptr0 + x0);
    }
}
"""
RELU_ASM = """\
kernel:
vxorps xmm0, xmm0, xmm0
lea rax, [rdi + 0x4000]
vmovups ymm1, ymmword ptr [rdi]
vmaxps ymm1, ymm0, ymm1
vmovups ymmword ptr [rdi], ymm1
add rdi, 0x20
cmp rdi, rax
jne 0x1120
vzeroupper
ret
"""
SIN_CPP = """\
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C" void kernel(float* in_out_ptr0, const float* in_ptr0)
{
    for(int64_t x0=0L; x0<2048L; x0+=8L)
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + x0, 8);
        auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr0 + x0, 8);
        auto tmp2 = tmp0 + tmp1;
        auto tmp3 = tmp2.sin();
        tmp3.store(in_out_ptr0 + x0);
    }
}
"""
SIN_ASM = """\
kernel:
lea r12, [rdi + 0x2000]
vmovups ymm0, ymmword ptr [rsi + rdi]
vaddps ymm0, ymm0, ymmword ptr [rdi]
call Sleef_sinf8_u10
vmovups ymmword ptr [rdi], ymm0
add rdi, 0x20
cmp rdi, r12
jne 0x1140
ret
"""
