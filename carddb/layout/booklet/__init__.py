"""The rule booklet, from the catalog to placed pages, and its sheets for folding."""
