-- Exceptions by Type
-- table, application
-- needs: JavaErrorThrow or JavaExceptionThrow
-- units: text, n
WITH thrown(what, count) AS (
  SELECT NULL, 0 WHERE 0
  UNION ALL SELECT thrownClass, count(*) FROM JavaErrorThrow GROUP BY thrownClass --? JavaErrorThrow
  UNION ALL SELECT thrownClass, count(*) FROM JavaExceptionThrow GROUP BY thrownClass --? JavaExceptionThrow
)
SELECT what AS "Class", sum(count) AS "Count"
FROM thrown
GROUP BY 1
ORDER BY 2 DESC, 1
