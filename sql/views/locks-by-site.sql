-- Waiting for locks, by method and lock
-- table, more than the JDK's
-- needs: JavaMonitorEnter or ThreadPark
-- units: text, text, n, n, ns, ns, ns
-- limit: 25
WITH waits(site, lock, thread, times, total, durations, longest) AS (
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT coalesce(stackTrace_app, stackTrace_top), monitorClass, eventThread, times, total, durations, longest FROM JavaMonitorEnter --? JavaMonitorEnter
  UNION ALL SELECT coalesce(stackTrace_app, stackTrace_top), parkedClass, eventThread, times, total, durations, longest FROM ThreadPark WHERE parkedClass LIKE '%Sync' OR parkedClass LIKE '%Lock%' --? ThreadPark
)
SELECT site AS "Method", lock AS "Lock", sum(times) AS "Waits", count(DISTINCT thread) AS "Threads",
       sum(total) AS "Total", p99(durations) AS "P99", max(longest) AS "Longest"
FROM waits
GROUP BY 1, 2
ORDER BY 5 DESC, 1
