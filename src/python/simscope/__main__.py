"""The program: `simscope`, and `python -m simscope`."""

import os
import signal
import sys

from ._simscope import run_program


def main() -> None:
    """Runs the program with the arguments of this process, and ends it with the program's exit code."""
    # The program has its own way with signals; one that is ignored stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = run_program(["simscope", *sys.argv[1:]])
    # Nothing of Python has been written to, and threads of the program may still run.
    os._exit(code)


if __name__ == "__main__":
    main()
