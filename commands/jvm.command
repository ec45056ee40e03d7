command   jvm
summary   Show how the JVM was set up, and what it did not record
about     Version and arguments; flags whose value is not the default, with who set them; the container's
about     limits; agents; settings of event types that leave something out: switched off, shorter than a
about     threshold, throttled; system properties, environment and modules.
about
about     Values whose names look like passwords, tokens or keys are *** unless --secrets is given, also
about     within arguments and addresses.
example   jfrtool jvm rec.jfr
shows     Arguments, flags that are not the default, what was not recorded
example   jfrtool jvm --all rec.jfr
shows     All flags and settings
example   jfrtool jvm --json rec.jfr | jq '.flags[] | select(.origin != "Default")'
shows     For programs, which get all of it
