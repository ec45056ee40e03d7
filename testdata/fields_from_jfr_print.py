#!/usr/bin/env python3
"""Writes the fields of some events, as the JDK's `jfr print --json` says them, as a table.

usage: fields_from_jfr_print.py [--jfr PROGRAM] RECORDING EVENT-TYPE...

For each event type a line "# type<TAB>field<TAB>field...", then a line for each event. Values are
JSON; of a thread only its Java name (or its OS name if it has none), of a class only its name.
Stack traces are left out.
"""

import argparse
import json

from hot_from_jfr_print import read_events


def brief(value):
    if isinstance(value, dict):
        if "osName" in value:
            return value["javaName"] if value["javaName"] is not None else value["osName"]
        return value["name"]
    return value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jfr", default="jfr")
    parser.add_argument("recording")
    parser.add_argument("types", nargs="+")
    args = parser.parse_args()
    for wanted in args.types:
        head = True
        for event in read_events(args.jfr, args.recording, wanted):
            values = {k: v for k, v in event["values"].items() if k != "stackTrace"}
            if head:
                print("# " + wanted, *values, sep="\t")
                head = False
            print("", *(json.dumps(brief(v)) for v in values.values()), sep="\t")


if __name__ == "__main__":
    main()
