-- Container Configuration
-- form, environment
-- needs: ContainerConfiguration
-- units: text, ns, ns, n, n, bytes, bytes, bytes, bytes
SELECT containerType AS "Container Type",
       cpuSlicePeriod AS "CPU Slice Period",
       cpuQuota AS "CPU Quota",
       cpuShares AS "CPU Shares",
       effectiveCpuCount AS "Effective CPU Count",
       memorySoftLimit AS "Memory Soft Limit",
       memoryLimit AS "Memory Limit",
       swapMemoryLimit AS "Memory and Swap Limit",
       hostTotalMemory AS "Container Host Total Memory"
FROM ContainerConfiguration
ORDER BY startTime DESC
LIMIT 1
