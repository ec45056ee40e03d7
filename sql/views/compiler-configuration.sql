-- Compiler Configuration
-- form, Java virtual machine
-- needs: CompilerConfiguration
-- units: n, n, n
SELECT threadCount AS "Thread Count",
       dynamicCompilerThreadCount AS "Uses Dynamic Number of Compiler Threads",
       tieredCompilation AS "Tiered Compilation"
FROM CompilerConfiguration
ORDER BY startTime DESC
LIMIT 1
