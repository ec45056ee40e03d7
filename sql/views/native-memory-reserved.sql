-- Native Memory Reserved
-- table, Java virtual machine
-- needs: NativeMemoryUsage
-- units: text, bytes, bytes, bytes, bytes
SELECT type AS "Memory Type", first(reserved, startTime) AS "First Observed", CAST(avg(reserved) AS INTEGER) AS "Average",
       last(reserved, startTime) AS "Last Observed", max(reserved) AS "Maximum"
FROM NativeMemoryUsage
GROUP BY 1
ORDER BY 5 DESC, 1
