-- Container Memory Usage
-- form, environment
-- needs: ContainerMemoryUsage
-- units: n, bytes, bytes
SELECT memoryFailCount AS "Memory Fail Count",
       memoryUsage AS "Memory Usage",
       swapMemoryUsage AS "Memory and Swap Usage"
FROM ContainerMemoryUsage
ORDER BY startTime DESC
LIMIT 1
