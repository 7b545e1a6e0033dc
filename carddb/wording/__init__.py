"""Rules text as words: symbols, keywords and reminder text found in what people typed."""
