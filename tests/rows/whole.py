"""What is true of whole numbers that are narrower than int64; `record/kinds_cases.py` asks for all dtypes at once."""

VALUES = [
    ("repr(torch.iinfo(torch.int8)), torch.iinfo(torch.uint8).bits, torch.iinfo(torch.int16).dtype",
     "('iinfo(min=-128, max=127, dtype=int8)', 8, 'int16')"),
    ("torch.iinfo(torch.int32).max, torch.iinfo(torch.int64).min", "(2**31 - 1, -(2**63))"),
    ("torch.int is torch.int32, torch.short is torch.int16, torch.int8.is_signed, torch.uint8.is_signed",
     "(True, True, True, False)"),
    ("[a := np.zeros(2, 'i2'), t := torch.from_numpy(a), t.fill_(3), a][3].tolist()", "[3, 3]"),
    ("v.int().int() is v.int(), v.byte().to(torch.uint8).dtype is torch.uint8, v.char().numpy().dtype == np.int8",
     "(False, True, True)"),
    ("isinstance(v.short(), torch.ShortTensor), isinstance(v, torch.IntTensor)", "(True, False)"),
    ("torch.can_cast(torch.int64, torch.int8), torch.can_cast(torch.uint8, torch.bool)", "(True, False)"),
    ("torch.result_type(torch.tensor(1, dtype=torch.int8), 300) is torch.int8", "True"),
    ("torch.equal(torch.ones(3)[torch.tensor(1, dtype=torch.uint8)], torch.ones(1, 3))", "True"),
    ("torch.nn.functional.cross_entropy(torch.ones(2, 4), torch.tensor([1, 0], dtype=torch.uint8)).item() > 1", "True"),
]

ERRORS = [
    ("torch.iinfo(torch.float32)", TypeError,
     "torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'"),
    ("torch.iinfo(torch.bool)", TypeError, "torch.bool is not supported by torch.iinfo"),
    ("torch.iinfo('a')", TypeError, "iinfo(): argument 'type' (position 1) must be torch.dtype, not str"),
    ("torch.tensor([300], dtype=torch.int8)", RuntimeError, "value cannot be converted to type int8 without overflow"),
    ("torch.tensor(-0.5, dtype=torch.uint8)", RuntimeError, "value cannot be converted to type uint8 without overflow"),
    ("torch.full((2,), 2**40, dtype=torch.int32)", RuntimeError,
     "value cannot be converted to type int without overflow"),
    ("n.char().fill_(127.5)", RuntimeError, "value cannot be converted to type int8_t without overflow"),
    ("n.short().__setitem__(0, 40000)", RuntimeError, "value cannot be converted to type int16_t without overflow"),
    ("n.byte() ** 300", RuntimeError, "value cannot be converted to type uint8_t without overflow"),
    ("n.byte() ** -1", RuntimeError, "Integers to negative integer powers are not allowed."),
    ("torch.where(b, n.char(), 300)", RuntimeError, "value cannot be converted to type int8_t without overflow"),
    ("torch.randint(300, (2,), dtype=torch.int8)", RuntimeError, "to - 1 is out of bounds for signed char"),
    ("torch.randint(-1, 3, (2,), dtype=torch.uint8)", RuntimeError, "from is out of bounds for unsigned char"),
    ("torch.randperm(129, dtype=torch.int8)", RuntimeError,
     "value cannot be converted to type int8_t without overflow"),
    ("torch.rand(2, dtype=torch.int32)", NotImplementedError, "\"check_uniform_bounds\" not implemented for 'Int'"),
    ("n.int().add_(1.5)", RuntimeError, "result type Float can't be cast to the desired output type Int"),
    ("n.short().div_(2)", RuntimeError, "result type Float can't be cast to the desired output type Short"),
    ("n.byte().clamp_(0.5)", RuntimeError, "result type Float can't be cast to the desired output type unsigned char"),
    ("n.char().mean()", RuntimeError,
     "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Char"),
    ("torch.ones(2, dtype=torch.int16, requires_grad=True)", RuntimeError,
     "Only Tensors of floating point and complex dtype can require gradients"),
    ("v[n.char()]", IndexError, "tensors used as indices must be long, int, byte or bool tensors"),
    ("m[n.byte()] = 5.0", RuntimeError,
     "masked_fill_ only supports boolean masks, but got mask with dtype unsigned char"),
    ("v.masked_fill(n.int(), 2.0)", RuntimeError,
     "masked_fill_ only supports boolean masks, but got mask with dtype int"),
    ("torch.where(n.int(), v, v)", RuntimeError,
     "where expected condition to be a boolean tensor, but got a tensor with dtype Int"),
    ("m.gather(0, m.short())", RuntimeError, "gather(): Expected dtype int32/int64 for index"),
    ("m.index_select(0, n.char())", RuntimeError, "index_select(): Expected dtype int32 or int64 for index"),
    ("v.repeat_interleave(n.short())", NotImplementedError, "\"repeat_interleave_cpu\" not implemented for 'Short'"),
    ("torch.nn.functional.cross_entropy(m, n.int())", RuntimeError,
     "expected target dtype to be Long or Byte, but got Int"),
    ("n.char() @ n.byte()", RuntimeError, "dot : expected both vectors to have same dtype, but found Char and Byte"),
    ("n.int()[None].mm(n.short()[:, None])", RuntimeError,
     "expected m1 and m2 to have the same dtype, but got: int != short int"),
    ("torch.mul(n.int(), 1.5, out=n.int())", RuntimeError,
     "result type Float can't be cast to the desired output type Int"),
    ("torch.add(n.char(), n.char(), alpha=300)", RuntimeError,
     "value cannot be converted to type int8_t without overflow"),
]

BYTES = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."
CHOICE = (
    "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of "
    "PyTorch. Use a boolean condition instead."
)
WARNINGS = [
    ("v[n.byte()]", UserWarning, BYTES),
    ("v[np.array([1, 0], np.uint8)]", UserWarning, BYTES),
    ("v[n.byte()] = torch.ones(2)", UserWarning, BYTES),
    ("torch.where(n.byte(), v, v)", UserWarning, CHOICE),
    ("v.where(n.byte(), v)", UserWarning, CHOICE),
]
