"""fleet/ on a small lake: every recording has exactly one row, and the profile is that of one plain merge.

    tests/fleet/check.py            with what is installed: xargs, the pods' shell line, tar streams of files
    tests/fleet/check.py spark      with Spark, Dask, pyarrow and DuckDB of tests/fleet/fetch.sh (make check-fleet)

In the lake are recordings that are cut, empty and none, and one that kills the program.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "testdata")
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
HERE = os.path.join(ROOT, "tests/fleet")
GOOD = ("shares-17.jfr shares-25.jfr lambdas-17.jfr lambdas-25.jfr.gz chunks-17.jfr deep-17.jfr hostile-17.jfr "
        "full-gc-11.jfr.zst cputime-25.jfr.zst").split()
counts = collections.Counter()


def check(name, fine, details=""):
    counts["passed" if fine else "failed"] += 1
    if not fine:
        print(f"FAIL {name} {details}")


def make_lake(lake, executor=False):
    """Recordings of three services, on two days; paths by what becomes of them."""
    expected = {}

    def put(host, number, name, source, status):
        folder = f"{lake}/service=s{number % 3}/day=2026-11-0{number % 2 + 1}/host={host}"
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/{name}", "wb") as file:
            file.write(source)
        expected[f"{folder}/{name}"] = status
    data = {name: open(os.path.join(DATA, name), "rb").read() for name in GOOD}
    for number, name in enumerate(GOOD):
        put(f"h{number}", number, name, data[name], "ok")
    put("bad", 0, "cut.jfr", data["shares-17.jfr"][:100000], "partial")
    put("bad", 0, "empty.jfr", b"", "failed")
    put("bad", 1, "text.jfr", b"no recording\n" * 100, "failed")
    put("bad", 1, "a name\nof two lines\".jfr", data["deep-17.jfr"], "ok")
    put("bad", 0, "killer.jfr", data["lambdas-17.jfr"], "crashed")
    if executor:
        put("bad", 2, "executor.jfr", data["shares-25.jfr"], "ok")
    return expected


def merge(paths, out):
    subprocess.run([TOOL, "merge", "-q", "--keep-duplicates", "-e", "cpu", "--files-from", "-", "-0", "-o", out],
                   input=b"".join(path.encode() + b"\0" for path in sorted(paths)), stderr=subprocess.DEVNULL)
    return open(out, "rb").read()


def check_result(name, expected, rows, profile, folder):
    found = collections.Counter(row["path"] for row in rows)
    check(f"{name}: one row for each recording",
          found == collections.Counter(expected.keys()), f"{set(expected) ^ set(found)}")
    wrong = {row["path"]: row["status"] for row in rows if expected.get(row["path"]) != row["status"]}
    check(f"{name}: what became of each", not wrong, wrong)
    plain = merge([path for path, status in expected.items() if status != "crashed"],
                  os.path.join(folder, "plain.pb.gz"))
    check(f"{name}: the profile is that of one plain merge", profile == plain, f"{len(profile)} {len(plain)} bytes")


def environment(folder, **more):
    return dict(os.environ, JFRTOOL=os.path.join(HERE, "killer.sh"), REAL=TOOL,
                ONCE=os.path.join(folder, "once"), **more)


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def check_xargs(folder):
    expected, out = make_lake(f"{folder}/lake"), f"{folder}/xargs"
    subprocess.run([os.path.join(ROOT, "fleet/xargs.sh"), f"{folder}/lake", out, "-e", "cpu"], check=True,
                   env=environment(folder, BATCH="4", JOBS="2"), stderr=subprocess.DEVNULL)
    with open(f"{out}/all.pb.gz", "rb") as file:
        check_result("xargs", expected, lines_of(f"{out}/facts.ndjson"), file.read(), folder)


def check_pods(folder):
    """The shell line of k8s-job.yaml, for three pods."""
    expected = make_lake(f"{folder}/lake")
    del expected[next(path for path in expected if path.endswith("killer.jfr"))]
    os.unlink(next(path for path in (f"{folder}/lake/service=s0/day=2026-11-01/host=bad/killer.jfr",)))
    # find writes a name of two lines as two.
    odd = next(path for path in expected if "\n" in path)
    os.unlink(odd)
    del expected[odd]
    with open(os.path.join(ROOT, "fleet/k8s-job.yaml"), encoding="utf-8") as file:
        script = re.search(r"args:\n *- \|\n(.*?)\n {10}resources:", file.read(), re.S).group(1)
    script = script.replace("/lake", f"{folder}/lake").replace("/out", f"{folder}/pods").replace("jfrtool", TOOL, 1)
    for pod in range(3):
        subprocess.run(["sh", "-c", script], check=True, cwd=folder, stderr=subprocess.DEVNULL,
                       env=dict(os.environ, PODS="3", JOB_COMPLETION_INDEX=str(pod)))
    rows = [row for pod in range(3) for row in lines_of(f"{folder}/pods/facts/{pod}.ndjson")]
    for row in rows:
        row["path"] = f"{folder}/lake" + row["path"][1:]
    # Recordings that are there twice count once in a pod: here none is.
    profile = merge([f"{folder}/pods/profiles/{pod}.pb.gz" for pod in range(3)], f"{folder}/pods.pb.gz")
    check_result("pods", expected, rows, profile, folder)


def check_jobs(folder, uri):
    """fleet/jobs.py alone: a part, by the files' names or as a stream."""
    expected = make_lake(f"{folder}/lake")
    killer = next(path for path in expected if path.endswith("killer.jfr"))
    del expected[killer]
    os.unlink(killer)
    sys.path.insert(0, os.path.join(ROOT, "fleet"))
    os.environ["JFRTOOL"] = TOOL
    import jobs
    files = jobs.listing(uri.format(folder))
    check(f"{uri}: the listing", [path for path, _ in files] == sorted(expected))
    parts = jobs.pack(files, 500_000)
    check(f"{uri}: there are several parts", len(parts) > 1 and sum(parts, []) == sorted(expected))
    done = [jobs.facts_of(part, uri.format(folder), ("-e", "cpu")) for part in parts]
    rows = [json.loads(line) for lines, _ in done for line in lines]
    check_result(f"jobs {uri}", expected, rows, jobs.merge(profile for _, profile in done), folder)


