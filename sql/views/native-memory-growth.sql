-- Native memory: growth of each kind
-- table, more than the JDK's
-- needs: NativeMemoryUsage
-- units: text, bytes, bytes, bytes
SELECT type AS "Memory Type", first(committed, startTime) AS "First", last(committed, startTime) AS "Last",
       last(committed, startTime) - first(committed, startTime) AS "Growth"
FROM NativeMemoryUsage
GROUP BY 1
ORDER BY 4 DESC, 1
