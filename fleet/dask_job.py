"""A fleet of recordings on Dask: facts as lines of JSON, profiles merged in a tree.

    python3 fleet/dask_job.py LAKE OUT [--size BYTES] [--workers N] [-- OPTIONS OF facts]

LAKE  a folder or URI (s3://bucket/lake) with recordings below it
OUT   OUT/facts.ndjson    a line for each recording, in the order of their paths
      OUT/all.pb.gz       the sum of all

Runs in processes of this machine. On a cluster the same graph runs where a dask.distributed.Client says, if one
was made before run() is called: workers need jobs.py and jfrtool ($JFRTOOL).
"""
import argparse
import os
import sys

import dask

import jobs

TOGETHER = 16  # profiles that one task merges: their order and grouping change no byte


def in_a_tree(profiles):
    """One profile of delayed ones, merged where workers are."""
    while len(profiles) > 1:
        profiles = [dask.delayed(jobs.merge)(profiles[at:at + TOGETHER])
                    for at in range(0, len(profiles), TOGETHER)]
    return profiles[0]


def run(lake, out, size, options, **how):
    """how: of dask.compute, as scheduler="processes". The number of recordings."""
    files = jobs.listing(lake)
    mapped = [dask.delayed(jobs.facts_of, nout=2)(part, lake, options) for part in jobs.pack(files, size)]
    profiles = [profile for _, profile in mapped] or [dask.delayed(jobs.merge)([])]
    parts, profile = dask.compute([lines for lines, _ in mapped], in_a_tree(profiles), **how)
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "facts.ndjson"), "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for lines in parts for line in lines)
    with open(os.path.join(out, "all.pb.gz"), "wb") as file:
        file.write(profile)
    return len(files)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lake")
    parser.add_argument("out")
    parser.add_argument("--size", type=int, default=128 << 20, help="bytes of a task")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("options", nargs="*", default=["-e", "cpu"], help="of jfrtool facts, behind --")
    given = parser.parse_args()
    count = run(given.lake, given.out, given.size, tuple(given.options), scheduler="processes",
                num_workers=given.workers)
    print(f"{count} recordings", file=sys.stderr)


if __name__ == "__main__":
    main()
