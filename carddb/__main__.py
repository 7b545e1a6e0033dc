"""``python -m carddb`` is the command line."""

from carddb.cli import main

main()
