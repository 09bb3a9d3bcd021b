"""What is said about the names of `exact/left_out.py`: one of each kind. `test_leftout.py` asks for all of them."""

VALUES = [
    ("'grad' in dir(v), 'requries_grad' in dir(v), hasattr(v, 'requries_grad')", "(True, False, False)"),
]

OWN = [
    ("v.half()", AttributeError,
     "'Tensor' object has no attribute 'half'. PyTorch has it, and minigrad leaves it out on purpose: its dtypes are "
     "float32, float64, int8, int16, int32, int64, uint8 and bool. Use one of them."),
    ("torch.Tensor.svd(m)", AttributeError,
     "type object 'Tensor' has no attribute 'svd'. PyTorch has it, and minigrad leaves it out on purpose: its rules "
     "show nothing new about autograd. Use numpy.linalg on x.detach().numpy(), without a gradient."),
    ("torch.empty_strided((2,), (1,))", AttributeError,
     "module 'minigrad' has no attribute 'empty_strided'. PyTorch has it, and minigrad leaves it out on purpose: its "
     "numbers would be whatever is in memory. Use empty or zeros."),
    ("torch.autograd.forward_ad", AttributeError,
     "module 'torch.autograd' has no attribute 'forward_ad'. PyTorch has it, and minigrad leaves it out on purpose: "
     "its only way is from the results back to the leaves. Use autograd.functional.jvp, which goes it twice."),
]
