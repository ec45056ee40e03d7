-- Environment Variables
-- table, environment
-- needs: InitialEnvironmentVariable
SELECT key AS "Key", masked(key, last(value, startTime)) AS "Value"
FROM InitialEnvironmentVariable
GROUP BY key
ORDER BY 1
