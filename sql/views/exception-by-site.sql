-- Exceptions by Site
-- table, application
-- needs: JavaErrorThrow or JavaExceptionThrow
-- units: text, n
WITH thrown(what) AS (
  SELECT NULL WHERE 0
  UNION ALL SELECT stackTrace_maker FROM JavaErrorThrow --? JavaErrorThrow
  UNION ALL SELECT stackTrace_maker FROM JavaExceptionThrow --? JavaExceptionThrow
)
SELECT what AS "Method", count(*) AS "Count"
FROM thrown
GROUP BY 1
ORDER BY 2 DESC, 1
