"""The command jfrtool, which the package carries: python -m jfr hot-methods rec.jfr."""
import os
import sys

from ._native import program


def main() -> None:
    """Becomes the program; does not return."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
