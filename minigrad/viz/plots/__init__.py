"""Curves, surfaces, tables of numbers, and what they have in common."""
