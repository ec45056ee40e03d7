-- Finalizers
-- table, application
-- needs: FinalizerStatistics
-- units: text, n, n
SELECT finalizableClass AS "Class Overriding Finalize", last(objects, startTime) AS "Finalizable Objects on Heap",
       last(totalFinalizersRun, startTime) AS "Finalizers Run"
FROM FinalizerStatistics
WHERE startTime = (SELECT max(startTime) FROM FinalizerStatistics)
GROUP BY 1
ORDER BY 2 DESC, 1
