"""Secrets that a JVM is given, looked for in what every command writes of its recording, in each format, and in what is
packed there.

  * the JVM has them in arguments, properties, its environment, messages of exceptions, paths, a child's command line
  * whatever command there is has none of them, but those that show events as they were recorded, which are named here
  * those have them: a test that looks for nothing finds nothing
  * a scrubbed recording has none in its bytes, and a JDK reads it

usage: secrets.py
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from jdk import JFRTOOL, TESTDATA, jdks  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402
from commands import all_commands  # noqa: E402
from unpacked import words_in  # noqa: E402

ENV = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "250"}
# Events as they were recorded.
RAW = {"print", "events", "sql", "export", "metadata"}
# They write recordings, ask running JVMs, or talk.
OTHERS = {"scrub", "cut", "assemble", "disassemble", "repair", "record", "top", "jvms", "mcp", "verify", "whatif", "tui", "help", "version",
          "generate", "file"}
MORE = {"callers": ["Thread.run"], "callees": ["Thread.run"], "method": ["Thread.run"], "requests": ["--within", "jdk.FileWrite"],
        "diff": ["{recording}"], "gate": ["{recording}"], "jvm": ["--all"], "facts": ["--arguments"]}
VIEWS_RAW = re.compile(r"^[A-Z]")
FORMATS = ["text", "json", "csv", "md", "html", "svg", "ndjson", "junit", "sarif", "gitlab", "github"]

SOURCE = """
import java.io.*;
import java.nio.file.*;
public class Given {
  @jdk.jfr.Name("app.Login") static class Login extends jdk.jfr.Event { String password; String apiToken; String note; }
  static String planted(int number) { return System.getenv("APP_SECRET_" + number); }
  public static void main(String[] args) throws Exception {
    Process child = new ProcessBuilder("sleep", "30", "--password=" + planted(2)).start();
    Process asked = new ProcessBuilder("sh", "-c", "sleep 30; : --token " + planted(3)).start();
    for (int i = 0; i < 20; i++) {
      try { throw new IllegalStateException("login failed: token=" + planted(4)); } catch (IllegalStateException e) { }
      Path path = Path.of(System.getProperty("java.io.tmpdir"), "f?api_key=" + planted(5));
      Files.write(path, new byte[4096]);
      Files.delete(path);
      Login login = new Login();
      login.password = planted(6);
      login.apiToken = planted(7);
      login.note = "{\\"a\\":\\"{\\\\\\"client_secret\\\\\\":\\\\\\"" + planted(8) + "\\\\\\"}\\"}";
      login.commit();
    }
    Thread thread = new Thread(() -> {
      long end = System.nanoTime() + 1_500_000_000L;
      while (System.nanoTime() < end) Math.sqrt(end);
    }, "worker token=" + planted(9));
    thread.start();
    thread.join();
    child.destroy();
    asked.destroy();
  }
}
"""
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?><configuration version="2.0">
%s</configuration>"""
EVENTS = {"jdk.ProcessStart": {}, "jdk.SystemProcess": {"period": "500 ms"}, "jdk.JavaExceptionThrow": {},
          "jdk.FileWrite": {"threshold": "0 ns"}, "jdk.ExecutionSample": {"period": "10 ms"},
          "jdk.InitialSystemProperty": {"period": "endChunk"}, "jdk.StringFlag": {"period": "endChunk"},
          "jdk.InitialEnvironmentVariable": {"period": "endChunk"}, "jdk.JVMInformation": {"period": "endChunk"},
          "jdk.ThreadStart": {}, "jdk.ThreadEnd": {}, "jdk.CPULoad": {"period": "500 ms"}}


def secret(number):
    return f"S3cr{number:02d}Planted"


def make_recording(home, scratch):
    """The recording and all that was planted."""
    source = os.path.join(scratch, "Given.java")
    with open(source, "w") as file:
        file.write(SOURCE)
    settings = os.path.join(scratch, "all.jfc")
    with open(settings, "w") as file:
        file.write(SETTINGS % "".join(
            f'<event name="{name}"><setting name="enabled">true</setting>' +
            "".join(f'<setting name="{k}">{v}</setting>' for k, v in {**more}.items()) + "</event>"
            for name, more in EVENTS.items()))
    recording = os.path.join(scratch, "given.jfr")
    words = [secret(i) for i in range(24)]
    environment = {**os.environ, "DB_PASSWORD": words[10], "GH_PAT": words[11],
                   "SPRING_APPLICATION_JSON": '{"spring":{"datasource":{"password":"%s"}}}' % words[12],
                   "SERVICE_URL": f"https://joe:{words[13]}@host/x?sig={words[14]}",
                   "MY_OPTS": f"-H 'Authorization: Bearer {words[15]}' --user joe:{words[16]}",
                   "CI_JOB": f"ghp_{words[17]}0123456789abcdef", "TMPDIR": scratch,
                   **{f"APP_SECRET_{i}": words[i] for i in range(2, 10)}}
    done = subprocess.run(
        [os.path.join(home, "bin/java"), f"-XX:StartFlightRecording:filename={recording},settings={settings}",
         f"-Djavax.net.ssl.keyStorePassword={words[18]}", f"-Dapp.url=jdbc:postgresql://u:{words[19]}@db/x",
         f"-Dsome.auth.value={words[20]}", f"-Doracle=jdbc:oracle:thin:scott/{words[21]}@//db/x",
         f"-Djava.io.tmpdir={scratch}", '-Djson={"secretKey":"%s"}' % words[22], source,
         "--db-password", words[0], f"--token={words[1]}", f"Cookie: a={words[23]}"],
        env=environment, capture_output=True, text=True)
    if not os.path.exists(recording):
        raise RuntimeError(done.stderr[-600:])
    return recording, words


