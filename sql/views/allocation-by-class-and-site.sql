-- Allocation by class and method
-- table, more than the JDK's
-- needs: ObjectAllocationSample
-- units: text, text, n, bytes, percent
-- limit: 25
SELECT objectClass AS "Class", coalesce(stackTrace_app, stackTrace_top) AS "Method", count(*) AS "Samples",
       sum(weight) AS "Bytes", 1.0 * sum(weight) / sum(sum(weight)) OVER () AS "Share"
FROM ObjectAllocationSample
GROUP BY 1, 2
ORDER BY 4 DESC, 1, 2
