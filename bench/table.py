"""Puts what bench/run.sh measured into one Markdown table of ratios.

usage: table.py RESULTS-DIRECTORY

Per measurement there is NAME.json of hyperfine, and NAME.mem with two numbers: peak resident and
peak private memory in KiB (private: anonymous memory, without the mapped recording). NAME.size, if
there is one, has the bytes of what was written.
"""
import json
import os
import sys


def load(directory, name):
    try:
        with open(os.path.join(directory, name + ".json"), encoding="utf-8") as f:
            result = json.load(f)["results"][0]
    except (OSError, ValueError, IndexError):
        return None
    try:
        with open(os.path.join(directory, name + ".mem"), encoding="utf-8") as f:
            rss, private = (int(n) / 1024 for n in f.read().split())
    except (OSError, ValueError):
        rss = private = None
    try:
        with open(os.path.join(directory, name + ".size"), encoding="utf-8") as f:
            size = f"; {int(f.read()) / 1e6:.2f} MB"
    except (OSError, ValueError):
        size = ""
    return {"size": size, "median": result["median"], "min": result["min"], "max": result["max"],
            "rss": rss, "private": private}


def seconds(value):
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def megabytes(value):
    return "" if value is None else f"{value:.0f} MB"


def main():
    directory = sys.argv[1]
    print("| what | median | min–max | against | ratio | peak RSS | private |")
    print("|---|---|---|---|---|---|---|")
    with open(os.path.join(directory, "rows"), encoding="utf-8") as f:
        for line in f:
            name, label, base, base_label = line.rstrip("\n").split("\t")
            row, other = load(directory, name), load(directory, base) if base else None
            if row is None:
                print(f"| {label} | not measured | | | | | |")
                continue
            ratio = f"{row['median'] / other['median']:.2f}" if other else ""
            print(f"| {label}{row['size']} | {seconds(row['median'])} | {seconds(row['min'])}–"
                  f"{seconds(row['max'])} | {base_label} | {ratio} | {megabytes(row['rss'])} | "
                  f"{megabytes(row['private'])} |")


if __name__ == "__main__":
    main()
