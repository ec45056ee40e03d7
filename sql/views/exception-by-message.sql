-- Exceptions by Message
-- table, application
-- needs: JavaErrorThrow or JavaExceptionThrow
-- units: text, n
WITH thrown(what, count) AS (
  SELECT NULL, 0 WHERE 0
  UNION ALL SELECT message, count(*) FROM JavaErrorThrow GROUP BY message --? JavaErrorThrow
  UNION ALL SELECT message, count(*) FROM JavaExceptionThrow GROUP BY message --? JavaExceptionThrow
)
SELECT what AS "Message", sum(count) AS "Count"
FROM thrown
GROUP BY 1
ORDER BY 2 DESC, 1
