-- Concurrent GC Phases
-- table, Java virtual machine
-- needs: GCPhaseConcurrent or GCPhaseConcurrentLevel1
-- units: text, ns, ns, ns, n, ns
WITH phases(name, duration) AS (
  SELECT NULL, NULL WHERE 0
  UNION ALL SELECT name, duration FROM GCPhaseConcurrent --? GCPhaseConcurrent
  UNION ALL SELECT name, duration FROM GCPhaseConcurrentLevel1 --? GCPhaseConcurrentLevel1
)
SELECT name AS "Name", CAST(round(avg(duration)) AS INTEGER) AS "Average",
       p95(duration) AS "P95", max(duration) AS "Longest", count(*) AS "Count", sum(duration) AS "Total"
FROM phases
GROUP BY name
ORDER BY 6 DESC
