#!/usr/bin/env python3
"""A client without a model: it follows the first call of each answer's `next`, three calls in all, and reports all it
was told and the first figures. What a model has to be better than; also shows that run.py works.

    run.py -- python3 first.py {config}
"""
import json
import os
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    server = json.load(file)["mcpServers"]["jfr"]
process = subprocess.Popen([server["command"], *server["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | server.get("env", {}))


def ask(number, method, params):
    process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())["result"]


ask(0, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "first", "version": "1"}})
call, claims = {"tool": "overview", "arguments": {}}, []
for number in range(1, 4):
    result = ask(number, "tools/call", {"name": call["tool"], "arguments": call["arguments"]})
    print("\n".join(part["text"] for part in result["content"]))
    content = result.get("structuredContent") or {"claims": [], "next": []}
    claims += content["claims"][:2]
    if not content["next"]:
        break
    call = content["next"][0]
print(json.dumps(claims))
process.stdin.close()
process.wait()
