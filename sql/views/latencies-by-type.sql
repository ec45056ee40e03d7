-- Latencies by Type
-- table, application
-- needs: JavaMonitorWait or JavaMonitorEnter or ThreadPark or ThreadSleep or SocketRead or SocketWrite or FileWrite or FileRead
-- units: text, n, ns, ns, ns, ns
SELECT type AS "Event Type", count AS "Count", average AS "Average", p99 AS "P 99", longest AS "Longest",
       total AS "Total"
FROM (
  SELECT NULL AS type, 0 AS count, NULL AS average, NULL AS p99, NULL AS longest, NULL AS total
  UNION ALL SELECT label('jdk.JavaMonitorWait'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM JavaMonitorWait --? JavaMonitorWait
  UNION ALL SELECT label('jdk.JavaMonitorEnter'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM JavaMonitorEnter --? JavaMonitorEnter
  UNION ALL SELECT label('jdk.ThreadPark'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM ThreadPark --? ThreadPark
  UNION ALL SELECT label('jdk.ThreadSleep'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM ThreadSleep --? ThreadSleep
  UNION ALL SELECT label('jdk.SocketRead'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM SocketRead --? SocketRead
  UNION ALL SELECT label('jdk.SocketWrite'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM SocketWrite --? SocketWrite
  UNION ALL SELECT label('jdk.FileWrite'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM FileWrite --? FileWrite
  UNION ALL SELECT label('jdk.FileRead'), sum(times), CAST(round(8.0 * sum(total) / sum(length(durations))) AS INTEGER), p99(durations), max(longest), sum(total) FROM FileRead --? FileRead
)
WHERE count > 0
ORDER BY 6 DESC, 1
