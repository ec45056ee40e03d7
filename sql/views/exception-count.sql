-- Exception Statistics
-- form, application
-- needs: ExceptionStatistics
-- units: n
SELECT last(throwables, startTime) - first(throwables, startTime) AS "Exceptions Thrown"
FROM ExceptionStatistics
HAVING count(*) > 0
