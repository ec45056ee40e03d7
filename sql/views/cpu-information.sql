-- CPU Information
-- form, environment
-- needs: CPUInformation
-- units: text, n, n, n, text
SELECT cpu AS "Type",
       sockets AS "Sockets",
       cores AS "Cores",
       hwThreads AS "Hardware Threads",
       description AS "Description"
FROM CPUInformation
ORDER BY startTime
LIMIT 1
