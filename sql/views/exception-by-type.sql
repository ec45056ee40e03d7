-- Exceptions by Type
-- table, application
-- needs: JavaErrorThrow or JavaExceptionThrow
-- units: text, n
WITH thrown(what) AS (
  SELECT NULL WHERE 0
  UNION ALL SELECT thrownClass FROM JavaErrorThrow --? JavaErrorThrow
  UNION ALL SELECT thrownClass FROM JavaExceptionThrow --? JavaExceptionThrow
)
SELECT what AS "Class", count(*) AS "Count"
FROM thrown
GROUP BY 1
ORDER BY 2 DESC, 1
