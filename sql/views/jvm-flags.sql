-- Command Line Flags
-- table, environment
-- needs: IntFlag or IntFlagChanged or UnsignedIntFlag or UnsignedIntFlagChanged or BooleanFlag or BooleanFlagChanged or LongFlag or LongFlagChanged or UnsignedLongFlag or UnsignedLongFlagChanged or DoubleFlag or DoubleFlagChanged or StringFlag or StringFlagChanged
WITH flags(name, value, startTime) AS (
  SELECT NULL, NULL, NULL WHERE 0
  UNION ALL SELECT name, value, startTime FROM IntFlag --? IntFlag
  UNION ALL SELECT name, newValue, startTime FROM IntFlagChanged --? IntFlagChanged
  UNION ALL SELECT name, value, startTime FROM UnsignedIntFlag --? UnsignedIntFlag
  UNION ALL SELECT name, newValue, startTime FROM UnsignedIntFlagChanged --? UnsignedIntFlagChanged
  UNION ALL SELECT name, iif(value, 'true', 'false'), startTime FROM BooleanFlag --? BooleanFlag
  UNION ALL SELECT name, iif(newValue, 'true', 'false'), startTime FROM BooleanFlagChanged --? BooleanFlagChanged
  UNION ALL SELECT name, value, startTime FROM LongFlag --? LongFlag
  UNION ALL SELECT name, newValue, startTime FROM LongFlagChanged --? LongFlagChanged
  UNION ALL SELECT name, value, startTime FROM UnsignedLongFlag --? UnsignedLongFlag
  UNION ALL SELECT name, newValue, startTime FROM UnsignedLongFlagChanged --? UnsignedLongFlagChanged
  UNION ALL SELECT name, value, startTime FROM DoubleFlag --? DoubleFlag
  UNION ALL SELECT name, newValue, startTime FROM DoubleFlagChanged --? DoubleFlagChanged
  UNION ALL SELECT name, value, startTime FROM StringFlag --? StringFlag
  UNION ALL SELECT name, newValue, startTime FROM StringFlagChanged --? StringFlagChanged
)
SELECT name AS "Name", masked(name, last(value, startTime)) AS "Value"
FROM flags
GROUP BY name
ORDER BY 1
