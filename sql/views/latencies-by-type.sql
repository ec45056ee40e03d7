-- Latencies by Type
-- table, application
-- needs: JavaMonitorWait or JavaMonitorEnter or ThreadPark or ThreadSleep or SocketRead or SocketWrite or FileWrite or FileRead
-- units: text, n, ns, ns, ns, ns
SELECT type AS "Event Type", count AS "Count", average AS "Average", p99 AS "P 99", longest AS "Longest",
       total AS "Total"
FROM (
  SELECT NULL AS type, 0 AS count, NULL AS average, NULL AS p99, NULL AS longest, NULL AS total
  UNION ALL SELECT label('jdk.JavaMonitorWait'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM JavaMonitorWait --? JavaMonitorWait
  UNION ALL SELECT label('jdk.JavaMonitorEnter'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM JavaMonitorEnter --? JavaMonitorEnter
  UNION ALL SELECT label('jdk.ThreadPark'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM ThreadPark --? ThreadPark
  UNION ALL SELECT label('jdk.ThreadSleep'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM ThreadSleep --? ThreadSleep
  UNION ALL SELECT label('jdk.SocketRead'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM SocketRead --? SocketRead
  UNION ALL SELECT label('jdk.SocketWrite'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM SocketWrite --? SocketWrite
  UNION ALL SELECT label('jdk.FileWrite'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM FileWrite --? FileWrite
  UNION ALL SELECT label('jdk.FileRead'), count(*), CAST(round(1.0 * sum(duration) / count(duration)) AS INTEGER), p99(duration), max(duration), sum(duration) FROM FileRead --? FileRead
)
WHERE count > 0
ORDER BY 6 DESC, 1
