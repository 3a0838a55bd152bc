"""`python -m londinium` is the command line too."""

from londinium.cli import main

main()
