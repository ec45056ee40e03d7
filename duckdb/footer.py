#!/usr/bin/env python3
"""Writes an extension of DuckDB from a library: what DuckDB looks for at its end, without a signature.

usage: footer.py LIBRARY EXTENSION VERSION
"""
import platform
import sys

MACHINES = {"x86_64": "linux_amd64", "aarch64": "linux_arm64"}
# A section of WebAssembly, which readers of other formats take for nothing.
BEGIN = b"\x00\x93\x04\x10duckdb_signature\x80\x04"


def main():
    library, extension, version = sys.argv[1:]
    # Fields of 32 bytes, the last one first: three that are free, how DuckDB is called, our version, the least
    # version of DuckDB's interface, the machine, the version of these fields.
    fields = ["", "", "", "C_STRUCT", f"v{version}", "v1.2.0", MACHINES[platform.machine()], "4"]
    with open(library, "rb") as file:
        data = file.read()
    with open(extension, "wb") as file:
        file.write(data + BEGIN + b"".join(field.encode().ljust(32, b"\0") for field in fields) + bytes(256))


if __name__ == "__main__":
    main()
