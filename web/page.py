#!/usr/bin/env python3
"""Puts the program and the page around it into one file of HTML.

usage: page.py FOLDER OUT      FOLDER has jfrtool.js and jfrtool.wasm of emscripten"""
import base64
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parent
SAMPLE = WEB.parent / "testdata" / "rule-warning.jfr.zst"


def digits(data):
    """Of base 85; a slash for what might begin a comment or a tag."""
    return base64.b85encode(data).decode().replace("<", "/")


def packed(path):
    """By zopfli: a twentieth less than gzip -9, for some seconds more."""
    return digits(subprocess.run(["zopfli", "-c", path], check=True, stdout=subprocess.PIPE).stdout)


def digest(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def script_of_pages(program):
    """What the pages that the program writes run: their policy names it by its sum."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        subprocess.run(["node", program, "page", "-q", "-o", page, SAMPLE], check=True)
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.read_text()).group(1)
    return re.search(r"script-src ([^;]*)", policy).group(1)


def main():
    made, out = Path(sys.argv[1]), Path(sys.argv[2])
    shell = (WEB / "shell.js").read_text() + (WEB / "share.js").read_text()
    worker = made / "worker.js"
    worker.write_text("".join(path.read_text() for path in (made / "jfrtool.js", WEB / "run.js", WEB / "worker.js")))
    # Frames and workers are made by blob: and keep to this policy, too. No connect-src: nothing leaves.
    policy = ("default-src 'none'; script-src 'wasm-unsafe-eval' "
              f"{digest(shell)} {script_of_pages(out.parent / 'web' / 'jfrtool.js')}; worker-src blob:; frame-src blob:; "
              "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'")
    data = {"program": packed(made / "jfrtool.wasm"), "code": packed(worker), "recording": digits(SAMPLE.read_bytes())}
    assert "</script" not in shell
    out.write_text(
        '<!doctype html>\n<html lang=en><meta charset=utf-8>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name=viewport content="width=device-width, initial-scale=1"><meta name=referrer content=no-referrer>'
        f'<title>jfrtool: drop a recording</title>\n<style>\n{(WEB / "shell.css").read_text()}</style>\n'
        + (WEB / "shell.html").read_text()
        + "".join(f"<script type=text/plain id={name}>{text}</script>\n" for name, text in data.items())
        + f"<script>{shell}</script>\n")


main()
