-- GC Allocation Trigger
-- table, Java virtual machine
-- needs: AllocationRequiringGC
-- units: text, n, bytes
SELECT stackTrace_app AS "Trigger Method (Non-JDK)", count(*) AS "Count", sum(size) AS "Total Requested"
FROM AllocationRequiringGC
GROUP BY 1
ORDER BY 3
