"""Calls simhash 2.1.2 from PyPI (1e0ng/simhash). Prints 64 and 128 bits."""

from simhash import Simhash
from texts import texts

for text in texts():
    print(f"{Simhash(text, f=64).value:016x}\t{Simhash(text, f=128).value:032x}")
