#!/usr/bin/env python3
"""Finds words in a file, also in what is packed in it: base64 and compressed data, one in the other.

usage: unpacked.py FILE WORD...    exits 1 if a word is there, and says which
"""
import base64
import re
import sys
import zlib

DEPTH = 4


def inflated(data):
    for window in (47, -15):
        try:
            return zlib.decompressobj(window).decompress(data)
        except zlib.error:
            pass
    return b""


def layers(data, depth=DEPTH):
    """The bytes, and those of all that is packed in them."""
    yield data
    if not depth:
        return
    if data[:2] == b"\x1f\x8b" or data[:1] == b"\x78":
        yield from layers(inflated(data), depth - 1)
    for found in re.finditer(rb"[A-Za-z0-9+/]{40,}={0,2}", data):
        text = found[0]
        packed = base64.b64decode(text[:len(text) // 4 * 4])
        yield packed
        unpacked = inflated(packed)
        if unpacked:
            yield from layers(unpacked, depth - 1)


def words_in(data, words):
    found = set()
    for layer in layers(data):
        found |= {word for word in words if word.encode() in layer}
    return sorted(found)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        there = words_in(file.read(), sys.argv[2:])
    if there:
        print(f"{sys.argv[1]} has {', '.join(there)}")
    sys.exit(bool(there))
