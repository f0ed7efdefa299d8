"""Reads what the runner gives to a program: each text as its length in bytes, a line feed and the bytes."""

import sys


def texts():
    for line in iter(sys.stdin.buffer.readline, b""):
        yield sys.stdin.buffer.read(int(line)).decode("utf-8")
