-- Compiler Statistics
-- form, Java virtual machine
-- needs: CompilerStatistics
-- units: n, ns, ns, n, n, n, bytes, bytes, bytes, bytes
SELECT compileCount AS "Compiled Methods",
       peakTimeSpent AS "Peak Time",
       totalTimeSpent AS "Total time",
       bailoutCount AS "Bailouts",
       osrCompileCount AS "OSR Compilations",
       standardCompileCount AS "Standard Compilations",
       osrBytesCompiled AS "OSR Bytes Compiled",
       standardBytesCompiled AS "Standard Bytes Compiled",
       nmethodsSize AS "Compilation Resulting Size",
       nmethodCodeSize AS "Compilation Resulting Code Size"
FROM CompilerStatistics
ORDER BY startTime DESC
LIMIT 1
