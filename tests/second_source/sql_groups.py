"""Statements that are answered from groups of events against SQLite's own answers from each event
(--row-by-row): the same bytes, for any number of threads and however little memory there is.

usage: sql_groups.py [seed [statements of each recording]]
"""
import collections
import json
import random
import sys

from jdk import JFRTOOL, check, find_recording, finish, run

RECORDINGS = ["native-17", "chunks-17", "shares-25", "values-25", "custom-17", "leak-25"]


def ask(path, statements, *arguments):
    text = ";\n".join(statements)
    return run(JFRTOOL, "sql", path, "--query=" + text, "--json", *arguments)


def columns_of(path):
    query = ("SELECT c.type, c.name, c.kind FROM columns c JOIN events e USING (type) "
             "WHERE e.count > 0 ORDER BY 1, 2")
    rows = json.loads(ask(path, [query]).stdout)
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        found[row["type"]][row["kind"]].append(row["name"])
    return found


class Statements:
    """Of one event type: what people write, put together at random."""

    def __init__(self, chance, name, kinds):
        self.pick, self.name = chance, name
        texts = kinds["text"] + kinds["thread"]
        self.numbers = kinds["integer"] + kinds["boolean"]
        self.keys = texts + kinds["boolean"] + kinds["integer"][:3] + kinds["stack"] + ["recording"]
        self.keys += [f"{s}_{part}" for s in kinds["stack"] for part in ("top", "line", "app")]
        self.texts, self.reals = texts, kinds["real"] + kinds["unsigned"]

    def number(self):
        return self.quoted(self.pick.choice(self.numbers))

    @staticmethod
    def quoted(name):
        return f'"{name}"'

    def key(self):
        key = self.quoted(self.pick.choice(self.keys))
        more = [key, key, key, f"length({key})", f"coalesce({key}, 'none')",
                f"CASE WHEN {key} IS NULL THEN 'no' ELSE 'yes' END", f"{key} COLLATE NOCASE",
                f"CAST({key} AS TEXT)", f"substr({key}, 1, 3)"]
        return self.pick.choice(more)

    def aggregate(self):
        n, text = self.number(), self.quoted(self.pick.choice(self.keys))
        return self.pick.choice([
            "count(*)", "count(*)", "count()", f"count({n})", f"sum({n})", f"min({n})", f"max({n})",
            f"total({n})", f"avg({n})", f"count(DISTINCT {text})", f"min({text})", f"max({text})",
            f"count({text})", f"median({n})", f"p99({n})", f"quantile({n}, 0.25)",
            f"count(*) FILTER (WHERE {self.condition()})", f"sum({n}) FILTER (WHERE {text} > 'k')",
            f"max({n}) - min({n})", f"1e3 * sum({n}) / count(*)", f"max({n}, 3 + min({n}))",
            f"round(avg({n}), 2)", f"sum(DISTINCT {n})", f"sum({n} + 1)",
            f"group_concat(DISTINCT {text})", f"coalesce(sum({n}), 0) AS a, total({n})"])

    def condition(self):
        n, text = self.number(), self.quoted(self.pick.choice(self.keys))
        sign = self.pick.choice(["=", "<>", "<", "<=", ">", ">=", "!=", "=="])
        value = self.pick.choice(["0", "1", "-1", "1.5", "1e3", "1000*1000", "'5'", "'x'", "NULL",
                                  "1e300", "-1e300", "abs(-3)", "9223372036854775807", "x'00'"])
        return self.pick.choice([
            f"{n} {sign} {value}", f"{value} {sign} {n}", f"{n} BETWEEN 0 AND {value}",
            f"{n} IS NULL", f"{n} IS NOT NULL", f"{n} NOTNULL", f"{text} LIKE '%a%'",
            f"{text} > 'm'", f"{text} IS NULL", f"{text} IN ('a', 'main', 'true')",
            f"({n} > 5 OR {text} IS NULL)", f"NOT {n} > 1000", f"{n} % 2 = 1",
            f"{n} > (SELECT min({n}) FROM \"{self.name}\")"])

    def statement(self):
        keys = [self.key() for _ in range(self.pick.randint(0, 2))]
        items = [self.aggregate() for _ in range(self.pick.randint(1, 3))]
        if self.pick.random() < 0.1 and keys:
            items = []
        names = [f"{k} AS k{i}" if self.pick.random() < 0.3 else k for i, k in enumerate(keys)]
        distinct = "DISTINCT " if self.pick.random() < 0.15 else ""
        parts = [f"SELECT {distinct}{', '.join(names + items)} FROM \"{self.name}\""]
        if self.pick.random() < 0.5:
            parts.append("WHERE " + self.pick.choice([" AND ", " AND ", " OR "]).join(
                self.condition() for _ in range(self.pick.randint(1, 3))))
        if keys and (items or not distinct):
            by = [str(i + 1) if self.pick.random() < 0.5 else k for i, k in enumerate(keys)]
            parts.append("GROUP BY " + ", ".join(by))
            if self.pick.random() < 0.2:
                parts.append("HAVING count(*) > 1")
        if self.pick.random() < 0.4:
            parts.append(f"ORDER BY {len(keys) + 1 if items else 1} DESC")
            if self.pick.random() < 0.5:
                parts.append(f"LIMIT {self.pick.randint(1, 9)}")
        return " ".join(parts)


def first_difference(path, statements, *arguments):
    for statement in statements:
        mine, theirs = ask(path, [statement], *arguments), ask(path, [statement], "--row-by-row")
        if (mine.stdout, mine.stderr, mine.returncode) != \
                (theirs.stdout, theirs.stderr, theirs.returncode):
            return f"{statement}: {mine.stdout[:300]}{mine.stderr[:300]}, from each event " \
                   f"{theirs.stdout[:300]}{theirs.stderr[:300]}"
    return "only together"


def groups_are_made(path, statements):
    plans = ask(path, ["EXPLAIN QUERY PLAN " + s for s in statements]).stdout
    return plans.count("groups of ")


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    for name in RECORDINGS:
        chance, path = random.Random(f"{seed} {name}"), find_recording(name)
        types = [Statements(chance, n, kinds) for n, kinds in columns_of(path).items()
                 if kinds["integer"]]
        statements = [chance.choice(types).statement() for _ in range(count)]
        # One that is not answered is not answered in both ways.
        theirs = [(s, ask(path, [s], "--row-by-row")) for s in statements]
        good = [s for s, done in theirs if done.returncode == 0]
        bad = [s for s, done in theirs if done.returncode != 0]
        whole = ask(path, good, "--row-by-row")
        problems = []
        for arguments in (("--jobs", "1"), ("--jobs", "7"), ("--index-memory", "1KiB")):
            mine = ask(path, good, *arguments)
            if (mine.stdout, mine.returncode) != (whole.stdout, whole.returncode):
                problems.append(f"{' '.join(arguments)}: "
                                f"{first_difference(path, good, *arguments)}")
        problems += [p for p in [first_difference(path, bad)] if p != "only together"]
        made = groups_are_made(path, good)
        if made < len(good) / 2:
            problems.append(f"only {made} of {len(good)} statements are groups")
        check(f"{name}: {len(good)} statements, {made} of groups", problems)
    finish()


main()
