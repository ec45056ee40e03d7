"""`mcp` as a client sees it: the messages of JSON-RPC and the Model Context Protocol, each tool against the
command that it stands for, and what it must not read.

usage: server.py
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish  # noqa: E402

TOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
LONGEST = 45000  # bytes of an answer


class Server:
    def __init__(self, *paths, cwd=None):
        self.process = subprocess.Popen([TOOL, "mcp", *paths], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=cwd)
        self.id = 0

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline().decode("utf-8"))

    def ask(self, method, params=None):
        self.id += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, **({"params": params} if params is not None else {})}))
        answer = self.receive()
        assert answer["jsonrpc"] == "2.0" and answer["id"] == self.id, answer
        return answer

    def call(self, tool, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=300)
        error = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return code, error


def text_of(result):
    return "".join(part["text"] for part in result["content"])


def command(*arguments):
    done = subprocess.run([TOOL, *arguments], capture_output=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, "COLUMNS": "140", "NO_COLOR": "1"})
    return done.stdout.decode()


def is_error(answer, code):
    return [] if answer.get("error", {}).get("code") == code else [str(answer)[:200]]


def handshake(server):
    result = server.ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {},
                                       "clientInfo": {"name": "test", "version": "1"}})["result"]
    check("a version that is known is taken", [] if result["protocolVersion"] == "2025-03-26" else [str(result)])
    other = server.ask("initialize", {"protocolVersion": "1999-01-01"})["result"]
    check("for one that is not, the latest", [] if other["protocolVersion"] > "2025" else [str(other)])
    server.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    check("ping", [] if server.ask("ping")["result"] == {} else ["no empty object"])
    tools = {t["name"]: t for t in server.ask("tools/list")["result"]["tools"]}
    wanted = {"overview", "hot_methods", "events", "sql", "diff", "rules"}
    check("the tools", [] if set(tools) == wanted else [str(sorted(tools))])
    check("each has a recording, and only reads", [n for n, t in tools.items() if "recording" not in t["inputSchema"]["required"]
                                                   or not t["annotations"]["readOnlyHint"] or t["inputSchema"]["type"] != "object"])
    wrong = []
    for name, tool in tools.items():
        for key, value in tool["inputSchema"]["properties"].items():
            limits = {"minimum", "maximum", "default"} & value.keys()
            if value["type"] == "string" and limits or value["type"] == "integer" and not (
                    len(limits) == 3 and 1 == value["minimum"] <= value["default"] <= value["maximum"]):
                wrong.append(f"{name}.{key}: {value}")
    check("counts alone have limits, and a default within them", wrong)


def protocol(server):
    check("a method that is not known", is_error(server.ask("resources/list"), -32601))
    check("a tool that is not known", is_error(server.ask("tools/call", {"name": "rm"}), -32602))
    check("arguments that are no object", is_error(server.ask("tools/call", {"name": "sql", "arguments": [1]}), -32602))
    for what, line, code in (("no JSON", "{nonsense", -32700), ("no request", "[1,2]", -32600), ("another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
                             ("deep nesting", "[" * 100000, -32700), ("a long line", '{"x":"' + "a" * (2 << 20) + '"}', -32600),
                             ("bytes that are no text", b"\xff\x00\xfe\n", -32700)):
        server.send(line)
        check(f"{what}: an error", is_error(server.receive(), code))
    server.send('{"jsonrpc":"2.0","id":"x \\" y","method":"ping"}')
    check("an id is a text, too", [] if server.receive()["id"] == 'x " y' else ["it is another one"])


def tools(server):
    """Each gives what its command says, and what to call next."""
    shares, native, hostile = (os.path.join(os.path.realpath(TESTDATA), n + ".jfr") for n in ("shares-17", "native-17", "hostile-17"))
    query = "SELECT cause, count(*) AS n FROM GarbageCollection GROUP BY 1"
    for name, arguments, line in (
            ("overview", {"recording": native}, ["overview", native]),
            ("hot_methods", {"recording": shares, "top": 2, "by": "class"}, ["hot-methods", "--top=2", "--by=class", shares]),
            ("hot_methods", {"recording": hostile}, ["hot-methods", "--top=30", hostile]),
            ("events", {"recording": native, "type": "GarbageCollection", "where": "duration > 1ms"},
             ["events", "--where=duration > 1ms", "--top=40", "--", native, "GarbageCollection"]),
            ("events", {"recording": native, "type": "GC*", "by": "eventType"}, ["events", "--by=eventType", "--top=40", "--", native, "GC*"]),
            ("sql", {"recording": native, "query": query}, ["sql", "--max-rows=100", native, query]),
            ("diff", {"base": shares, "recording": native}, ["diff", "--top=30", shares, native]),
            ("rules", {"recording": native}, ["rules", native])):
        result = server.call(name, **arguments)
        theirs, ours = command(*line), result["content"][0]["text"]
        problems = [] if ours == theirs else [f"ours {ours[:300]!r}, the command {theirs[:300]!r}"]
        if result["isError"] or not result["content"][-1]["text"].startswith("Next: "):
            problems.append("it is an error, or does not say what is next")
        check(f"{name} {sorted(arguments)[:3]}: as the command", problems)
    comment = server.call("sql", recording=native, query="-- how many\n/* of them */ SELECT 41 + 1")
    check("SQL may begin with a comment", [] if not comment["isError"] and "42" in text_of(comment) else [text_of(comment)])
    nothing = server.call("hot_methods", recording=native, thread="no such thread")
    check("nothing to report is no error", [] if not nothing["isError"] and "no thread matches" in text_of(nothing) else [text_of(nothing)])
    for what, name, arguments in (
            ("SQL that is wrong", "sql", {"recording": native, "query": "SELECT nothing FROM nowhere"}),
            ("SQL that writes", "sql", {"recording": native, "query": "CREATE TABLE a(b)"}),
            ("SQL that opens files", "sql", {"recording": native, "query": "ATTACH 'x.db' AS x"}),
            ("commands of the shell", "sql", {"recording": native, "query": "SELECT 1;\n.help"}),
            ("a condition that is wrong", "events", {"recording": native, "type": "CPULoad", "where": "duration >"}),
            ("an argument that is missing", "sql", {"recording": native}),
            ("one that is not known", "rules", {"recording": native, "output": "/tmp/x"}),
            ("a number out of bounds", "hot_methods", {"recording": native, "top": 100000}),
            ("a number that is a text", "hot_methods", {"recording": native, "top": "many"}),
            ("a text that is a number", "hot_methods", {"recording": native, "thread": 7})):
        result = server.call(name, **arguments)
        check(f"{what}: an answer that is an error", [] if result["isError"] and text_of(result).strip() else [text_of(result)[:200]])
    long = server.call("sql", recording=native, max_rows=1000, query="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, hex(zeroblob(300)) FROM n LIMIT 900")
    check("answers are bounded", [] if len(text_of(long)) < LONGEST and "was cut" in text_of(long) else [f"{len(text_of(long))} bytes"])


def borders():
    """Only what was named is read, whatever the client asks for."""
    with tempfile.TemporaryDirectory() as scratch:
        served, secret = os.path.join(scratch, "served"), os.path.join(scratch, "secret.jfr")
        os.mkdir(served)
        shutil.copy(os.path.join(TESTDATA, "shares-17.jfr"), os.path.join(served, "a.jfr"))
        shutil.copy(os.path.join(TESTDATA, "shares-17.jfr"), secret)
        shutil.copy(secret, os.path.join(scratch, "CPULoad"))
        shutil.copytree(served, served + "-too")
        os.symlink(secret, os.path.join(served, "link.jfr"))
        server = Server("served", cwd=scratch)
        for name in ("a.jfr", "served/a.jfr", os.path.join(served, "a.jfr"), "served"):
            result = server.call("hot_methods", recording=name)
            check(f"{os.path.basename(name)} of the folder is read", [] if not result["isError"] else [text_of(result)])
        for name in ("secret.jfr", secret, "served/../secret.jfr", "../secret.jfr", "link.jfr", "served/link.jfr", "served-too/a.jfr", "-", "/", "", "/etc/passwd"):
            result = server.call("hot_methods", recording=name)
            check(f"{os.path.basename(name) or name!r} is refused", [] if result["isError"] and "is not served" in text_of(result) else [text_of(result)[:200]])
        for name, arguments in (("events", {"type": "secret.jfr"}), ("events", {"type": secret}), ("sql", {"query": "secret.jfr"}),
                                ("sql", {"query": secret}), ("sql", {"query": "@secret.jfr"}), ("sql", {"query": "--help"}), ("events", {"type": "--output=x"})):
            result = server.call(name, recording="a.jfr", **arguments)
            said = ("syntax error", "no event type of", "no statement")
            check(f"{name} {arguments}: a text names no file", [] if result["isError"] and any(s in text_of(result) for s in said) else [text_of(result)[:200]])
        result = server.call("hot_methods", recording="a.jfr", thread="x --output=made", event="--output=made")
        before = sorted(os.listdir(scratch))
        check("values of options are no options", [] if "made" not in before and before == sorted(os.listdir(scratch)) else [str(before)])
        code, error = server.close()
        check("it ends with its input", [] if (code, error) == (0, "") else [f"exit {code}: {error}"])


def main():
    server = Server(TESTDATA)
    handshake(server)
    protocol(server)
    tools(server)
    code, error = server.close()
    check("nothing was said on stderr", [] if (code, error) == (0, "") else [f"exit {code}: {error}"])
    borders()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
