-- System Properties at Startup
-- table, environment
-- needs: InitialSystemProperty
SELECT key AS "Key", masked(key, last(value, startTime)) AS "Value"
FROM InitialSystemProperty
GROUP BY key
ORDER BY 1