def jfr_print(path):
    """{type: [fields]} of the events that facts are made of, as a JDK says them; None: there is no JDK."""
    jfr = next((home for home in (os.environ.get("JAVA_HOME", ""), "/usr/lib/jvm/java-17-openjdk-amd64")
                if home and os.access(f"{home}/bin/jfr", os.X_OK)), None)
    if not jfr:
        return None
    types = ("GCPhasePause,GarbageCollection,GCHeapSummary,ObjectAllocationSample,ObjectAllocationInNewTLAB,"
             "ObjectAllocationOutsideTLAB,ExecutionSample,CPULoad,JVMInformation,ExceptionStatistics")
    done = subprocess.run([f"{jfr}/bin/jfr", "print", "--json", "--stack-depth", "1", "--events", types, path],
                          capture_output=True, check=True)
    found = collections.defaultdict(list)
    for event in json.loads(done.stdout)["recording"]["events"]:
        found[event["type"]].append(event["values"])
    return found


def span_ns(text):
    """Of "PT0.0123S"."""
    whole, _, part = re.fullmatch(r"PT([\d.]+)S", text).group(1).partition(".")
    return int(whole) * 10**9 + int((part + "0" * 9)[:9])


def check_figures(folder):
    """Figures of a line against sums over what the JDK prints."""
    for name in ("full-gc-11.jfr.zst", "shares-17.jfr", "chunks-17.jfr"):
        path = os.path.join(DATA, name)
        if name.endswith(".zst"):
            if not shutil.which("zstd"):
                continue
            path = f"{folder}/{name[:-4]}"
            subprocess.run(["zstd", "-qdf", os.path.join(DATA, name), "-o", path], check=True)
        events = jfr_print(path)
        if events is None:
            print("skipped: figures of facts (there is no JDK)")
            return
        row = json.loads(subprocess.run([TOOL, "facts", "-q", "-e", "jdk.ExecutionSample", path], check=True,
                                        capture_output=True).stdout)
        pauses = [span_ns(event["duration"]) for event in events["jdk.GCPhasePause"]] or \
            [span_ns(event["sumOfPauses"]) for event in events["jdk.GarbageCollection"]]
        allocated = sum(event["weight"] for event in events["jdk.ObjectAllocationSample"]) or \
            sum(event["tlabSize"] for event in events["jdk.ObjectAllocationInNewTLAB"]) + \
            sum(event["allocationSize"] for event in events["jdk.ObjectAllocationOutsideTLAB"])
        loads = [event["jvmUser"] + event["jvmSystem"] for event in events["jdk.CPULoad"]]
        heaps = [event["heapUsed"] for event in events["jdk.GCHeapSummary"]]
        jvm = (events["jdk.JVMInformation"] or [{"pid": None, "javaArguments": None, "jvmVersion": "None"}])[-1]
        expected = {
            "samples": len(events["jdk.ExecutionSample"]) or None, "gc_pauses": len(pauses) or None,
            "gc_pause_ns": sum(pauses) if pauses else None, "gc_longest_ns": max(pauses, default=None), "heap_max": max(heaps, default=None),
            "alloc_bytes": allocated or None, "pid": jvm["pid"], "main": (jvm["javaArguments"] or "").split(" ")[0] or None}
        check(f"{name}: figures are those of jfr print", {key: row[key] for key in expected} == expected,
              {key: (row[key], value) for key, value in expected.items() if row[key] != value})
        check(f"{name}: CPU", abs((row["cpu_max"] or 0) - max(loads, default=0)) < 1e-5, row["cpu_max"])
        check(f"{name}: version", str(row["jvm"]) in jvm["jvmVersion"], row["jvm"])


