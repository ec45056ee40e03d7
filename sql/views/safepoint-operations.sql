-- Safepoints by VM operation, with percentiles
-- table, more than the JDK's
-- needs: ExecuteVMOperation
-- units: text, n, n, ns, ns, ns, ns
SELECT operation AS "Operation", safepoint AS "At Safepoint", count(*) AS "Count", median(duration) AS "Median",
       p99(duration) AS "P99", max(duration) AS "Longest", sum(duration) AS "Total"
FROM ExecuteVMOperation
GROUP BY 1, 2
ORDER BY 7 DESC
