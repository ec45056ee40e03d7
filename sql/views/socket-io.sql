-- Sockets: reads and writes with their times
-- table, more than the JDK's
-- needs: SocketRead or SocketWrite
-- units: text, text, n, bytes, ns, ns, ns
-- limit: 25
WITH operations(name, what, bytes, duration) AS (
  SELECT NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT host || ':' || port, 'read', bytesRead, duration FROM SocketRead --? SocketRead
  UNION ALL SELECT host || ':' || port, 'write', bytesWritten, duration FROM SocketWrite --? SocketWrite
)
SELECT name AS "Host", what AS "Operation", count(*) AS "Count", sum(bytes) AS "Bytes", sum(duration) AS "Total Time",
       p99(duration) AS "P99", max(duration) AS "Longest"
FROM operations
GROUP BY 1, 2
ORDER BY 5 DESC, 1
