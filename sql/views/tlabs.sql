-- Thread Local Allocation Buffers
-- form, Java virtual machine
-- needs: ObjectAllocationInNewTLAB or ObjectAllocationOutsideTLAB
-- units: n, bytes, bytes, bytes, bytes, n, bytes, bytes, bytes, bytes
WITH buffers(inside, outside) AS (
  SELECT NULL, NULL WHERE 0
  UNION ALL SELECT tlabSize, NULL FROM ObjectAllocationInNewTLAB --? ObjectAllocationInNewTLAB
  UNION ALL SELECT NULL, allocationSize FROM ObjectAllocationOutsideTLAB --? ObjectAllocationOutsideTLAB
)
SELECT count(inside) AS "Inside TLAB Count", min(inside) AS "Inside TLAB Minimum Size",
       CAST(avg(inside) AS INTEGER) AS "Inside TLAB Average Size", max(inside) AS "Inside TLAB Maximum Size",
       sum(inside) AS "Inside TLAB Total Allocation", count(outside) AS "Outside TLAB Count",
       min(outside) AS "OutSide TLAB Minimum Size", CAST(avg(outside) AS INTEGER) AS "Outside TLAB Average Size",
       max(outside) AS "Outside TLAB Maximum Size", sum(outside) AS "Outside TLAB Total Allocation"
FROM buffers
HAVING count(*) > 0
