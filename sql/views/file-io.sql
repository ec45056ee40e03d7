-- Files: reads and writes with their times
-- table, more than the JDK's
-- needs: FileRead or FileWrite
-- units: text, text, n, bytes, ns, ns, ns
-- limit: 25
WITH operations(name, what, count, bytes, total, p99, longest) AS (
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT path, 'read', count(*), sum(bytesRead), sum(duration), p99(duration), max(duration) FROM FileRead GROUP BY 1 --? FileRead
  UNION ALL SELECT path, 'write', count(*), sum(bytesWritten), sum(duration), p99(duration), max(duration) FROM FileWrite GROUP BY 1 --? FileWrite
)
SELECT name AS "Path", what AS "Operation", count AS "Count", bytes AS "Bytes", total AS "Total Time", p99 AS "P99",
       longest AS "Longest"
FROM operations
ORDER BY 5 DESC, 1, 2
