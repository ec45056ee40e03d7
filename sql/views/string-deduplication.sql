-- String Deduplication
-- form, Java virtual machine
-- needs: StringDeduplication
-- units: n, n, n, bytes, n, bytes, ns
SELECT count(*) AS "Cycles",
       sum(inspected) AS "Inspected",
       sum(newStrings) AS "New Strings",
       sum(newSize) AS "Size of New Strings",
       sum(deduplicated) AS "Deduplicated",
       sum(deduplicatedSize) AS "Saved",
       sum(processing) AS "Time"
FROM StringDeduplication