def spark(cache, folder, master, out):
    home = f"{cache}/spark"
    arguments = f"--master {master} --conf spark.ui.enabled=false --conf spark.driver.memory=700m pyspark-shell"
    more = dict(SPARK_HOME=f"{home}/pyspark", PYTHONPATH=f"{home}:{ROOT}/fleet", PYSPARK_PYTHON=f"{cache}/venv/bin/python3",
                SPARK_LOCAL_IP="127.0.0.1", PYSPARK_SUBMIT_ARGS=arguments, JAVA_HOME=java_home(),
                SPARK_WORKER_DIR=f"{folder}/work")
    done = subprocess.run([f"{cache}/venv/bin/python3", f"{ROOT}/fleet/spark_job.py", f"{folder}/lake", out,
                           "--size", "700000"], env=environment(folder, **more), capture_output=True, text=True)
    check(f"{master}: the job ends in order", done.returncode == 0, done.stderr[-2000:])
    return done.returncode == 0


def java_home():
    return os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("java") or
                                                            "/usr/lib/jvm/java-17-openjdk-amd64/bin/java")))


ROWS = """
import duckdb, json, sys
rows = duckdb.sql("SELECT path, status FROM read_parquet(?, hive_partitioning = true)", params=[sys.argv[1]]).fetchall()
print(json.dumps([dict(path=path, status=status) for path, status in rows]))
"""
DASHBOARD = """
import duckdb, os, sys
os.chdir(sys.argv[1])
connection = duckdb.connect()
for statement in duckdb.extract_statements(open(sys.argv[2]).read()):
    rows = connection.execute(statement).fetchall()
    print(len(rows))
"""


def check_spark(cache, folder):
    python = f"{cache}/venv/bin/python3"
    for master in ("local[2]", "local-cluster[2,1,1024]"):
        cluster = master.startswith("local-cluster")
        shutil.rmtree(f"{folder}/lake", ignore_errors=True)
        expected, out = make_lake(f"{folder}/lake", executor=cluster), f"{folder}/{'cluster' if cluster else 'local'}"
        if not spark(cache, folder, master, out):
            continue
        if cluster:
            check("an executor was killed", os.path.exists(f"{folder}/once"))
        rows = json.loads(subprocess.run([python, "-c", ROWS, f"{out}/facts/**/*.parquet"], check=True,
                                         capture_output=True).stdout)
        with open(f"{out}/all.pb.gz", "rb") as file:
            check_result(master, expected, rows, file.read(), folder)
        done = subprocess.run([python, "-c", DASHBOARD, out, f"{ROOT}/fleet/dashboard.sql"], capture_output=True,
                              text=True)
        check(f"{master}: the dashboard's SQL", done.returncode == 0 and done.stdout.split()[1:2] == ["4"],
              done.stdout + done.stderr)
    done = subprocess.run([python, __file__, "stream"], env=dict(os.environ, JFRTOOL=TOOL))
    check("tar streams through pyarrow.fs", done.returncode == 0)


def check_dask(cache, folder):
    """In two processes, with a recording that kills the program; parts that are one recording each."""
    shutil.rmtree(f"{folder}/lake", ignore_errors=True)
    expected, out = make_lake(f"{folder}/lake"), f"{folder}/dask"
    for size in ("700000", "1"):
        done = subprocess.run([f"{cache}/venv/bin/python3", f"{ROOT}/fleet/dask_job.py", f"{folder}/lake", out,
                               "--size", size, "--workers", "2"], capture_output=True, text=True, env=environment(folder))
        check("Dask: the job ends in order", done.returncode == 0, done.stderr[-2000:])
        if done.returncode:
            continue
        with open(f"{out}/all.pb.gz", "rb") as file:
            check_result(f"Dask, tasks of {size} bytes", expected, lines_of(f"{out}/facts.ndjson"), file.read(), folder)


def main():
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1:] == ["stream"]:
            check_jobs(folder, "file://{}/lake")
        elif sys.argv[1:] == ["spark"]:
            fetched = subprocess.run([os.path.join(HERE, "fetch.sh")], stdout=subprocess.PIPE, text=True)
            if fetched.returncode == 3:
                print("skipped: fleet/ on Spark and Dask")
                return 0
            check("what PyPI sent", fetched.returncode == 0)
            if fetched.returncode == 0:
                check_dask(fetched.stdout.strip(), folder)
                check_spark(fetched.stdout.strip(), folder)
        else:
            check_xargs(folder)
            shutil.rmtree(f"{folder}/lake")
            check_pods(folder)
            shutil.rmtree(f"{folder}/lake")
            check_jobs(folder, "{}/lake")
            check_figures(folder)
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
