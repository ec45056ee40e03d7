-- Modules
-- table, application
-- needs: ModuleRequire
-- units: text
SELECT DISTINCT source AS "Name"
FROM ModuleRequire
ORDER BY 1
