"""What PyTorch has and minigrad leaves out on purpose: names, the reason, and what to use instead.

Asking for such a name raises AttributeError, as for any name that is not there, and the error says so.
"""

# A name with a dot before it belongs to tensors, any other to the package or to one of its modules.
LEFT_OUT = {
    "float16 half .half bfloat16 .bfloat16 uint16 uint32 uint64 HalfTensor BFloat16Tensor":
        "its dtypes are float32, float64, int8, int16, int32, int64, uint8 and bool. Use one of them.",
    "complex complex32 complex64 complex128 cfloat .cfloat cdouble .cdouble chalf .chalf polar view_as_complex "
    "view_as_real real .real imag .imag angle .angle conj .conj resolve_conj .resolve_conj is_complex .is_complex":
        "its numbers are real. Use two tensors, one for the real parts and one for the imaginary parts.",
    "sparse sparse_coo sparse_csr sparse_csc sparse_coo_tensor sparse_csr_tensor sparse_csc_tensor strided layout "
    ".layout .to_sparse .to_sparse_coo .to_sparse_csr .to_sparse_csc .to_dense .coalesce .is_coalesced .indices "
    ".values .sparse_mask nested masked":
        "its tensors are NumPy arrays, dense and rectangular. Use zeros for what is not there.",
    "quantization ao quantize_per_tensor quantize_per_channel fake_quantize_per_tensor_affine dequantize .dequantize "
    "qint8 quint8 qint32 int_repr .int_repr q_scale .q_scale q_zero_point .q_zero_point":
        "its subject is gradients, and rounded numbers have none. Use float32.",
    "mtia .mtia .ipu .xpu .pin_memory .is_pinned .record_stream Stream Event get_device .get_device":
        "its only device is the CPU. Use x.device, or leave the line out.",
    "amp autocast GradScaler is_autocast_enabled set_autocast_enabled":
        "it has no 16-bit numbers to mix in. Use float32 all over, and leave the block out.",
    "compile compiler jit fx export cond while_loop":
        "Python runs your lines as they are. Use the function itself.",
    "func vmap":
        "autograd has functions for most of it. Use autograd.grad, or jacobian and hvp of autograd.functional.",
    "fft signal special stft .stft istft .istft hann_window hamming_window blackman_window":
        "its rules show nothing new about autograd. Use NumPy on x.detach().numpy(), without a gradient.",
    "linalg svd .svd qr .qr lu .lu cholesky .cholesky cholesky_solve .cholesky_solve inverse .inverse pinverse "
    ".pinverse det .det logdet .logdet slogdet .slogdet triangular_solve .triangular_solve matrix_exp .matrix_exp "
    "matrix_power .matrix_power":
        "its rules show nothing new about autograd. Use numpy.linalg on x.detach().numpy(), without a gradient.",
    "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d max_pool1d max_pool2d max_pool3d "
    "avg_pool1d batch_norm layer_norm group_norm instance_norm rms_norm embedding embedding_bag gru gru_cell lstm "
    "lstm_cell rnn_tanh rnn_relu bilinear grid_sampler pixel_shuffle ctc_loss":
        "its networks are made of matrix products and of operations entry by entry. Use those, or write a Function.",
    "distributed multiprocessing futures .share_memory_ .is_shared set_num_threads get_num_threads "
    "autograd.set_multithreading_enabled autograd.grad_mode.set_multithreading_enabled":
        "it works in one process. Leave the line out, and use the tensor itself.",
    "distributions":
        "it draws random numbers, but knows no probabilities. Use rand or randn.",
    "empty_strided .new_empty_strided":
        "its numbers would be whatever is in memory. Use empty or zeros.",
    "UntypedStorage TypedStorage FloatStorage DoubleStorage LongStorage .storage .untyped_storage .data_ptr .set_ "
    ".resize_ .resize_as_ resize_as_ frombuffer from_dlpack to_dlpack":
        "a tensor's memory is a NumPy array. Use x.detach().numpy() to have it, from_numpy(array) to give one.",
    ".apply_ .map_ .map2_":
        "a Python function of single entries leaves no history. Use operations, or write a Function.",
    "serialization package hub":
        "it does not know PyTorch's files. Use save and load, whose files numpy.load reads, too.",
    "nn.Conv1d nn.Conv2d nn.Conv3d nn.MaxPool1d nn.MaxPool2d nn.AvgPool2d nn.BatchNorm2d "
    "nn.GroupNorm nn.RNN nn.LSTM nn.GRU nn.Transformer nn.MultiheadAttention nn.DataParallel "
    "nn.utils.parameters_to_vector nn.utils.vector_to_parameters":
        "its modules are those of chapters 13 and 16. Use a Module of your own whose forward calls what you need.",
    "set_default_tensor_type use_deterministic_algorithms "
    "set_float32_matmul_precision set_warn_always":
        "PyTorch's defaults always hold. Use dtype= where you make a tensor, or leave the line out.",
    "profiler monitor autograd.profiler":
        "it does not measure itself. Use cProfile, or %timeit in a notebook.",
    "autograd.forward_ad":
        "its only way is from the results back to the leaves. Use autograd.functional.jvp, which goes it twice.",
    "autograd.graph.save_on_cpu autograd.graph.disable_saved_tensors_hooks "
    "autograd.graph.allow_mutation_on_saved_tensors":
        "its only device is the CPU. Use saved_tensors_hooks to keep something else than the tensors.",
    "autograd.function.FunctionCtx autograd.function.NestedIOFunction":
        "what a rule knows as ctx is a node of the graph. Use autograd.graph.Node, and autograd.Function.",
}
REASONS = {name: reason for names, reason in LEFT_OUT.items() for name in names.split()}
METHODS = {name[1:] for name in REASONS if name[0] == "."}


def missing(owner, name):
    """What is said when the owner, "module 'minigrad'" or "'Tensor' object", has no such name; name as in the table."""
    sentence = f"{owner} has no attribute '{name.rpartition('.')[2]}'"
    if name not in REASONS:
        return sentence
    return f"{sentence}. PyTorch has it, and minigrad leaves it out on purpose: {REASONS[name]}"


def left_out(module):
    """The `__getattr__` of a module: of a name that is left out it says what to use instead."""

    def __getattr__(name):
        raise AttributeError(missing(f"module 'minigrad.{module}'", f"{module}.{name}"))

    return __getattr__


class LeftOut:
    """In the place of a method that is left out: asking for it raises AttributeError.

    `Tensor.__getattr__` could say the same for all of them, but it would make every attribute slower on Python 3.11.
    """

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, cls):
        raise AttributeError(missing("type object 'Tensor'" if tensor is None else "'Tensor' object", f".{self.name}"))
