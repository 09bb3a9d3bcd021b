"""What is true of the operations of `pieces.py`."""
