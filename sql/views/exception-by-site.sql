-- Exceptions by Site
-- table, application
-- needs: JavaErrorThrow or JavaExceptionThrow
-- units: text, n
WITH thrown(what, count) AS (
  SELECT NULL, 0 WHERE 0
  UNION ALL SELECT stackTrace_maker, count(*) FROM JavaErrorThrow GROUP BY stackTrace_maker --? JavaErrorThrow
  UNION ALL SELECT stackTrace_maker, count(*) FROM JavaExceptionThrow GROUP BY stackTrace_maker --? JavaExceptionThrow
)
SELECT what AS "Method", sum(count) AS "Count"
FROM thrown
GROUP BY 1
ORDER BY 2 DESC, 1
