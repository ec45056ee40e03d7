-- Container CPU Throttling
-- form, environment
-- needs: ContainerCPUThrottling
-- units: n, n, ns
SELECT cpuElapsedSlices AS "CPU Elapsed Slices",
       cpuThrottledSlices AS "CPU Throttled Slices",
       cpuThrottledTime AS "CPU Throttled Time"
FROM ContainerCPUThrottling
ORDER BY startTime DESC
LIMIT 1
