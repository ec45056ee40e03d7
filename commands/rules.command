command   rules
summary   Show what is wrong with a recording: GC, locks, memory, I/O, settings and more
about     Judges a recording by all rules, those of JDK Mission Control and some of jfrtool's own:
about     WARNING is a problem, INFO may be one, OK is neither; NA could not be judged, and the finding
about     says why. Each has a figure, and where there are thresholds a score from 0 to 100: 25 at the
about     first, 75 at the second. docs/rules.md has a section on each rule.
about
about     With --from and --to only what happened in between is judged.
example   jfrtool rules rec.jfr
shows     Warnings and infos, the most severe first
example   jfrtool rules --topic garbage_collection --verbose rec.jfr
shows     All that the rules of a topic say
example   jfrtool rules --option GcPauseRatio.info=3% --option PID1Rule=off rec.jfr
shows     With another threshold, and without a rule
example   jfrtool rules --json rec.jfr | jq '.rules[] | select(.severity == "WARNING")'
shows     For programs
