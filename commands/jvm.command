command   jvm
summary   Show how the JVM was set up, and what it did not record
about     Shows the version and arguments; flags that are not at their default, with who set them;
about     the container's limits; agents; event types that are not fully recorded: switched off,
about     limited by a threshold, or throttled; system properties, environment and modules.
about
about     Values whose names look like passwords, tokens or keys are printed as ***, also within
about     arguments and addresses, unless --secrets is given.
example   jfrtool jvm rec.jfr
shows     Arguments, flags that are not the default, what was not recorded
example   jfrtool jvm --all rec.jfr
shows     All flags and settings
example   jfrtool jvm --json rec.jfr | jq '.flags[] | select(.origin != "Default")'
shows     For programs, which get everything
