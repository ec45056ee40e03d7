-- Container Memory Usage
-- form, environment
-- needs: ContainerMemoryUsage
-- units: n, bytes, bytes, bytes
SELECT memoryFailCount AS "Memory Fail Count",
       memoryUsage AS "Memory Usage",
       swapMemoryUsage AS "Memory and Swap Usage"
       , hostMemoryUsage AS "Host Memory Usage" --? ContainerMemoryUsage.hostMemoryUsage
FROM ContainerMemoryUsage
ORDER BY startTime DESC
LIMIT 1
