-- Java Methods that Execute the Most from CPU Time Sampler
-- table, application
-- needs: CPUTimeSample
-- units: text, n, percent
-- limit: 25
SELECT stackTrace_top AS "Method", count(*) AS "Samples", 1.0 * count(*) / sum(count(*)) OVER () AS "Percent"
FROM CPUTimeSample
GROUP BY 1
ORDER BY 2 DESC, 1
