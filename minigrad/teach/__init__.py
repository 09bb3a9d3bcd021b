"""What the notebooks teach with: predictions, checkers of exercises, and the comparison with PyTorch."""
from minigrad.teach.beside import beside_torch
from minigrad.teach.predict import predict

__all__ = ["beside_torch", "predict"]
