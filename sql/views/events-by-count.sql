-- Event Types by Count
-- table, environment
-- needs: all
-- units: text, n
SELECT coalesce(label, type) AS "Event Type", sum(count) AS "Count"
FROM events
WHERE count > 0
GROUP BY 1
ORDER BY 2 DESC, 1
