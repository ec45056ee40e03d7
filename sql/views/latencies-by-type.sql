-- Latencies by Type
-- table, application
-- needs: JavaMonitorWait or JavaMonitorEnter or ThreadPark or ThreadSleep or SocketRead or SocketWrite or FileWrite or FileRead
-- units: text, n, ns, ns, ns, ns
WITH latencies(type, duration) AS (
  SELECT NULL, NULL WHERE 0
  UNION ALL SELECT label('jdk.JavaMonitorWait'), duration FROM JavaMonitorWait --? JavaMonitorWait
  UNION ALL SELECT label('jdk.JavaMonitorEnter'), duration FROM JavaMonitorEnter --? JavaMonitorEnter
  UNION ALL SELECT label('jdk.ThreadPark'), duration FROM ThreadPark --? ThreadPark
  UNION ALL SELECT label('jdk.ThreadSleep'), duration FROM ThreadSleep --? ThreadSleep
  UNION ALL SELECT label('jdk.SocketRead'), duration FROM SocketRead --? SocketRead
  UNION ALL SELECT label('jdk.SocketWrite'), duration FROM SocketWrite --? SocketWrite
  UNION ALL SELECT label('jdk.FileWrite'), duration FROM FileWrite --? FileWrite
  UNION ALL SELECT label('jdk.FileRead'), duration FROM FileRead --? FileRead
)
SELECT type AS "Event Type", count(*) AS "Count", CAST(round(avg(duration)) AS INTEGER) AS "Average",
       p99(duration) AS "P 99", max(duration) AS "Longest", sum(duration) AS "Total"
FROM latencies
GROUP BY 1
ORDER BY 6 DESC
