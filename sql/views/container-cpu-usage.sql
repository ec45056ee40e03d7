-- Container CPU Usage
-- form, environment
-- needs: ContainerCPUUsage
-- units: ns, ns, ns
SELECT cpuTime AS "CPU Time",
       cpuUserTime AS "CPU User Time",
       cpuSystemTime AS "CPU System Time"
FROM ContainerCPUUsage
ORDER BY startTime DESC
LIMIT 1
