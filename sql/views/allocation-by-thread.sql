-- Allocation by Thread
-- table, application
-- needs: ObjectAllocationSample
-- units: text, percent
-- limit: 25
SELECT eventThread AS "Thread", 1.0 * sum(weight) / sum(sum(weight)) OVER () AS "Allocation Pressure"
FROM ObjectAllocationSample
GROUP BY 1
ORDER BY 2 DESC, 1
