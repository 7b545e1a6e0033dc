"""carddb: one card database from rules check to printed sheet; the command line starts in carddb.cli."""

__version__ = "0.1.0"
