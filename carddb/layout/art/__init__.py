"""Placeholder art: deterministic vector pictures until a printing has art of its own."""
