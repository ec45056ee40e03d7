-- Java Methods that Execute the Most
-- table, application
-- needs: ExecutionSample
-- units: text, n, percent
-- limit: 25
SELECT stackTrace_top AS "Method", count(*) AS "Samples", 1.0 * count(*) / sum(count(*)) OVER () AS "Percent"
FROM cpuSamples
GROUP BY 1
ORDER BY 2 DESC, 1
