"""What PyTorch checks, refuses and says, to the letter. It works on arrays, names and numbers, and knows no Tensor."""
