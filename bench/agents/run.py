#!/usr/bin/env python3
"""How well a language model investigates recordings whose cause is known, with the tools of `jfrtool mcp`.

    run.py [--truth FILE] [--recordings FOLDER] [--only NAME]... -- CLIENT [ARGUMENT...]

CLIENT is any program that speaks MCP for a model: among its arguments {config} is a file of servers ({"mcpServers":
{"jfr": ...}}), {prompt} the task; what it prints is taken as the model's report. For example:

    run.py -- some-client --mcp-config {config} --print {prompt}

Between client and server stands this program, which counts what is called. The truth is an array of objects:
recording, culprit and chain (patterns that the report has to match, case aside), healthy (nothing is to be blamed).
One line is printed for each recording, then the sums:

    right      culprit and reason are in the report; of a healthy program: it says that nothing stands out
    claims     figures with an id in the report (a list of {"id", "value"}), and how many of these are wrong,
               as `jfrtool verify` computes them
    calls      of tools; bytes of their answers, and about how many tokens these are (four bytes each)
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TASK = """Find out why the Java program of the recording {name} was slow. The server "jfr" has the recording.
Read its resource jfr:method first if you can; begin with the tool overview. Before you report, check your figures
with the tool verify. Report in at most ten sentences what the cause is: the culprit by its name, the site, and why.
If nothing is wrong with the program, say: nothing stands out. End with a list in JSON of the figures that you
report, as {{"id": ..., "value": ...}} with the ids that the tools gave them."""


def relay(log, arguments):
    """Stands between a client and the server, and notes each call and the size of its answer."""
    server = subprocess.Popen([TOOL, "mcp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    asked = {}

    def answers():
        for line in server.stdout:
            message = json.loads(line)
            if message.get("id") in asked:
                with open(log, "a", encoding="utf-8") as file:
                    file.write(json.dumps({**asked.pop(message["id"]), "bytes": len(line)}) + "\n")
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    reader = threading.Thread(target=answers)
    reader.start()
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message.get("method") == "tools/call":
            asked[message.get("id")] = {"tool": message["params"]["name"], "arguments": message["params"].get("arguments")}
        server.stdin.write(line)
        server.stdin.flush()
    server.stdin.close()
    reader.join()
    return server.wait()


def claims_of(report):
    """The last array of JSON in it whose elements have ids; else none."""
    decoder, found = json.JSONDecoder(), []
    for start in (m.start() for m in re.finditer(r"\[", report)):
        try:
            value, _ = decoder.raw_decode(report[start:])
        except ValueError:
            continue
        if isinstance(value, list) and value and all(isinstance(one, dict) and "id" in one for one in value):
            found = value
    return found


def wrong_of(claims, path):
    if not claims:
        return 0
    done = subprocess.run([TOOL, "verify", "--json", "--claims", json.dumps(claims), path], capture_output=True, text=True, check=False)
    return sum(claim["verdict"] != "true" for claim in json.loads(done.stdout)["claims"]) if done.stdout else len(claims)


def is_right(truth, report):
    if truth.get("healthy"):
        return re.search(r"nothing (really )?stands out", report, re.I) is not None
    return all(re.search(pattern, report, re.I) for pattern in truth["culprit"] + truth.get("chain", []))


def investigate(client, truth, path, scratch):
    log, config = os.path.join(scratch, "calls"), os.path.join(scratch, "servers.json")
    with open(config, "w", encoding="utf-8") as file:
        json.dump({"mcpServers": {"jfr": {"command": sys.executable, "args": [os.path.abspath(__file__), "--relay", log, path], "env": {"JFRTOOL": os.path.abspath(TOOL)}}}}, file)
    prompt = TASK.format(name=os.path.basename(path))
    command = [word.replace("{config}", config).replace("{prompt}", prompt) for word in client]
    report = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, stdin=subprocess.DEVNULL).stdout
    calls = [json.loads(line) for line in open(log, encoding="utf-8")] if os.path.exists(log) else []
    claims = claims_of(report)
    return {"recording": truth["recording"], "right": is_right(truth, report), "claims": len(claims), "wrong": wrong_of(claims, path), "calls": len(calls),
            "bytes": sum(call["bytes"] for call in calls), "report": report}


def main():
    if sys.argv[1:2] == ["--relay"]:
        return relay(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truth", default=os.path.join(ROOT, "bench/agents/truth.json"))
    parser.add_argument("--recordings", default=os.path.join(ROOT, "testdata"))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--reports", help="a file to which the reports are written, a line of JSON each")
    parser.add_argument("client", nargs="+", help="what runs a model, with {config} and {prompt}")
    options = parser.parse_args()
    with open(options.truth, encoding="utf-8") as file:
        truths = [truth for truth in json.load(file) if not options.only or truth["recording"] in options.only]
    rows = []
    print(f"{'recording':32} right claims wrong calls  bytes tokens   ({shlex.join(options.client)})")
    for truth in truths:
        with tempfile.TemporaryDirectory() as scratch:
            rows.append(investigate(options.client, truth, os.path.join(options.recordings, truth["recording"]), scratch))
        row = rows[-1]
        print(f"{row['recording']:32} {'yes' if row['right'] else 'no':>5} {row['claims']:6} {row['wrong']:5} {row['calls']:5} {row['bytes']:6} {row['bytes'] // 4:6}", flush=True)
        if options.reports:
            with open(options.reports, "a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    total = {key: sum(row[key] for row in rows) for key in ("right", "claims", "wrong", "calls", "bytes")}
    print(f"{'all ' + str(len(rows)):32} {total['right']:5} {total['claims']:6} {total['wrong']:5} {total['calls']:5} {total['bytes']:6} {total['bytes'] // 4:6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