def leaks(command, words, scratch):
    """Runs it; the words in what it says, on either stream and in its file."""
    done = subprocess.run([os.path.abspath(JFRTOOL), *command], capture_output=True, env=ENV, timeout=300, cwd=scratch)
    return words_in(done.stdout, words) + words_in(done.stderr, words), done.returncode


def check_command(name, recording, words, scratch):
    problems, wrote = [], 0
    more = [part.format(recording=recording) for part in MORE.get(name, [])]
    for form in [None, *FORMATS]:
        options = ["--format", form] if form else []
        found, code = leaks([name, *more, recording, *options], words, scratch)
        wrote += code in (0, 1, 4, 5)
        problems += [f"{name} {' '.join(options)} shows {word}" for word in found]
    for ending in (".html", ".svg", ".json", ".pb.gz", ".md"):
        path = os.path.join(scratch, "out" + ending)
        if os.path.exists(path):
            os.unlink(path)
        leaks([name, *more, recording, "-o", path], words, scratch)
        if os.path.isfile(path):
            wrote += 1
            with open(path, "rb") as file:
                problems += [f"{name} -o {ending} has {word}" for word in words_in(file.read(), words)]
    if not wrote:
        problems.append("it wrote nothing in any format")
    return problems


def files_of(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                yield name, file.read()


def check_profiles(recording, words, scratch):
    problems = []
    for ending in (".pb.gz", ".otlp"):
        path = os.path.join(scratch, "exported" + ending)
        leaks(["export", recording, "-o", path], words, scratch)
        with open(path, "rb") as file:
            problems += [f"export -o {ending} has {word}" for word in words_in(file.read(), words)]
    return problems


def check_report(recording, words, scratch):
    folder = os.path.join(scratch, "report")
    found, _ = leaks(["report", recording, "-o", folder], words, scratch)
    return found + [f"{name} has {word}" for name, data in files_of(folder) for word in words_in(data, words)]


def check_views(recording, words, scratch):
    text = subprocess.run([JFRTOOL, "views", recording, "--json"], capture_output=True, text=True, env=ENV).stdout
    names = re.findall(r'"(?:name|view)":\s*"([a-z0-9-]+)"', text)
    problems = [] if len(names) > 10 else [f"only {len(names)} views: {text[:200]}"]
    for name in names:
        for form in ("text", "json", "csv"):
            found, _ = leaks(["view", name, recording, "--format", form], words, scratch)
            problems += [f"view {name} --format {form} shows {word}" for word in found]
    return problems


def check_mcp(recording, words):
    calls = [("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})]
    calls += [("tools/call", {"name": tool, "arguments": {"recording": recording}})
              for tool in ("overview", "rules", "account", "exceptions", "io", "files", "network", "memory", "threads", "requests", "hot_methods", "recordings")]
    text = "".join(json.dumps({"jsonrpc": "2.0", "id": i, "method": m, "params": p}) + "\n"
                   for i, (m, p) in enumerate(calls))
    done = subprocess.run([JFRTOOL, "mcp", recording], input=text.encode(), capture_output=True, env=ENV, timeout=300)
    problems = [f"mcp says {word}" for word in words_in(done.stdout, words)]
    return problems + ([] if done.stdout.count(b"\n") >= 3 else ["it hardly answered"])


def check_scrubbed(home, recording, words, scratch):
    clean, again = (os.path.join(scratch, name) for name in ("clean.jfr", "again.jfr"))
    subprocess.run([JFRTOOL, "scrub", "-q", "--secrets", recording, "-o", clean], env=ENV, check=False)
    with open(clean, "rb") as file:
        data = file.read()
    problems = [f"its bytes have {word}" for word in words_in(data, words)]
    subprocess.run([JFRTOOL, "scrub", "-q", "--secrets", clean, "-o", again], env=ENV, check=False)
    with open(again, "rb") as file:
        if file.read() != data:
            problems.append("scrubbed again it is another")
    jfr = os.path.join(home, "bin/jfr")
    printed = [subprocess.run([jfr, "print", path], capture_output=True, env=ENV).stdout for path in (recording, clean)]
    if printed[0].count(b"startTime =") != printed[1].count(b"startTime ="):
        problems.append("jfr print has other events")
    return problems


def main():
    homes = [home for home in jdks() if "17" in home or "25" in home] or jdks()
    if not homes:
        skip("no JDK")
    for home in homes:
        with tempfile.TemporaryDirectory() as scratch:
            recording, words = make_recording(home, scratch)
            raw = subprocess.run([os.path.join(home, "bin/jfr"), "print", recording], capture_output=True, env=ENV).stdout
            there = [word for word in words if word.encode() in raw]
            check(f"{home}: the recording has what was planted", [w for w in words if w not in there])
            for name in all_commands(JFRTOOL, ENV):
                if name in OTHERS or name in ("report", "view", "views"):
                    continue
                if name in RAW - {"metadata", "export"}:
                    continue
                if name not in RAW:
                    check(f"{home}: {name}", check_command(name, recording, there, scratch))
            check(f"{home}: export as a profile", check_profiles(recording, there, scratch))
            check(f"{home}: report", check_report(recording, there, scratch))
            check(f"{home}: view", check_views(recording, there, scratch))
            check(f"{home}: mcp", check_mcp(recording, there))
            check(f"{home}: scrub", check_scrubbed(home, recording, there, scratch))
            shown, _ = leaks(["print", recording], there, scratch)
            check(f"{home}: print shows events as they are", [] if len(set(shown)) > 15 else [f"only {shown}"])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
