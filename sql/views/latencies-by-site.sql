-- Latencies by type and method, without waiting in queues
-- table, more than the JDK's
-- needs: JavaMonitorWait or JavaMonitorEnter or ThreadPark or ThreadSleep or SocketRead or SocketWrite or FileWrite or FileRead
-- units: text, text, n, ns, ns, ns
-- limit: 25
WITH latencies(type, site, duration) AS (
  SELECT NULL, NULL, NULL WHERE 0
  UNION ALL SELECT label('jdk.JavaMonitorWait'), coalesce(stackTrace_app, stackTrace_top), duration FROM JavaMonitorWait --? JavaMonitorWait
  UNION ALL SELECT label('jdk.JavaMonitorEnter'), coalesce(stackTrace_app, stackTrace_top), duration FROM JavaMonitorEnter --? JavaMonitorEnter
  UNION ALL SELECT label('jdk.ThreadPark'), coalesce(stackTrace_app, stackTrace_top), duration FROM ThreadPark WHERE parkedClass IS NULL OR parkedClass NOT LIKE '%ConditionObject' --? ThreadPark
  UNION ALL SELECT label('jdk.ThreadSleep'), coalesce(stackTrace_app, stackTrace_top), duration FROM ThreadSleep --? ThreadSleep
  UNION ALL SELECT label('jdk.SocketRead'), coalesce(stackTrace_app, stackTrace_top), duration FROM SocketRead --? SocketRead
  UNION ALL SELECT label('jdk.SocketWrite'), coalesce(stackTrace_app, stackTrace_top), duration FROM SocketWrite --? SocketWrite
  UNION ALL SELECT label('jdk.FileWrite'), coalesce(stackTrace_app, stackTrace_top), duration FROM FileWrite --? FileWrite
  UNION ALL SELECT label('jdk.FileRead'), coalesce(stackTrace_app, stackTrace_top), duration FROM FileRead --? FileRead
)
SELECT type AS "Event Type", site AS "Method", count(*) AS "Count", p99(duration) AS "P99", max(duration) AS "Longest",
       sum(duration) AS "Total"
FROM latencies
GROUP BY 1, 2
ORDER BY 6 DESC, 2
