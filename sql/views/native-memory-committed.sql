-- Native Memory Committed
-- table, Java virtual machine
-- needs: NativeMemoryUsage
-- units: text, bytes, bytes, bytes, bytes
SELECT type AS "Memory Type", first(committed, startTime) AS "First Observed", CAST(avg(committed) AS INTEGER) AS "Average",
       last(committed, startTime) AS "Last Observed", max(committed) AS "Maximum"
FROM NativeMemoryUsage
GROUP BY 1
ORDER BY 5 DESC, 1
