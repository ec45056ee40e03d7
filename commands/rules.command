command   rules
summary   Show what is wrong with a recording: GC, locks, memory, I/O, settings and more
about     Judges a recording by all rules, those of JDK Mission Control and some of jfrtool's own:
about     WARNING is a problem, INFO may be one, OK is neither; NA could not be judged, and the
about     finding says why. Each has a figure. Rules with thresholds also have a score from 0 to
about     100: 25 at the first threshold, 75 at the second. docs/rules.md has a section on each
about     rule.
about
about     With --from and --to, only that time range is judged.
example   jfrtool rules rec.jfr
shows     Warnings and infos: those of the application, the most severe first, then those of settings
example   jfrtool rules --topic garbage_collection --verbose rec.jfr
shows     Everything that the rules of a topic say
example   jfrtool rules --option GcPauseRatio.info=3% --option PID1Rule=off rec.jfr
shows     Changes a threshold, and leaves out a rule
example   jfrtool rules --json rec.jfr | jq '.rules[] | select(.severity == "WARNING")'
shows     For programs
