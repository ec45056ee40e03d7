-- Event types by what they take of the recording
-- table, more than the JDK's
-- needs: all
-- units: text, text, n, bytes, percent
SELECT type AS "Type", label AS "Label", count AS "Count", bytes AS "Bytes", 1.0 * bytes / sum(bytes) OVER () AS "Share"
FROM events
WHERE count > 0
ORDER BY 4 DESC, 1
