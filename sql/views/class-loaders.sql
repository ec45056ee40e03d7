-- Class Loaders
-- table, application
-- needs: ClassLoaderStatistics
-- units: text, n, n
SELECT coalesce(classLoader, 'null-bootstrap') AS "Class Loader", last(hiddenClassCount, startTime) AS "Hidden Classes",
       last(classCount, startTime) AS "Classes"
FROM ClassLoaderStatistics
GROUP BY classLoaderData
ORDER BY 3 DESC, 1
