-- Concurrent Compiler Phases
-- table, Java virtual machine
-- needs: CompilerPhase
-- units: n, text, ns, ns, ns, n, ns
SELECT max(phaseLevel) AS "Level", phase AS "Phase", CAST(round(avg(duration)) AS INTEGER) AS "Average",
       p95(duration) AS "P95", max(duration) AS "Longest", count(*) AS "Count", sum(duration) AS "Total"
FROM CompilerPhase
GROUP BY phase
ORDER BY 1, 7 DESC
