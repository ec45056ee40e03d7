-- CPU Time Stamp Counter
-- form, environment
-- needs: CPUTimeStampCounter
-- units: n, n, hertz, hertz
SELECT fastTimeAutoEnabled AS "Trusted Platform",
       fastTimeEnabled AS "Fast Time",
       fastTimeFrequency AS "Fast Time Frequency",
       osFrequency AS "OS Frequency"
FROM CPUTimeStampCounter
ORDER BY startTime DESC
LIMIT 1
