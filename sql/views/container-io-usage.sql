-- Container I/O Usage
-- form, environment
-- needs: ContainerIOUsage
-- units: n, bytes
SELECT serviceRequests AS "Block IO Request Count",
       dataTransferred AS "Block IO Transfer"
FROM ContainerIOUsage
ORDER BY startTime DESC
LIMIT 1
