-- Waiting for locks, by method and lock
-- table, more than the JDK's
-- needs: JavaMonitorEnter or ThreadPark
-- units: text, text, n, n, ns, ns, ns
-- limit: 25
WITH waits(site, lock, waits, threads, total, p99, longest) AS (
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT coalesce(stackTrace_app, stackTrace_top), monitorClass, count(*), count(DISTINCT eventThread), sum(duration), p99(duration), max(duration) FROM JavaMonitorEnter GROUP BY 1, 2 --? JavaMonitorEnter
  UNION ALL SELECT coalesce(stackTrace_app, stackTrace_top), parkedClass, count(*), count(DISTINCT eventThread), sum(duration), p99(duration), max(duration) FROM ThreadPark WHERE parkedClass LIKE '%Sync' OR parkedClass LIKE '%Lock%' GROUP BY 1, 2 --? ThreadPark
)
SELECT site AS "Method", lock AS "Lock", waits AS "Waits", threads AS "Threads", total AS "Total", p99 AS "P99",
       longest AS "Longest"
FROM waits
ORDER BY 5 DESC, 1, 2
