"""What the notebooks teach with: predictions, checkers, progress, a stopwatch, PyTorch's answers, one's own work."""
from minigrad.teach.book import chapter
from minigrad.teach.beside import beside_torch
from minigrad.teach.my_work import my_work
from minigrad.teach.predict import predict
from minigrad.teach.progress import progress
from minigrad.teach.standing import standing
from minigrad.teach.stopwatch import stopwatch
from minigrad.teach.told import told

__all__ = ["beside_torch", "chapter", "my_work", "predict", "progress", "standing", "stopwatch", "told"]
