-- Questions to the facts of a fleet, for DuckDB: duckdb < fleet/dashboard.sql beside a folder facts/.
-- Spark, Trino and Athena take the same, with their own way to name the files.

-- Each recording once: what was uploaded twice, or read by two tasks, has one id.
CREATE OR REPLACE VIEW facts AS
SELECT * FROM read_parquet('facts/**/*.parquet', hive_partitioning = true)
QUALIFY row_number() OVER (PARTITION BY coalesce(id, path) ORDER BY path) = 1;

-- What could not be read, and why.
SELECT service, status, error.code AS code, count(*) AS recordings, min(path) AS example
FROM facts WHERE status <> 'ok' GROUP BY ALL ORDER BY recordings DESC, code;

-- The worst pause that 99 % of a service's recordings of a day stay below, and the share of time it stood.
SELECT service, day, count(*) AS recordings,
       round(quantile_cont(gc_p99_ns, 0.99) / 1e6, 2) AS p99_ms,
       round(max(gc_longest_ns) / 1e6, 2) AS longest_ms,
       round(100.0 * sum(gc_pause_ns) / sum(recorded_ns) FILTER (gc_pause_ns IS NOT NULL), 3) AS percent_paused
FROM facts WHERE status <> 'failed' GROUP BY ALL ORDER BY service, day;

-- Methods that grew: share of a service's samples in the last seven days against the seven before, of those
-- that more than a tenth of the recordings have among their hottest.
WITH days AS (
    SELECT *, CAST(day AS DATE) > (SELECT max(CAST(day AS DATE)) FROM facts) - 7 AS now FROM facts
    WHERE samples > 0 AND CAST(day AS DATE) > (SELECT max(CAST(day AS DATE)) FROM facts) - 14
), totals AS (
    SELECT service, now, sum(samples) AS samples, count(*) AS recordings FROM days GROUP BY ALL
), methods AS (
    SELECT service, now, h.method AS method, sum(h.self) AS self, count(*) AS seen
    FROM days, unnest(hot) AS t(h) GROUP BY ALL
)
SELECT m.service, m.method, m.seen AS seen_in, t.recordings AS of_recordings,
       round(100.0 * m.self / t.samples, 2) AS percent_now,
       round(coalesce(100.0 * b.self / bt.samples, 0), 2) AS percent_before
FROM methods m JOIN totals t ON t.service = m.service AND t.now = m.now
LEFT JOIN methods b ON b.service = m.service AND b.method = m.method AND NOT b.now
LEFT JOIN totals bt ON bt.service = m.service AND NOT bt.now
WHERE m.now AND m.seen * 10 >= t.recordings
ORDER BY percent_now - percent_before DESC, m.service, m.method LIMIT 20;

-- Hosts that differ from their peers: more than three times the usual distance from the service's median.
WITH shares AS (
    SELECT service, host, avg(cpu_mean) AS cpu, sum(gc_pause_ns) / sum(recorded_ns) FILTER (gc_pause_ns IS NOT NULL) AS paused,
           avg(throttled_ns) AS throttled FROM facts WHERE status <> 'failed' GROUP BY ALL
), usual AS (
    SELECT service, median(cpu) AS cpu, mad(cpu) AS cpu_mad, median(paused) AS paused, mad(paused) AS paused_mad
    FROM shares GROUP BY ALL
)
SELECT s.service, s.host, round(s.cpu, 3) AS cpu, round(u.cpu, 3) AS usual_cpu,
       round(s.paused, 4) AS paused, round(u.paused, 4) AS usual_paused
FROM shares s JOIN usual u USING (service)
WHERE abs(s.cpu - u.cpu) > 3 * greatest(u.cpu_mad, 0.01) OR abs(s.paused - u.paused) > 3 * greatest(u.paused_mad, 0.001)
ORDER BY s.service, s.host;

-- What rules find most.
SELECT f.rule AS rule, f.severity AS severity, count(*) AS recordings, count(DISTINCT service) AS services
FROM facts, unnest(findings) AS t(f) GROUP BY ALL ORDER BY severity DESC, recordings DESC, rule LIMIT 20;
