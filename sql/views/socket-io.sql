-- Sockets: reads and writes with their times
-- table, more than the JDK's
-- needs: SocketRead or SocketWrite
-- units: text, text, n, bytes, ns, ns, ns
-- limit: 25
WITH operations(name, what, count, bytes, total, p99, longest) AS (
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT host || ':' || port, 'read', count(*), sum(bytesRead), sum(duration), p99(duration), max(duration) FROM SocketRead GROUP BY 1 --? SocketRead
  UNION ALL SELECT host || ':' || port, 'write', count(*), sum(bytesWritten), sum(duration), p99(duration), max(duration) FROM SocketWrite GROUP BY 1 --? SocketWrite
)
SELECT name AS "Host", what AS "Operation", count AS "Count", bytes AS "Bytes", total AS "Total Time", p99 AS "P99",
       longest AS "Longest"
FROM operations
ORDER BY 5 DESC, 1, 2
