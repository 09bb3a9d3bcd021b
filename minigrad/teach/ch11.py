"""Chapter 11: the checkers of its exercises."""
