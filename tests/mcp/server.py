"""`mcp` as a client sees it: the messages of JSON-RPC and the Model Context Protocol, each tool against the
command that it stands for, and what it must not read.

usage: server.py
"""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish  # noqa: E402

TOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
LONGEST = 20000  # bytes of an answer: its texts, and what is structured of it


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


STRUCTURED = {"question", "answer", "left_out", "claims", "next"}


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
    listed = server.ask("tools/list")["result"]["tools"]
    tools = {t["name"]: t for t in listed}
    reports = {os.path.basename(path)[:-len(".report")] for path in glob.glob(os.path.join(ROOT, "reports/*.report"))}
    wanted = {"recordings", "overview", "hot_methods", "requests", "threads", "events", "sql", "diff", "rules", "verify"} | reports
    check("the tools are those that are fixed, and every report", [] if set(tools) == wanted and len(listed) == len(wanted) else [str(sorted(tools))])
    check("each has a title, and a schema of what it says", [n for n, t in tools.items() if not 0 < len(t["title"]) < 20 or set(t["outputSchema"]["required"]) != STRUCTURED])
    check("each has a recording, and only reads", [n for n, t in tools.items() if ("recording" not in t["inputSchema"]["required"] and n not in ("recordings", "verify"))
                                                   or not t["annotations"]["readOnlyHint"] or t["inputSchema"]["type"] != "object"])
    wrong = []
    for name, tool in tools.items():
        for key, value in tool["inputSchema"]["properties"].items():
            limits = {"minimum", "maximum", "default"} & value.keys()
            if value["type"] != "integer" and limits or value["type"] == "integer" and not (
                    len(limits) == 3 and 1 == value["minimum"] <= value["default"] <= value["maximum"]):
                wrong.append(f"{name}.{key}: {value}")
    check("counts alone have limits, and a default within them", wrong)


