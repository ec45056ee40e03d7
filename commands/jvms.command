command   jvms
summary   List the Java virtual machines on this machine
about     Lists each running JVM with its process id, user, JDK, uptime, and its main class or jar
about     with arguments; with PART, only those whose name contains it. JVMs in containers on this
about     machine are included. JVMs of other users are listed if the system shows them; root sees
about     all of them.
about
about     A note says where `jfrtool record` cannot attach.
example   jfrtool jvms
shows     Process id, user, JDK, uptime and main class of each JVM
example   jfrtool jvms --json | jq '.jvms[].pid'
shows     For programs
example   jfrtool jvms Tomcat
shows     Those whose main class or arguments contain Tomcat
