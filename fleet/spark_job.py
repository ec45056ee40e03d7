"""A fleet of recordings on Spark: facts as Parquet by service and day, profiles, one profile of all.

    spark-submit --py-files fleet/jobs.py fleet/spark_job.py LAKE OUT [--size BYTES] [-- OPTIONS OF facts]

LAKE  a folder or URI (s3://bucket/lake) with service=.../day=.../*.jfr below it
OUT   OUT/facts/service=/day=/*.parquet      a row for each recording
      OUT/profiles/*.parquet                 (service, day, pprof)
      OUT/all.pb.gz                          the sum of all, where OUT is a local folder

A task is a few runs of jfrtool, found by $JFRTOOL on the executors. What it makes of a recording depends on
nothing else, and merging on no order: retries, speculation and lost executors change no byte.
"""
import argparse
import os
import sys

from pyspark.sql import SparkSession, functions, types

import jobs

LONG = ("bytes chunks start_ns end_ns recorded_ns lost_bytes pid jvm_start_ms processors period_ns samples "
        "without_stack truncated lost_samples lost_event_bytes throttled_ns gc_collections gc_pauses gc_pause_ns "
        "gc_p99_ns gc_longest_ns heap_max alloc_bytes exceptions").split()
TEXT = "path id status jvm jvm_name main os cpu event".split()
DOUBLE = "cpu_mean cpu_max machine_max".split()


def schema():
    """Columns of facts: those of "jfrtool generate schema facts"."""
    string, long, double = types.StringType(), types.LongType(), types.DoubleType()
    fields = [(name, string) for name in TEXT] + [(name, long) for name in LONG]
    fields += [(name, double) for name in DOUBLE] + [("unfinished", types.BooleanType())]

    def struct(**members):
        return types.StructType([types.StructField(name, kind) for name, kind in members.items()])
    fields += [("error", struct(code=string, offset=long, text=string)),
               ("verdict", struct(severity=string, score=double, method=string)),
               ("findings", types.ArrayType(struct(rule=string, severity=string, score=double))),
               ("hot", types.ArrayType(struct(method=string, self=long, total=long)))]
    return types.StructType([types.StructField(name, kind) for name, kind in fields])


MAPPED = "service string, day string, host string, line string, profile binary"
PROFILES = "service string, day string, pprof binary"


def map_part(paths, uri, options):
    """Rows of MAPPED: a line for each recording, a profile for each service and day."""
    for (service, day), group in jobs.parts_of(paths).items():
        lines, profile = jobs.facts_of(group, uri, options)
        for path, line in zip(group, lines):
            yield service, day, jobs.labels_of(path).get("host", ""), line, None
        yield service, day, None, None, bytearray(profile)


def run(spark, lake, out, size, options):
    files = jobs.listing(lake)
    parts = jobs.pack(files, size)
    context = spark.sparkContext
    mapped = context.parallelize(parts, max(len(parts), 1)).flatMap(lambda part: map_part(part, lake, options))
    # Written before it is used: else each use would read the recordings again.
    stage = out.rstrip("/") + "/_mapped"
    spark.createDataFrame(mapped, MAPPED, verifySchema=False).write.mode("overwrite").parquet(stage)
    rows = spark.read.schema(MAPPED).parquet(stage)
    # Lines become columns in the JVM: through Python each would go there and back.
    facts = (rows.where("line IS NOT NULL")
             .select(functions.from_json("line", schema()).alias("fact"), "service", "day", "host")
             .select("fact.*", "service", "day", "host"))
    facts.write.mode("overwrite").partitionBy("service", "day").parquet(out.rstrip("/") + "/facts")
    merged = (rows.where("profile IS NOT NULL").rdd.map(lambda row: ((row.service, row.day), bytes(row.profile)))
              .groupByKey().map(lambda group: (*group[0], bytearray(jobs.merge(group[1])))))
    (spark.createDataFrame(merged, PROFILES, verifySchema=False)
     .write.mode("overwrite").parquet(out.rstrip("/") + "/profiles"))
    if "://" not in out:
        written = spark.read.schema(PROFILES).parquet(out + "/profiles").select("pprof").toLocalIterator()
        with open(os.path.join(out, "all.pb.gz"), "wb") as file:
            file.write(jobs.merge(bytes(row.pprof) for row in written))
    return len(files)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lake")
    parser.add_argument("out")
    parser.add_argument("--size", type=int, default=128 << 20, help="bytes of a task")
    parser.add_argument("options", nargs="*", default=["-e", "cpu"], help="of jfrtool facts, behind --")
    given = parser.parse_args()
    # zstd: snappy brings a library of its own, which not every machine can load.
    spark = (SparkSession.builder.appName("jfrtool").config("spark.sql.parquet.compression.codec", "zstd")
             .config("spark.io.compression.codec", "zstd").getOrCreate())
    print(f"{run(spark, given.lake, given.out, given.size, tuple(given.options))} recordings", file=sys.stderr)
    spark.stop()


if __name__ == "__main__":
    main()