def protocol(server):
    check("a method that is not known", is_error(server.ask("completion/complete"), -32601))
    check("a tool that is not known", is_error(server.ask("tools/call", {"name": "rm"}), -32602))
    check("arguments that are no object", is_error(server.ask("tools/call", {"name": "sql", "arguments": [1]}), -32602))
    for what, line, code in (("no JSON", "{nonsense", -32700), ("no request", "[1,2]", -32600), ("another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
                             ("deep nesting", "[" * 100000, -32700), ("a long line", '{"x":"' + "a" * (2 << 20) + '"}', -32600),
                             ("bytes that are no text", b"\xff\x00\xfe\n", -32700)):
        server.send(line)
        check(f"{what}: an error", is_error(server.receive(), code))
    server.send('{"jsonrpc":"2.0","id":"x \\" y","method":"ping"}')
    check("an id is a text, too", [] if server.receive()["id"] == 'x " y' else ["it is another one"])


def plain(text):
    """Without the next steps, which are commands for one and tools for the other."""
    text = re.sub(r"\n? *More: [^\n]*|Recorded: [^.]*[^|]*?both\.\n|(\n*Next: [^\n]*)+", "", text)
    text = re.sub(r"jfrtool overview --all( [^\s(]+)?", "rules", text).replace(" (--verbose shows all)", "")
    return text.replace("--top 0 shows all", "a larger top shows more").replace("(--top 0)", "(rules has all)")


def tools(server):
    """Each gives what its command says, and what to call next."""
    shares, native, hostile = (os.path.join(os.path.realpath(TESTDATA), n + ".jfr") for n in ("shares-17", "native-17", "hostile-17"))
    query = "SELECT cause, count(*) AS n FROM GarbageCollection GROUP BY 1"
    for name, arguments, line in (
            ("overview", {"recording": native}, ["overview", native]),
            ("hot_methods", {"recording": shares, "top": 2, "by": "class"}, ["hot-methods", "--top=2", "--by=class", shares]),
            ("hot_methods", {"recording": hostile}, ["hot-methods", "--top=20", hostile]),
            ("events", {"recording": native, "type": "GarbageCollection", "where": "duration > 1ms"},
             ["events", "--where=duration > 1ms", "--top=30", "--", native, "GarbageCollection"]),
            ("events", {"recording": native, "type": "GC*", "by": "eventType"}, ["events", "--by=eventType", "--top=30", "--", native, "GC*"]),
            ("sql", {"recording": native, "query": query}, ["sql", "--max-rows=100", native, query]),
            ("diff", {"base": shares, "recording": native}, ["diff", "--top=20", shares, native]),
            ("rules", {"recording": native}, ["rules", native]),
            ("locks", {"recording": native}, ["locks", "--all", "--top=10", native]),
            ("report", {"recording": native, "name": "locks"}, ["locks", "--all", "--top=10", native]),
            ("report", {"recording": native, "name": "io", "top": 1, "thread": "main"}, ["io", "--all", "--top=1", "--thread=main", native])):
        result = server.call(name, **arguments)
        theirs, ours = plain(command(*line)), plain(result["content"][0]["text"])
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
        check(f"{what}: an answer that is an error", [] if result["isError"] and text_of(result).strip() and "jfrtool: " not in text_of(result) else [text_of(result)[:200]])
    long = server.call("sql", recording=native, max_rows=1000, query="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, hex(zeroblob(300)) FROM n LIMIT 900")
    check("answers are bounded", [] if len(text_of(long)) <= LONGEST and "was cut" in text_of(long) else [f"{len(text_of(long))} bytes"])


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


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return [int(child) for child in f.read().split()]


def wait_until(condition, seconds=60):
    """Is it so, soon? Nothing here takes long; a machine that is busy may."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def is_gone(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def start(server, id_, query, **more):
    server.send(json.dumps({"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": {
        "name": "sql", "arguments": {"recording": "native-17.jfr", "query": query}, **more}}))


def cancel(server, id_):
    server.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}' % id_)


def side_by_side():
    """What is asked while a call runs is answered while it runs."""
    server = Server(TESTDATA)
    start(server, "slow", ENDLESS)
    check("ping is answered while a call runs", [] if server.ask("ping")["result"] == {} else ["no"])
    check("so is another call", [] if "42" in text_of(server.call("sql", recording="native-17.jfr", query="SELECT 42")) else ["no"])
    wait_until(lambda: len(children(server.process.pid)) == 1)
    cancel(server, '"other"')
    cancel(server, "7")
    check("cancelling another one leaves it", [] if server.ask("ping")["result"] == {} and len(children(server.process.pid)) == 1 else ["it is gone"])
    cancel(server, '"slow"')
    check("a call that is cancelled ends", [] if wait_until(lambda: not children(server.process.pid)) else ["it runs"])
    check("and has no answer", [] if server.ask("ping")["result"] == {} else ["it has"])
    for i in range(6):
        start(server, 100 + i, ENDLESS)
    check("four calls run at a time", [] if wait_until(lambda: len(children(server.process.pid)) == 4) and server.ask("ping")["result"] == {}
          and len(children(server.process.pid)) == 4 else [str(children(server.process.pid))])
    start(server, 106, "SELECT 43")
    for i in (5, 0, 1, 2):
        cancel(server, str(100 + i))
    answer = server.receive()
    check("what waits has its turn", [] if answer["id"] == 106 and "43" in text_of(answer["result"]) else [str(answer)[:200]])
    for i in (3, 4):
        cancel(server, str(100 + i))
    for i in range(70):
        start(server, 200 + i, ENDLESS)
    refused = [server.receive() for _ in range(2)]
    check("more than wait their turn are refused", [] if [r["id"] for r in refused] == [268, 269] and all(r["error"]["code"] == -32000 for r in refused) else [str(refused)[:300]])
    for i in range(70):
        cancel(server, str(200 + i))
    code, error = server.close()
    check("it ends when all are through", [] if (code, error) == (0, "") else [f"exit {code}: {error}"])


def progress():
    server = Server(TESTDATA)
    for token in ('"a \\" b"', "12345678901234567890"):
        server.send('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":%s},"name":"sql","arguments":'
                    '{"recording":"native-17.jfr","query":"%s"}}}' % (token, ENDLESS))
        told = [server.receive() for _ in range(2)]
        params = [t["params"] for t in told]
        problems = [] if all(t["method"] == "notifications/progress" and "id" not in t for t in told) else [str(told)]
        if any(p["progressToken"] != json.loads(token) for p in params) or not 0 < params[0]["progress"] < params[1]["progress"]:
            problems.append(str(params))
        check(f"progress of {token} is told, and grows", problems)
        cancel(server, "1")
    start(server, 2, ENDLESS)
    start(server, 3, "SELECT 1")
    check("who does not ask for it has none", [] if server.receive()["id"] == 3 else ["it has"])
    cancel(server, "2")
    server.close()


def deaths():
    """However the server ends, its calls do."""
    for how in (signal.SIGKILL, signal.SIGTERM, "stdout"):
        server = Server(TESTDATA)
        start(server, 1, ENDLESS)
        start(server, 2, ENDLESS)
        wait_until(lambda: len(children(server.process.pid)) == 2)
        pids = children(server.process.pid)
        if how == "stdout":
            server.process.stdout.close()
        else:
            server.process.send_signal(how)
        server.process.stdin.close()
        server.process.wait(timeout=60)
        server.process.stdout.close()
        server.process.stderr.close()
        check(f"after {how!r} no call goes on", [] if len(pids) == 2 and wait_until(lambda: all(is_gone(p) for p in pids)) else [str(pids)])


def ids():
    server = Server(TESTDATA)
    for id_ in ("12345678901234567890", "-9007199254740993", "1e400", "0.10"):
        server.send('{"params":{"id":[1,"id",{"id":3}]},"x":"\\"id\\":4","jsonrpc":"2.0", "id" : %s ,"method":"ping"}' % id_)
        line = server.process.stdout.readline().decode()
        check(f"id {id_} comes back as it was", [] if f'"id":{id_},' in line else [line])
    for what, line, code in (("an id without a method", '{"jsonrpc":"2.0","id":5}', -32600), ("an id that is nothing", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
                             ("NUL in a name", '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"overview","arguments":{"recording":"native-17.jfr\\u0000x"}}}', -32602)):
        server.send(line)
        check(f"{what} is an error", is_error(server.receive(), code))
    server.send('{"jsonrpc":"2.0","id":7,"result":{}}')
    server.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\\u0000"}}')
    server.send('{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":"\\\\u0000"}}')
    answer = server.receive()
    check("an answer to nothing is no request, and u0000 behind a backslash no NUL", [] if answer.get("id") == 8 and "result" in answer else [str(answer)])
    check("ten requests in one write are ten answers", ten(server))
    server.close()


def ten(server):
    server.process.stdin.write(b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\r\n' % i for i in range(10)))
    server.process.stdin.flush()
    found = [server.receive()["id"] for _ in range(10)]
    return [] if found == list(range(10)) else [str(found)]


def words():
    """Answers speak of tools and their arguments: no option, no command of a shell, is in any of them."""
    server = Server(TESTDATA)
    options = re.compile(r"(?<![\w-])--[a-z]|jfrtool [a-z]")
    asked = [("overview", {}), ("overview", {"from": "1s", "to": "2s"}), ("overview", {"from": "1h"}), ("rules", {}),
             ("hot_methods", {}), ("hot_methods", {"top": 1}), ("hot_methods", {"event": "nonsense"}), ("hot_methods", {"event": "jdk.ExecutionSampl"}),
             ("hot_methods", {"event": "alloc", "top": 1}), ("hot_methods", {"event": "wall"}), ("hot_methods", {"by": "zzz"}), ("hot_methods", {"by": "label:x"}),
             ("hot_methods", {"by": "recording"}), ("hot_methods", {"by": "somefield"}), ("hot_methods", {"thread": "zzz"}), ("hot_methods", {"thread": "("}),
             ("hot_methods", {"include": "hothalf"}), ("hot_methods", {"include": "("}), ("hot_methods", {"from": "5h"}), ("hot_methods", {"from": "x"}),
             ("hot_methods", {"from": "2s", "to": "1s"}), ("hot_methods", {"event": "lock,alloc"}),
             ("events", {"type": "nonsense"}), ("events", {"type": "GCPhasePauze"}), ("events", {"type": "jdk.*", "top": 1}), ("events", {"type": "ActiveSetting", "top": 1}),
             ("events", {"type": "ActiveSetting", "by": "name", "top": 1}), ("events", {"type": "ActiveSetting", "by": "zzz"}), ("events", {"type": "ActiveSetting", "where": "x >"}),
             ("events", {"type": "ActiveSetting", "where": "name ~ '('"}), ("events", {"type": "ActiveSetting", "where": "name == \"zzz\""}),
             ("events", {"type": "ActiveSetting", "show": "sum(name)", "by": "name"}), ("events", {"type": "ActiveSetting", "sort": "zzz"}),
             ("events", {"type": "ActiveSetting", "fields": "name", "by": "name"}),
             ("sql", {"query": "SELEC"}), ("sql", {"query": "SELECT * FROM nothing"}), ("sql", {"query": "SELECT type FROM events", "max_rows": 1}), ("sql", {"query": "-- nothing"}),
             ("sql", {"query": "SELECT length(hex(zeroblob(33000000))), length(hex(zeroblob(33000000)))"}),
             ("locks", {"top": 1}), ("exceptions", {}), ("compiler", {}), ("account", {}), ("requests", {}), ("threads", {}), ("memory", {}), ("gc", {}), ("report", {"name": "zzz"}),
             ("diff", {"base": "shares-17.jfr", "top": 1}), ("diff", {"base": "native-17.jfr", "event": "nonsense"}), ("diff", {"base": "full-gc-11.jfr.zst"})]
    for recording in ("native-17.jfr", "shares-17.jfr", "full-gc-11.jfr.zst", "lambdas-17.jfr"):
        found = []
        for name, arguments in asked:
            for part in server.call(name, recording=recording, **arguments)["content"]:
                found += [f"{name} {arguments}: {line}" for line in part["text"].splitlines() if options.search(line)]
        check(f"no answer about {recording} speaks of options or commands", found)
    server.close()


def wrong_questions():
    """What there cannot be is a wrong question, what there happens to be none of is an answer."""
    server = Server(TESTDATA)
    for name, arguments, wrong in (("hot_methods", {"event": "nonsense"}, True), ("hot_methods", {"event": "jdk.Nonsense"}, True), ("hot_methods", {"by": "zzz"}, True),
                                   ("diff", {"base": "shares-17.jfr", "event": "nonsense"}, True), ("report", {"name": "zzz"}, True), ("report", {}, True), ("events", {"type": "nonsense"}, True),
                                   ("events", {"type": "CPULoad", "where": "zzz > 1"}, True), ("events", {"type": "CPULoad", "by": "zzz"}, True),
                                   ("events", {"type": "CPULoad", "fields": "zzz"}, True), ("sql", {"query": "SELECT zzz FROM CPULoad"}, True),
                                   ("hot_methods", {"event": "wall"}, False), ("hot_methods", {"event": "jdk.ObjectAllocationInNewTLAB"}, False),
                                   ("hot_methods", {"thread": "zzz"}, False), ("hot_methods", {"from": "5h"}, False),
                                   ("events", {"type": "CPULoad", "where": "machineTotal > 2"}, False), ("sql", {"query": "SELECT * FROM CPULoad WHERE 0"}, False)):
        result = server.call(name, recording="native-17.jfr", **arguments)
        check(f"{name} {arguments} is {'a wrong question' if wrong else 'an answer'}", [] if result["isError"] == wrong else [text_of(result)[:300]])
    server.close()


def fits(value, schema, at="$"):
    """What of a value is not as its schema says: the words of schemas that are used here."""
    if "anyOf" in schema:
        return [] if any(not fits(value, one) for one in schema["anyOf"]) else [f"{at}: fits none: {fits(value, schema['anyOf'][0], at)[:2]}"]
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(isinstance(value, kinds[t]) and (t == "boolean" or not isinstance(value, bool)) for t in types):
        return [f"{at}: {value!r} is no {types}"]
    found = [] if value in schema.get("enum", [value]) else [f"{at}: {value!r}"]
    if isinstance(value, dict):
        found += [f"{at}.{key} is missing" for key in schema.get("required", []) if key not in value]
        for key, one in schema.get("properties", {}).items():
            found += fits(value[key], one, f"{at}.{key}") if key in value else []
    if isinstance(value, list):
        for i, one in enumerate(value):
            found += fits(one, schema.get("items", {}), f"{at}[{i}]")
    return found


def structured():
    """What is structured fits its schema, has room, and every claim in it is true."""
    server = Server(TESTDATA)
    schemas = {t["name"]: t["outputSchema"] for t in server.ask("tools/list")["result"]["tools"]}
    inputs = {t["name"]: t["inputSchema"] for t in server.ask("tools/list")["result"]["tools"]}
    for recording in ("shop-17.jfr.zst", "native-17.jfr", "full-gc-11.jfr.zst"):
        for name in schemas:
            if name == "verify":
                continue
            arguments = {} if name == "recordings" else {"recording": recording}
            arguments.update({"sql": {"query": "SELECT type, count FROM events"}, "events": {"type": "CPULoad"}, "diff": {"base": "shares-17.jfr"}}.get(name, {}))
            result = server.call(name, **arguments)
            if result["isError"]:
                check(f"{name} of {recording}: an error has nothing structured", [] if "structuredContent" not in result else ["it has"])
                continue
            content = result["structuredContent"]
            check(f"{name} of {recording} fits its schema", fits(content, schemas[name]))
            size = len(text_of(result)) + len(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())
            check(f"{name} of {recording} has room", [] if size <= LONGEST else [f"{size} bytes"])
            wrong = [call for call in content["next"] if call["tool"] not in inputs or set(call["arguments"]) - set(inputs[call["tool"]]["properties"])
                     or set(inputs[call["tool"]]["required"]) - set(call["arguments"])]
            check(f"{name} of {recording}: what follows can be called", [str(call) for call in wrong])
            if content["claims"]:
                verified = server.call("verify", claims=content["claims"])["structuredContent"]["answer"]
                check(f"{name} of {recording}: its claims are true", [str(claim) for claim in verified["claims"] if claim["verdict"] != "true"])
    server.close()


def claims():
    """A claim is held against the recording, not against what was answered."""
    server = Server(os.path.join(TESTDATA, "shop-17.jfr.zst"))
    first = "jfr:overview?recording=shop-17.jfr.zst#findings[0]."
    for what, claim, verdict in (("a culprit", {"id": first + "culprit.name", "value": "workload.Shop$PriceList"}, "true"),
                                 ("another one", {"id": first + "culprit.name", "value": "workload.Shop"}, "false"),
                                 ("a number that is rounded", {"id": first + "cost_percent", "value": 77.3}, "true"),
                                 ("one that is not", {"id": first + "cost_percent", "value": 77.4}, "false"),
                                 ("a duration in s", {"id": first + "evidence.total_ns", "value": "20.7 s"}, "true"),
                                 ("bytes of ns", {"id": first + "evidence.total_ns", "value": "20.7 MiB"}, "undecidable"),
                                 ("a bound that holds", {"id": first + "cost_percent", "at_least": 70}, "true"),
                                 ("one that does not", {"id": first + "cost_percent", "at_most": 70}, "false"),
                                 ("no such place", {"id": first + "nothing", "value": 1}, "undecidable"),
                                 ("no such recording", {"id": "jfr:overview?recording=other.jfr#findings[0].figure", "value": 1}, "undecidable"),
                                 ("a file that is not served", {"id": "jfr:overview?recording=%2Fetc%2Fpasswd#findings[0].figure", "value": 1}, "undecidable"),
                                 ("no such tool", {"id": "jfr:rm?recording=shop-17.jfr.zst#x", "value": 1}, "undecidable"),
                                 ("no id", {"id": "x", "value": 1}, "undecidable"),
                                 ("nothing claimed", {"id": first + "figure"}, "undecidable")):
        content = server.call("verify", claims=[claim])["structuredContent"]
        answer = content["answer"]["claims"][0]
        check(f"{what} is {verdict}", [] if answer["verdict"] == verdict and (verdict != "undecidable" or answer["why"]) else [str(answer)])
    check("what is said of claims is none itself", content["claims"])
    check("claims that are no list are refused", [] if server.call("verify", claims="x")["isError"] else ["no"])
    server.close()


def prompts_and_resources():
    server = Server(os.path.join(TESTDATA, "shop-17.jfr.zst"))
    prompts = server.ask("prompts/list")["result"]["prompts"]
    for prompt in prompts:
        arguments = {a["name"]: "shop-17.jfr.zst" for a in prompt["arguments"]}
        message = server.ask("prompts/get", {"name": prompt["name"], "arguments": arguments})["result"]["messages"][0]
        check(f"the prompt {prompt['name']} names the recording, and verify", [] if message["role"] == "user" and "shop-17" in message["content"]["text"] and "verify" in message["content"]["text"] else [str(message)])
    check("there are three", [] if len(prompts) == 3 else [str(prompts)])
    check("a prompt that is not there", is_error(server.ask("prompts/get", {"name": "x"}), -32602))
    check("one about a file that is not served", is_error(server.ask("prompts/get", {"name": prompts[0]["name"], "arguments": {"recording": "/etc/passwd"}}), -32602))
    resources = server.ask("resources/list")["result"]["resources"]
    for resource in resources:
        contents = server.ask("resources/read", {"uri": resource["uri"]})["result"]["contents"][0]
        check(f"{resource['uri']} can be read", [] if contents["uri"] == resource["uri"] and contents["mimeType"] == resource["mimeType"] and len(contents["text"]) > 100 else [str(contents)[:200]])
    with open(os.path.join(ROOT, "docs/agents.md")) as file:
        method = server.ask("resources/read", {"uri": "jfr:method"})["result"]["contents"][0]["text"]
        check("the method is the document", [] if method == file.read() else ["it is another"])
    for uri in ("file:///etc/passwd", "jfr:overview?recording=%2Fetc%2Fpasswd", "jfr:overview?recording=../shares-17.jfr", "jfr:x", "jfr:recordings", ""):
        check(f"{uri or 'nothing'} is no resource", is_error(server.ask("resources/read", {"uri": uri}), -32002))
    server.close()


def main():
    server = Server(TESTDATA)
    handshake(server)
    protocol(server)
    tools(server)
    code, error = server.close()
    check("nothing was said on stderr", [] if (code, error) == (0, "") else [f"exit {code}: {error}"])
    borders()
    side_by_side()
    progress()
    deaths()
    ids()
    words()
    wrong_questions()
    structured()
    claims()
    prompts_and_resources()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
