-- Waiting or Executing Native Methods
-- table, application
-- needs: NativeMethodSample
-- units: text, n
SELECT stackTrace_top AS "Method", count(*) AS "Samples"
FROM NativeMethodSample
GROUP BY 1
ORDER BY 2 DESC, 1
