-- Latencies by type and method, without waiting in queues
-- table, more than the JDK's
-- needs: JavaMonitorWait or JavaMonitorEnter or ThreadPark or ThreadSleep or SocketRead or SocketWrite or FileWrite or FileRead
-- units: text, text, n, ns, ns, ns
-- limit: 25
SELECT type AS "Event Type", site AS "Method", count AS "Count", p99 AS "P99", longest AS "Longest", total AS "Total"
FROM (
  SELECT NULL AS type, NULL AS site, NULL AS count, NULL AS p99, NULL AS longest, NULL AS total WHERE 0
  UNION ALL SELECT label('jdk.JavaMonitorWait'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM JavaMonitorWait GROUP BY 2 --? JavaMonitorWait
  UNION ALL SELECT label('jdk.JavaMonitorEnter'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM JavaMonitorEnter GROUP BY 2 --? JavaMonitorEnter
  UNION ALL SELECT label('jdk.ThreadPark'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM ThreadPark WHERE parkedClass IS NULL OR parkedClass NOT LIKE '%ConditionObject' GROUP BY 2 --? ThreadPark
  UNION ALL SELECT label('jdk.ThreadSleep'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM ThreadSleep GROUP BY 2 --? ThreadSleep
  UNION ALL SELECT label('jdk.SocketRead'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM SocketRead GROUP BY 2 --? SocketRead
  UNION ALL SELECT label('jdk.SocketWrite'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM SocketWrite GROUP BY 2 --? SocketWrite
  UNION ALL SELECT label('jdk.FileWrite'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM FileWrite GROUP BY 2 --? FileWrite
  UNION ALL SELECT label('jdk.FileRead'), coalesce(stackTrace_app, stackTrace_top), count(*), p99(duration), max(duration), sum(duration) FROM FileRead GROUP BY 2 --? FileRead
)
ORDER BY 6 DESC, 2
