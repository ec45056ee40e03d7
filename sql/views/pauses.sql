-- GC pauses by collector and cause
-- table, more than the JDK's
-- needs: GarbageCollection
-- units: text, text, n, ns, ns, ns, ns, ns
SELECT name AS "Collector", cause AS "Cause", count(*) AS "Collections", sum(sumOfPauses) AS "Total Pause",
       median(longestPause) AS "Median", p90(longestPause) AS "P90", p99(longestPause) AS "P99", max(longestPause) AS "Longest"
FROM GarbageCollection
GROUP BY 1, 2
ORDER BY 4 DESC
