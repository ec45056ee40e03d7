-- JVM Information
-- form, Java virtual machine
-- needs: JVMInformation
-- units: n, time, text, text, text, text
SELECT pid AS "PID",
       jvmStartTime AS "VM Start",
       jvmName AS "Name",
       jvmVersion AS "Version",
       jvmArguments AS "VM Arguments",
       javaArguments AS "Program Arguments"
FROM JVMInformation
ORDER BY startTime DESC
LIMIT 1
