-- Deprecated Methods for Removal
-- table, application
-- needs: DeprecatedInvocation
-- units: text, text
SELECT method AS "Deprecated Method", group_concat(DISTINCT class(stackTrace_top)) AS "Called from Class"
FROM DeprecatedInvocation
WHERE forRemoval
GROUP BY 1
ORDER BY 1
