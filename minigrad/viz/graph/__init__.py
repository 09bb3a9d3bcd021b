"""The graph behind a result: what belongs to it, as a picture, in words, and in bytes."""
