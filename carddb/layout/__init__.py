"""Layout: templates, text that fits, cards and sheets; everything gets absolute places here, nothing is drawn."""
