"""Tensors cut into pieces, and pieces put together."""
