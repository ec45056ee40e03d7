-- Final Field Mutations
-- table, application
-- needs: FinalFieldMutation
-- units: text, text, text, n
SELECT declaringClass AS "Class", fieldName AS "Field", stackTrace_app AS "Changed By", count(*) AS "Times"
FROM FinalFieldMutation
GROUP BY 1, 2, 3
ORDER BY 4 DESC, 1, 2, 3
