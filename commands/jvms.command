command   jvms
summary   List the Java virtual machines on this machine
about     Each running JVM with its process, user, JDK, how long it has been running, and its main class
about     or jar with arguments; with PART only names that contain it. JVMs in containers of this machine
about     are among them. JVMs of other users are seen as far as the system shows them: all of them to
about     root.
about
about     A note says where `jfrtool record` cannot attach.
example   jfrtool jvms
shows     Process, user, JDK, uptime and main class of each JVM
example   jfrtool jvms --json | jq '.jvms[].pid'
shows     For programs
example   jfrtool jvms Tomcat
shows     Those whose main class or arguments contain Tomcat
