-- GC Pauses
-- form, Java virtual machine
-- needs: GCPhasePause
-- units: ns, n, ns, ns, ns, ns, ns, ns, ns, ns
SELECT sum(duration) AS "Total Pause Time", count(*) AS "Number of Pauses",
       min(duration) AS "Minimum Pause Time", median(duration) AS "Median Pause Time",
       CAST(round(avg(duration)) AS INTEGER) AS "Average Pause Time", p90(duration) AS "P90 Pause Time",
       p95(duration) AS "P95 Pause Time", p99(duration) AS "P99 Pause Time",
       p999(duration) AS "P99.9% Pause Time", max(duration) AS "Maximum Pause Time"
FROM GCPhasePause
HAVING count(*) > 0
