-- Contention by Lock Class
-- table, application
-- needs: JavaMonitorEnter
-- units: text, n, ns, ns, ns
SELECT monitorClass AS "Lock Class", count(*) AS "Count", CAST(round(avg(duration)) AS INTEGER) AS "Avg.",
       p90(duration) AS "P90", max(duration) AS "Max."
FROM JavaMonitorEnter
GROUP BY 1
ORDER BY 5 DESC, 1
