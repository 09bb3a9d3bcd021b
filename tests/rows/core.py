"""What the core says of wrong and of doubtful calls: tensors, leaves, shapes, Functions and the engine."""
NO_NONE = "Could not infer dtype of NoneType"
OVERFLOW = "Overflow when unpacking long long"
NO_FLAG = "Only Tensors of floating point and complex dtype can require gradients"
BOOL_MINUS = (
    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use "
    "the `~` or `logical_not()` operator instead."
)
LEAF_WRITE = "a leaf Variable that requires grad is being used in an in-place operation."
SEVERAL = (
    "This view is the output of a function that returns multiple views. Such functions do not allow the output views "
    "to be modified inplace. You should replace the inplace operation by an out-of-place one."
)
REPEATED = (
    "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please "
    "clone() the tensor before performing the operation."
)
NO_GRAD = "element 0 of tensors does not require grad and does not have a grad_fn"
NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please "
    "use out-of-place `.detach()` instead"
)
FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
    "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
    "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
    "saved tensors after calling backward."
)

# What is written, the type of the error, its sentence. The names are those of `questions.names`.
ERRORS = [
    # Edges instead of tensors
    ("torch.autograd.grad(x.sum(), [2.0])", RuntimeError,
     "all inputs have to be Tensors or GradientEdges, but got float"),
    ("torch.autograd.grad(x.sum(), torch.autograd.graph.get_gradient_edge(x * 1), materialize_grads=True)",
     RuntimeError, "materialize_grads cannot be used when the given input is a GradientEdge"),
    ("torch.autograd.backward(x.sum(), inputs=torch.autograd.graph.GradientEdge(2.0, 0))", RuntimeError,
     "GradientEdge's first object must be an autograd.graph.Node but got float"),
    ("torch.stack([])", RuntimeError, "stack expects a non-empty TensorList"),
    ("torch.stack([torch.ones(2), torch.ones(3)])", RuntimeError,
     "stack expects each tensor to be equal size, but got [2] at entry 0 and [3] at entry 1"),
    # Making tensors
    ("torch.tensor(None)", RuntimeError, NO_NONE),
    ("torch.tensor([1, None])", RuntimeError, NO_NONE),
    ("torch.tensor([[1, None]])", RuntimeError, NO_NONE),
    ("torch.tensor({1: 2})", RuntimeError, "Could not infer dtype of dict"),
    ("torch.tensor([object()])", RuntimeError, "Could not infer dtype of object"),
    ("torch.tensor(len)", RuntimeError, "Could not infer dtype of builtin_function_or_method"),
    ("torch.tensor(2**70)", ValueError, OVERFLOW),
    ("torch.tensor([2**70])", ValueError, OVERFLOW),
    ("torch.tensor([2**63])", ValueError, OVERFLOW),
    ("torch.tensor([-2**63 - 1])", ValueError, OVERFLOW),
    ("torch.tensor('a')", TypeError, "new(): invalid data type 'str'"),
    ("torch.tensor(b'a')", TypeError, "new(): invalid data type 'bytes'"),
    ("torch.tensor(['a'])", ValueError, "too many dimensions 'str'"),
    ("torch.tensor([[1], 2])", TypeError, "not a sequence"),
    ("l = []; l.append(l); torch.tensor(l)", ValueError, "too many dimensions 'list'"),
    ("torch.tensor([1, [2]])", TypeError, "'list' object cannot be interpreted as an integer"),
    ("torch.tensor([[1, 2], [3]])", ValueError, "expected sequence of length 2 at dim 1 (got 1)"),
    ("torch.tensor([[1], []])", ValueError, "expected sequence of length 1 at dim 1 (got 0)"),
    ("torch.tensor([[[1, 2], [3, 4]], [[1, 2], [3]]])", ValueError, "expected sequence of length 2 at dim 2 (got 1)"),
    ("torch.tensor([v])", ValueError, "only one element tensors can be converted to Python scalars"),
    ("torch.tensor(1, torch.float32)", TypeError, "tensor() takes 1 positional argument but 2 were given"),
    ("torch.tensor(1, dtype='float32')", TypeError, "tensor(): argument 'dtype' must be torch.dtype, not str"),
    ("torch.tensor(1, requires_grad=True)", RuntimeError, NO_FLAG),
    ("torch.tensor([True], requires_grad=True)", RuntimeError, NO_FLAG),
    ("torch.tensor([1.5], dtype=torch.int64, requires_grad=True)", RuntimeError, NO_FLAG),
    ("torch.from_numpy(3)", TypeError, "expected np.ndarray (got int)"),
    ("torch.from_numpy([1.0])", TypeError, "expected np.ndarray (got list)"),
    ("torch.from_numpy(np.ones(2)[::-1])", ValueError,
     "At least one stride in the given numpy array is negative, and tensors with negative strides are not "
     "currently supported. (You can probably work around this by making a copy of your array  with array.copy().) "),
    ("torch.ones(-1)", RuntimeError, "Trying to create tensor with negative dimension -1: [-1]"),
    ("torch.ones(2, -3)", RuntimeError, "Trying to create tensor with negative dimension -3: [2, -3]"),
    ("torch.ones((2, -3))", RuntimeError, "Trying to create tensor with negative dimension -3: [2, -3]"),
    ("torch.zeros_like(v, dtype=torch.int64, requires_grad=True)", RuntimeError, NO_FLAG),
    ("torch.ones(2, dtype=torch.int64, requires_grad=True)", RuntimeError, NO_FLAG),
    ("torch.rand(-1)", RuntimeError, "Trying to create tensor with negative dimension -1: [-1]"),
    ("torch.randn(2, -1)", RuntimeError, "Trying to create tensor with negative dimension -1: [2, -1]"),
    ("torch.rand(2, dtype=torch.int64)", NotImplementedError, "\"check_uniform_bounds\" not implemented for 'Long'"),
    ("torch.randn(2, dtype=torch.bool)", NotImplementedError, "\"normal_kernel_cpu\" not implemented for 'Bool'"),
    ("torch.full((-2,), 1)", RuntimeError, "Trying to create tensor with negative dimension -2: [-2]"),
    ("torch.full((2,), 1, requires_grad=True)", RuntimeError, NO_FLAG),
    ("torch.arange(0, 5, 0)", RuntimeError, "step must be nonzero"),
    ("torch.arange(5, 0)", RuntimeError, "upper bound and lower bound inconsistent with step sign"),
    ("torch.eye(-1)", RuntimeError, "n must be greater or equal to 0, got -1"),
    ("torch.eye(2, -1)", RuntimeError, "m must be greater or equal to 0, got -1"),
    # The flag, the gradient and the data of a tensor
    ("y = x * 2; y.requires_grad = False", RuntimeError,
     "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
     "subgraph that doesn't require differentiation use var_no_grad = var.detach()."),
    ("(x * 2).requires_grad_(False)", RuntimeError,
     "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
     "subgraph that doesn't require differentiation use var_no_grad = var.detach()."),
    ("n.requires_grad = True", RuntimeError, "only Tensors of floating point and complex dtype can require gradients"),
    ("n.requires_grad_()", RuntimeError, "only Tensors of floating point dtype can require gradients"),
    ("v.requires_grad = 3", RuntimeError, "requires_grad must be a bool"),
    ("delattr(v, 'requires_grad')", RuntimeError, "requires_grad must be a bool"),
    ("delattr(v, 'data')", RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!"),
    ("v.requires_grad_(1)", TypeError, "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not int"),
    ("x.grad = 3", TypeError, "assigned grad expected to be a Tensor or None but got grad of type int"),
    ("x.grad = [1.0, 1.0]", TypeError, "assigned grad expected to be a Tensor or None but got grad of type list"),
    ("x.grad = torch.ones(3)", RuntimeError,
     "attempting to assign a gradient of size '[3]' to a tensor of size '[2]'. Please ensure that the gradient and "
     "the tensor are the same size"),
    ("x.grad = torch.ones(2, dtype=torch.float64)", RuntimeError,
     "attempting to assign a gradient with dtype 'double' to a tensor with grad_dtype 'Float'. The gradient must "
     "match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype "
     "attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the "
     "dtypes of a tensor and its gradient may break downstream systems that assume they match."),
    ("x.grad = x", RuntimeError, "can't assign Variable as its own grad"),
    ("x.data = 3", TypeError, "Variable data has to be a tensor, but got int"),
    ("x.data = n", RuntimeError,
     "data set to a tensor that requires gradients must be floating point or complex dtype"),
    ("x.numpy()", RuntimeError,
     "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."),
    ("np.asarray(x)", RuntimeError,
     "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."),
    ("(x * 2).numpy()", RuntimeError,
     "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."),
    ("v.item()", RuntimeError, "a Tensor with 2 elements cannot be converted to Scalar"),
    ("torch.ones(0).item()", RuntimeError, "a Tensor with 0 elements cannot be converted to Scalar"),
    ("v.size(1)", IndexError, "Dimension out of range (expected to be in range of [-1, 0], but got 1)"),
    ("m.size(-3)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got -3)"),
    ("s.size(0)", IndexError, "Dimension specified as 0 but tensor has no dimensions"),
    ("s.size(1)", IndexError, "Dimension specified as 1 but tensor has no dimensions"),
    # What a tensor is to Python
    ("float(v)", ValueError, "only one element tensors can be converted to Python scalars"),
    ("int(torch.ones(0))", ValueError, "only one element tensors can be converted to Python scalars"),
    ("bool(v)", RuntimeError, "Boolean value of Tensor with more than one value is ambiguous"),
    ("bool(torch.ones(0))", RuntimeError, "Boolean value of Tensor with no values is ambiguous"),
    ("len(s)", TypeError, "len() of a 0-d tensor"),
    ("list(s)", TypeError, "iteration over a 0-d tensor"),
    ("range(s)", TypeError, "only integer tensors of a single element can be converted to an index"),
    ("range(n)", TypeError, "only integer tensors of a single element can be converted to an index"),
    ("[1, 2][v]", TypeError, "only integer tensors of a single element can be converted to an index"),
    ("f'{v:.2f}'", TypeError, "unsupported format string passed to Tensor.__format__"),
    ("+b", RuntimeError, "The `+` operator, on a bool tensor is not supported."),
    ("copy.deepcopy(x * 2)", RuntimeError,
     "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If "
     "you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
     "https://github.com/pytorch/pytorch/pull/103001"),
    ("v < 'a'", TypeError, "'<' not supported between instances of 'Tensor' and 'str'"),
    # Operations: shapes
    ("v + torch.ones(3)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("m * torch.ones(2)", RuntimeError,
     "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1"),
    ("m - torch.ones(3, 2)", RuntimeError,
     "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1"),
    ("torch.ones(4, 1, 2) / torch.ones(3, 3)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 2"),
    ("v == torch.ones(3)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("v ** torch.ones(3)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("m.view(4)", RuntimeError, "shape '[4]' is invalid for input of size 6"),
    ("m.view(-1, -1)", RuntimeError, "only one dimension can be inferred"),
    ("m.view(-1, 4)", RuntimeError, "shape '[-1, 4]' is invalid for input of size 6"),
    ("m.view(-2, 3)", RuntimeError, "invalid shape dimension -2 at index 0 of shape [-2, 3]"),
    ("torch.ones(0).view(-1, 0)", RuntimeError,
     "cannot reshape tensor of 0 elements into shape [-1, 0] because the unspecified dimension size -1 can be any "
     "value and is ambiguous"),
    ("m.t().view(6)", RuntimeError,
     "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
     "contiguous subspaces). Use .reshape(...) instead."),
    ("m.reshape(4)", RuntimeError, "shape '[4]' is invalid for input of size 6"),
    ("m.flatten(1, 0)", RuntimeError, "flatten() has invalid args: start_dim cannot come after end_dim"),
    ("m.permute(0)", RuntimeError,
     "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
     "ordering of dimensions i.e. input.dim() = 2 is not equal to len(dims) = 1"),
    ("m.permute(0, 0)", RuntimeError, "permute(): duplicate dims are not allowed."),
    ("m.permute(0, -2)", RuntimeError, "permute(): duplicate dims are not allowed."),
    ("m.permute(0, 2)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    ("m.sum(2)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    ("m.sum((0, 0))", RuntimeError, "dim 0 appears multiple times in the list of dims"),
    ("m.sum((0, -2))", RuntimeError, "dim 0 appears multiple times in the list of dims"),
    ("m.mean(5)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 5)"),
    ("s.sum(1)", IndexError, "Dimension out of range (expected to be in range of [-1, 0], but got 1)"),
    ("torch.ones(2, 2, 2).t()", RuntimeError, "t() expects a tensor with <= 2 dimensions, but self is 3D"),
    ("m.transpose(0, 2)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    ("v.unsqueeze(2)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    ("v.squeeze(1)", IndexError, "Dimension out of range (expected to be in range of [-1, 0], but got 1)"),
    ("v.expand(3)", RuntimeError,
     "The expanded size of the tensor (3) must match the existing size (2) at non-singleton dimension 0.  Target "
     "sizes: [3].  Tensor sizes: [2]"),
    ("v.expand(3, 3)", RuntimeError,
     "The expanded size of the tensor (3) must match the existing size (2) at non-singleton dimension 1.  Target "
     "sizes: [3, 3].  Tensor sizes: [2]"),
    ("m.expand(2)", RuntimeError,
     "expand(torch.FloatTensor{[2, 3]}, size=[2]): the number of sizes provided (1) must be greater or equal to "
     "the number of dimensions in the tensor (2)"),
    ("v.expand(-1, 2)", RuntimeError,
     "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension 0"),
    ("v.mm(m)", RuntimeError, "self must be a matrix"),
    ("m.mm(v)", RuntimeError, "mat2 must be a matrix"),
    ("m.mm(m)", RuntimeError, "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"),
    ("m @ m", RuntimeError, "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"),
    ("m @ v", RuntimeError, "size mismatch, got input (2), mat (2x3), vec (2)"),
    ("m.mv(m)", RuntimeError, "vector + matrix @ vector expected, got 1, 2, 2"),
    ("v @ torch.ones(3)", RuntimeError,
     "inconsistent tensor size, expected tensor [2] and src [3] to have the same number of elements, but got 2 and "
     "3 elements respectively"),
    ("v @ torch.ones(3, 2)", RuntimeError, "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)"),
    ("m.dot(v)", RuntimeError, "1D tensors expected, but got 2D and 1D tensors"),
    ("s @ v", RuntimeError, "both arguments to matmul need to be at least 1D, but they are 0D and 1D"),
    ("torch.allclose(v, torch.ones(3))", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("torch.ones(0).max()", RuntimeError,
     "max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
     "'dim' argument."),
    # Operations: kinds of number and of operand
    ("v + 'a'", TypeError, "unsupported operand type(s) for +: 'Tensor' and 'str'"),
    ("v + None", TypeError, "unsupported operand type(s) for +: 'Tensor' and 'NoneType'"),
    ("v + [1, 2]", TypeError, "unsupported operand type(s) for +: 'Tensor' and 'list'"),
    ("v - 'a'", TypeError, "unsupported operand type(s) for -: 'Tensor' and 'str'"),
    ("v * None", TypeError, "unsupported operand type(s) for *: 'Tensor' and 'NoneType'"),
    ("v / None", TypeError, "unsupported operand type(s) for /: 'Tensor' and 'NoneType'"),
    ("v ** 'a'", TypeError, "unsupported operand type(s) for ** or pow(): 'Tensor' and 'str'"),
    ("None - v", TypeError, "unsupported operand type(s) for -: 'NoneType' and 'Tensor'"),
    ("'a' / v", TypeError, "unsupported operand type(s) for /: 'str' and 'Tensor'"),
    ("'a' ** v", TypeError, "unsupported operand type(s) for ** or pow(): 'str' and 'Tensor'"),
    ("v @ 3", TypeError, "unsupported operand type(s) for @: 'Tensor' and 'int'"),
    ("b - b", RuntimeError,
     "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
     "operator instead."),
    ("b - 2", RuntimeError, BOOL_MINUS),
    ("n - b", RuntimeError, BOOL_MINUS),
    ("1 - b", RuntimeError, BOOL_MINUS),
    ("-b", RuntimeError,
     "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the "
     "`~` or `logical_not()` operator instead."),
    ("n ** -1", RuntimeError, "Integers to negative integer powers are not allowed."),
    ("b ** b", NotImplementedError, "\"pow\" not implemented for 'Bool'"),
    ("n.mean()", RuntimeError,
     "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long"),
    ("b.mean(0)", RuntimeError,
     "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Bool"),
    ("n.norm()", RuntimeError, "linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long"),
    ("b.abs()", NotImplementedError, "\"abs_cpu\" not implemented for 'Bool'"),
    ("b.relu()", RuntimeError, "Boolean inputs not supported for relu"),
    ("v.clamp()", RuntimeError, "torch.clamp: At least one of 'min' or 'max' must not be None"),
    ("m @ m.t().double()", RuntimeError, "expected m1 and m2 to have the same dtype, but got: float != double"),
    ("m.t() @ v.double()", RuntimeError,
     "addmv input tensors must have the same dtype, but got Double, Float, and Double"),
    ("v @ v.double()", RuntimeError, "dot : expected both vectors to have same dtype, but found Float and Double"),
    ("torch.ones(2, 2).bool() @ torch.ones(2, 2).bool()", NotImplementedError,
     "\"addmm_impl_cpu_\" not implemented for 'Bool'"),
    ("torch.ones(2, 2).bool() @ b", NotImplementedError, "\"addmv_impl_cpu\" not implemented for 'Bool'"),
    ("b @ b", NotImplementedError, "\"dot\" not implemented for 'Bool'"),
    ("torch.allclose(v, v.double())", RuntimeError, "Float did not match Double"),
    # Indexing
    ("m[2]", IndexError, "index 2 is out of bounds for dimension 0 with size 2"),
    ("m[-3]", IndexError, "index -3 is out of bounds for dimension 0 with size 2"),
    ("m[0, 3]", IndexError, "index 3 is out of bounds for dimension 1 with size 3"),
    ("m[0, 0, 0]", IndexError, "too many indices for tensor of dimension 2"),
    ("v[1.5]", IndexError,
     "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got float)"),
    ("v[{}]", IndexError,
     "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got dict)"),
    ("v[::-1]", ValueError, "step must be greater than zero"),
    ("v[::0]", ValueError, "slice step cannot be zero"),
    ("v[torch.tensor([0.5])]", IndexError, "tensors used as indices must be long, int, byte or bool tensors"),
    ("v[[0, 2]]", IndexError, "index 2 is out of bounds for dimension 0 with size 2"),
    ("v[torch.tensor([-3])]", IndexError, "index -3 is out of bounds for dimension 0 with size 2"),
    ("m[[0, 1], [0, 1, 2]]", IndexError,
     "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]"),
    ("v[torch.tensor([True, False, True])]", IndexError,
     "The shape of the mask [3] at index 0 does not match the shape of the indexed tensor [2] at index 0"),
    ("m[torch.tensor([[True, False]])]", IndexError,
     "The shape of the mask [1, 2] at index 0 does not match the shape of the indexed tensor [2, 3] at index 0"),
    ("v['a']", TypeError, "new(): invalid data type 'str'"),
    ("s[0]", IndexError,
     "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
     "0-dim tensor to a number"),
    ("s[:]", IndexError, "slice() cannot be applied to a 0-dim tensor."),
    ("s[0, 0]", IndexError, "too many indices for tensor of dimension 0"),
    # Writing in place
    ("x.add_(1)", RuntimeError, LEAF_WRITE),
    ("x += 1", RuntimeError, LEAF_WRITE),
    ("x.zero_()", RuntimeError, LEAF_WRITE),
    ("x.view(2).add_(1)", RuntimeError,
     "a view of a leaf Variable that requires grad is being used in an in-place operation."),
    ("x[0].mul_(2)", RuntimeError,
     "a view of a leaf Variable that requires grad is being used in an in-place operation."),
    ("v.add_(torch.ones(3))", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("v.add_(m)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"),
    ("v.add_(torch.ones(2, 2))", RuntimeError, "output with shape [2] doesn't match the broadcast shape [2, 2]"),
    ("v.fill_(torch.ones(2))", RuntimeError,
     "fill_ only supports 0-dimension value tensor but got tensor with 1 dimensions."),
    ("v[0] = 'a'", TypeError, "can't assign a str to a torch.FloatTensor"),
    ("v.add_('a')", TypeError, "add_(): argument 'other' (position 1) must be Tensor, not str"),
    ("v[[0, 1]] = torch.ones(3)", RuntimeError,
     "shape mismatch: value tensor of shape [3] cannot be broadcast to indexing result of shape [2]"),
    ("v[5] = 1", IndexError, "index 5 is out of bounds for dimension 0 with size 2"),
    ("v[:] = torch.ones(3)", RuntimeError,
     "The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 0.  Target "
     "sizes: [2].  Tensor sizes: [3]"),
    ("v.copy_(torch.ones(3))", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("v.copy_(torch.ones(2, 2))", RuntimeError, "output with shape [2] doesn't match the broadcast shape [2, 2]"),
    ("n.add_(1.5)", RuntimeError, "result type Float can't be cast to the desired output type Long"),
    ("n.div_(2)", RuntimeError, "result type Float can't be cast to the desired output type Long"),
    ("b.add_(1)", RuntimeError, "result type Long can't be cast to the desired output type Bool"),
    ("v.expand(2, 2).add_(1)", RuntimeError, REPEATED),
    ("x.grad = x.detach().sum().expand(x.shape); x.sum().backward()", RuntimeError, REPEATED),
    ("(x * 1).unbind()[1].add_(1)", RuntimeError,
     "Output 1 of Unbind is a view and is being modified inplace. " + SEVERAL),
    ("[row.mul_(2) for row in m * x.sum()]", RuntimeError,
     "Output 0 of Unbind is a view and is being modified inplace. " + SEVERAL),
    ("(x * 1).split(1)[0].zero_()", RuntimeError,
     "Output 0 of Split is a view and is being modified inplace. " + SEVERAL),
    ("m.unbind()[0].add_(x.sum())", RuntimeError,
     "A view was created in no_grad mode and is being modified inplace with grad mode enabled. " + SEVERAL),
    ("F = function(lambda ctx, x: x.view(2), lambda ctx, g: g); F.apply(x).add_(1)", RuntimeError,
     "Output 0 of F is a view and is being modified inplace. This view was created inside a custom Function (or "
     "because an input was returned as-is) and the autograd logic to handle view+inplace would override the custom "
     "backward associated with the custom Function, leading to incorrect gradients. This behavior is forbidden. "
     "You can fix this by cloning the output of the custom Function."),
    ("y = torch.no_grad()(lambda: x.view(2))(); y.add_(1)", RuntimeError,
     "A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use "
     "case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and "
     "the inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both "
     "outside (if you want the inplace to be tracked)."),
    ("z = x * v; v.add_(1); z.sum().backward()", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.FloatTensor [2]] is at version 1; expected version 0 instead. Hint: enable anomaly detection to find "
     "the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, "
     "check_nan=False)."),
    ("z = torch.div(x, v, rounding_mode='floor'); v.add_(1); z.sum().backward()", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.FloatTensor [2]] is at version 1; expected version 0 instead. Hint: enable anomaly detection to find "
     "the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, "
     "check_nan=False)."),
    ("z = x * v; v.add_(1); z.grad_fn._saved_other", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.FloatTensor [2]] is at version 1; expected version 0 instead. Hint: enable anomaly detection to find "
     "the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, "
     "check_nan=False)."),
    ("y = x.exp(); y.add_(1); y.sum().backward()", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.FloatTensor [2]], which is output 0 of Exp, is at version 1; expected version 0 instead. Hint: enable "
     "anomaly detection to find the operation that failed to compute its gradient, with "
     "torch.autograd.set_detect_anomaly(True, check_nan=False)."),
    ("y = x.exp(); y.mul_(y.detach()); y.sum().backward()", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.FloatTensor [2]] is at version 1; expected version 0 instead. Hint: enable anomaly detection to find "
     "the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, "
     "check_nan=False)."),
    # A Function of your own
    ("F = function(); F.apply(x)", NotImplementedError,
     "You must implement the forward function for custom autograd.Function."),
    ("(x * 2).grad_fn(v, a=1)", TypeError, "keyword arguments are not supported"),
    ("(x * 2).grad_fn()", TypeError, "expected 1 arguments, got 0 instead"),
    ("(x * 2).grad_fn(1.)", TypeError, "argument 0 is not a Variable"),
    ("y = x * 2; z = y * y; y.detach_(); z.sum().backward()", RuntimeError, DETACHED),
    ("x * torch.inference_mode()(lambda: v * 2)()", RuntimeError,
     "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
     "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
     "autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`."),
    ("function(lambda ctx, x: x * 2, lambda ctx, g: g).apply(y=x)", TypeError,
     "forward() got an unexpected keyword argument 'y'"),
    ("function(lambda ctx, x: x * 2, lambda ctx, g: g).apply(x, x=x)", TypeError,
     "forward() got multiple values for argument 'x'"),
    ("function(lambda ctx, x, k, m: x * 2, lambda ctx, g: g).apply(x, m=2)", TypeError,
     "forward() missing required argument: 'k' (position 1)"),
    ("torch.autograd.gradcheck(torch.exp, x, check_backward_ad=False)", AssertionError,
     "Expected at least one of check_forward_ad or check_backward_ad to be True"),
    ("F = function(lambda ctx, x: x * 2); F.apply(x).sum().backward()", NotImplementedError,
     "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
     "backward mode AD."),
    ("F = function(lambda ctx, x: x * 2, lambda ctx, g: (g, g)); F.apply(x).sum().backward()", RuntimeError,
     "function FBackward returned an incorrect number of gradients (expected 1, got 2)"),
    ("F = function(lambda ctx, x, n: x * n, lambda ctx, g: g); F.apply(x, 3).sum().backward()", RuntimeError,
     "function FBackward returned an incorrect number of gradients (expected 2, got 1)"),
    ("F = function(lambda ctx, x, n: x * n, lambda ctx, g: (g, g)); F.apply(x, 3).sum().backward()", RuntimeError,
     "function FBackward returned a gradient different than None at position 2, but the corresponding forward "
     "input was not a Variable"),
    ("F = function(lambda ctx, x: x * 2, lambda ctx, g: g[:1]); "
     "F.apply(torch.ones(3, 2, requires_grad=True)).sum().backward()", RuntimeError,
     "Function FBackward returned an invalid gradient at index 0 - got [1, 2] but expected shape compatible with "
     "[3, 2]"),
    ("F = function(lambda ctx, x: x * 2, lambda ctx, g: 3); F.apply(x).sum().backward()", RuntimeError,
     "expected Variable or None (got int)"),
    ("F = function(lambda ctx, x: ctx.save_for_backward(3)); F.apply(x)", TypeError,
     "save_for_backward can only save variables, but argument 0 is of type int"),
    ("F = function(lambda ctx, x: x * 2, lambda ctx, g: g, vjp=lambda ctx, g: g); "
     "F.apply(x).sum().backward()", RuntimeError,
     "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one "
     "of them."),
    ("F = function(lambda ctx, x: ctx.save_for_backward(x, None, 'a')); F.apply(x)", TypeError,
     "save_for_backward can only save variables, but argument 2 is of type str"),
    ("F = type('F', (torch.autograd.Function,), {'forward': lambda self, x: x}); F()(x)", RuntimeError,
     "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
     "function with static forward method. (Example: "
     "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"),
    # The engine
    ("v.backward()", RuntimeError, NO_GRAD),
    ("s.backward()", RuntimeError, NO_GRAD),
    ("x.backward()", RuntimeError, NOT_SCALAR),
    ("(x * 2).backward()", RuntimeError, NOT_SCALAR),
    ("(x * 2).backward(torch.ones(3))", RuntimeError,
     "Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of "
     "torch.Size([2])."),
    ("(x * 2).backward(torch.ones(2, 1))", RuntimeError,
     "Mismatch in shape: grad_output[0] has a shape of torch.Size([2, 1]) and output[0] has a shape of "
     "torch.Size([2])."),
    ("(x * 2).backward(torch.tensor(1.0))", RuntimeError,
     "Mismatch in shape: grad_output[0] has a shape of torch.Size([]) and output[0] has a shape of torch.Size([2])."),
    ("(x * 2).backward([1.0])", TypeError, "gradients can be either Tensors or None, but got float"),
    ("(x * 2).backward(1.0)", TypeError, "'float' object is not iterable"),
    ("torch.ones(0, requires_grad=True).backward()", RuntimeError, NOT_SCALAR),
    ("torch.autograd.backward([x.sum(), v])", RuntimeError,
     "element 1 of tensors does not require grad and does not have a grad_fn"),
    ("torch.autograd.backward([x * 2, x * 3], [v])", RuntimeError, "got 2 tensors and 1 gradients"),
    ("x.sum().backward(inputs=[])", RuntimeError, "`inputs` argument to `backward()` cannot be empty."),
    ("x.sum().backward(inputs=[v])", RuntimeError, "can't retain_grad on Tensor that has requires_grad=False"),
    ("y = (x * x).sum(); y.backward(); y.backward()", RuntimeError, FREED),
    ("y = x * x; y.sum().backward(); y.sum().backward()", RuntimeError, FREED),
    ("y = x * x; y.sum().backward(); y.grad_fn._saved_self", RuntimeError, FREED),
    ("y = x * x; y.sum().backward(); y.grad_fn(v)", RuntimeError, FREED),
    ("y = x.exp(); torch.autograd.grad(y.sum(), x); y.grad_fn._saved_result", RuntimeError, FREED),
    ("y = (x * x).sum(); torch.autograd.grad(y, x); torch.autograd.grad(y, x)", RuntimeError, FREED),
    ("y = x.exp(); F = function(lambda ctx, z: z * 1, lambda ctx, g: torch.autograd.grad(y, x, g)[0]); "
     "F.apply(y).backward(v)", RuntimeError, FREED),
    ("torch.autograd.backward(x.sum(), grad_tensors=[s], grad_variables=[s])", RuntimeError,
     "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
     "`grad_tensors`."),
    ("(x * x).grad_fn._saved_nothing", AttributeError, "'MulBackward0' object has no attribute '_saved_nothing'"),
    ("torch.autograd.grad(x * 2, x)", RuntimeError, NOT_SCALAR),
    ("torch.autograd.grad(s, x)", RuntimeError, NO_GRAD),
    ("torch.autograd.grad(x.sum(), v)", RuntimeError, "One of the differentiated Tensors does not require grad"),
    ("torch.autograd.grad(s, v)", RuntimeError, NO_GRAD),
    ("torch.autograd.grad(x * 2, v)", RuntimeError, NOT_SCALAR),
    ("torch.autograd.grad(x.sum(), [])", RuntimeError, "`inputs` argument to `grad()` cannot be empty."),
    ("torch.autograd.grad([], x)", RuntimeError,
     "The differentiated Tensor at index 0 appears to not have been used in the graph. Set allow_unused=True if "
     "this is the desired behavior."),
    ("torch.autograd.grad(x.sum(), torch.ones(2, requires_grad=True))", RuntimeError,
     "The differentiated Tensor at index 0 appears to not have been used in the graph. Set allow_unused=True if "
     "this is the desired behavior."),
    ("torch.autograd.grad(x.sum(), [x, torch.ones(2, requires_grad=True)])", RuntimeError,
     "The differentiated Tensor at index 1 appears to not have been used in the graph. Set allow_unused=True if "
     "this is the desired behavior."),
    ("torch.autograd.grad(x * 2, x, torch.ones(3))", RuntimeError,
     "Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of "
     "torch.Size([2])."),
    ("torch.autograd.grad([x * 2, x * 3], x, [v])", RuntimeError, "got 2 tensors and 1 gradients"),
    ("torch.autograd.grad(x.sum(), x, allow_unused=False, materialize_grads=True)", ValueError,
     "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."),
    ("torch.autograd.grad(torch.autograd.grad(x.sum(), x)[0].sum(), x)", RuntimeError, NO_GRAD),
    ("torch.autograd.functional.jacobian(lambda x: x, v, strict=True, vectorize=True)", RuntimeError,
     "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please "
     "either set `strict=False` or `vectorize=False`."),
    ("torch.autograd.functional.jacobian(lambda x: x, v, strategy='forward-mode')", NotImplementedError,
     "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`."),
    ("torch.autograd.functional.jacobian(lambda x: x, v, strategy='a')", AssertionError,
     "Expected strategy to be either \"forward-mode\" or \"reverse-mode\". Hint: If your function has more outputs "
     "than inputs, \"forward-mode\" tends to be more performant. Otherwise, prefer to use \"reverse-mode\"."),
    ("torch.autograd.functional.hessian(lambda x: x.sum(), v, outer_jacobian_strategy='a')", AssertionError,
     "Expected strategy to be either \"forward-mode\" or \"reverse-mode\"."),
    ("torch.autograd.graph.register_multi_grad_hook((x,), print, mode='b')", ValueError,
     "Expects mode to be one of ('all', 'any') but got b"),
]

# What is written, the type of the warning, its words.
WARNINGS = [
    ("torch.tensor(v)", UserWarning,
     "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
     "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."),
    ("(x * 2).grad", UserWarning,
     "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
     "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf "
     "Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure "
     "you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."),
    ("torch.ones(2, 2, 2).T", UserWarning,
     "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw "
     "an error in a future release. Consider `x.mT` to transpose batches of matrices or "
     "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor."),
    ("s.T", UserWarning,
     "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."),
    ("s.mT", UserWarning,
     "Tensor.mT is deprecated on 0-D tensors. This function is the identity in these cases."),
    ("function()()", DeprecationWarning,
     "<class 'F'> should not be instantiated. Methods on autograd functions are all static, so you should invoke "
     "them on the class itself. Instantiating an autograd function will raise an error in a future version of "
     "PyTorch."),
    ("x.sum().backward(create_graph=True)", UserWarning,
     "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
     "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If "
     "you have to use this function, make sure to reset the .grad fields of your parameters to None after use to "
     "break the cycle and avoid the leak."),
    ("torch.autograd.backward([x.sum()], grad_variables=[torch.tensor(1.0)])", FutureWarning,
     "`grad_variables` is deprecated. Use `grad_tensors` instead."),
]

# What minigrad says where PyTorch does something that is left out here, or has no objection.
OWN = [
    ("torch.autograd.gradcheck(torch.exp, x, check_forward_ad=True)", NotImplementedError,
     "minigrad goes backward, with one gradient at a time: no check_forward_ad=True"),
    ("torch.from_numpy(np.zeros(2, 'u2'))", TypeError,
     "can't convert np.ndarray of type numpy.uint16. The only supported types are: float64, float32, int64, int32, "
     "int16, int8, uint8, and bool."),
]

# What PyTorch does not survive: it goes on until the memory is full.
ENDLESS = [
    ("y = x.sum(); x.register_hook(lambda grad: y.backward()); y.backward()", RecursionError,
     "maximum recursion depth exceeded: each backward() has begun another"),
]

LIVE = [
    ("y = x * 2; z = y * y; y.add_(1); z.sum().backward()", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.FloatTensor [2]], which is output 0 of Add, is at version 1; expected version 0 instead. Hint: enable "
     "anomaly detection to find the operation that failed to compute its gradient, with "
     "torch.autograd.set_detect_anomaly(True, check_nan=False)."),
]
