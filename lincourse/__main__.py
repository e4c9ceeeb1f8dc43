"""`python -m lincourse` is the `lincourse` command."""

from lincourse.cli import main

if __name__ == "__main__":
    main()
