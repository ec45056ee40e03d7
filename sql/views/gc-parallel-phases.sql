-- Parallel GC Phases
-- table, Java virtual machine
-- needs: GCPhaseParallel
-- units: text, ns, ns, ns, n, ns
SELECT name AS "Name", CAST(round(avg(duration)) AS INTEGER) AS "Average",
       p95(duration) AS "P95", max(duration) AS "Longest", count(*) AS "Count", sum(duration) AS "Total"
FROM GCPhaseParallel
GROUP BY name
ORDER BY 6 DESC
