"""Does following the first call of each answer lead to what is wrong? A client without judgement: it takes the first
of `next`, three calls at most, and reads no more than 24 kB until culprit and reason were both told. Then every
figure it was given is checked, as a model is told to do.

usage: agents.py

Of recordings here whose cause is known, and of a folder of such recordings with their truth, PLANTED, or beside
CORPUS: truth.json, [{"recording", "culprit": [pattern], "chain": [pattern], "healthy"}].
"""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tests/mcp"))
from checks import check, finish  # noqa: E402
from server import Server, TESTDATA  # noqa: E402

CALLS, BYTES = 3, 24000
HERE = [{"recording": "shop-17.jfr.zst", "culprit": [r"PriceList", "lock"], "chain": [r"PriceList\.parse"]}]


def fits(patterns, said):
    return all(re.search(pattern, said, re.I) for pattern in patterns)


def investigate(server, truth):
    """How many calls and bytes until it is told; what was said."""
    call, said, claims = {"tool": "overview", "arguments": {}}, "", []
    for number in range(1, CALLS + 1):
        result = server.call(call["tool"], **call["arguments"])
        said += json.dumps(result, ensure_ascii=False)
        content = result.get("structuredContent", {"next": [], "claims": []})
        claims += content["claims"]
        if fits(truth["culprit"], said) and fits(truth.get("chain", []), said):
            return number, len(said.encode()), claims
        if not content["next"]:
            break
        call = content["next"][0]
    return None, len(said.encode()), claims


def wrong_claims(server, claims):
    wrong = []
    for first in range(0, len(claims), 12):
        answer = server.call("verify", claims=claims[first:first + 12])["structuredContent"]["answer"]
        wrong += [str(claim) for claim in answer["claims"] if claim["verdict"] != "true"]
    return wrong


def planted():
    folder = os.environ.get("PLANTED") or os.path.join(os.environ.get("CORPUS", ""), "../planted")
    path = os.path.join(folder, "truth.json")
    if not os.path.exists(path):
        return []
    with open(path) as file:
        truths = json.load(file)
    return [(os.path.join(folder, "recordings", truth["recording"]), truth) for truth in truths if not truth.get("healthy")]


def main():
    tasks = [(os.path.join(TESTDATA, truth["recording"]), truth) for truth in HERE]
    more = planted()
    found = 0
    for path, truth in tasks + more:
        server = Server(path)
        calls, size, claims = investigate(server, truth)
        problems = wrong_claims(server, claims)
        server.close()
        check(f"what answers about {truth['recording']} claim is true", problems)
        good = calls is not None and size <= BYTES
        found += good
        if (path, truth) in tasks:
            check(f"{truth['recording']}: {calls} calls and {size} bytes lead to the culprit", [] if good else ["they do not"])
    if more:
        print(f"{found} of {len(tasks) + len(more)} led to the culprit and the reason, in {CALLS} calls and {BYTES} bytes at most")
        check("of nine in ten recordings the first calls lead to the culprit", [] if found >= 0.9 * (len(tasks) + len(more)) else [f"{found}"])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
