command   gate
summary   Check rules about what may grow; exits with 1 if one fails
about     Compares two recordings, or several a side (--base).
about
about     Rules say how much the share of a method, package or pattern may grow, how much may be
about     allocated, how long threads may wait for locks, how much CPU time may be used, how often
about     events of any type may happen and how long they may take, how long the JVM may be
about     paused; per second, or per event of a type, such as a request.
about
about     A rule fails only if its limit is exceeded by more than chance, corrected for the number of
about     rules and methods: with the default significance of 0.05, at most one gate in twenty fails
about     by chance within the recordings alone. Runs of the same program differ more than that; use
about     several recordings a side, or --confirm.
about
about     Verdicts are pass, fail, inconclusive and not confirmed. Too few samples never hide a change
about     that is more than chance: they only make a rule inconclusive instead of passed, and so do
about     events that were not recorded. An inconclusive rule does not fail the gate unless
about     --require-verdict is given.
example   jfrtool gate main.jfr branch.jfr
shows     With the default rules
example   jfrtool gate --rules gate.json --confirm again.jfr main.jfr branch.jfr
shows     Fail only what both recordings of the branch show
example   jfrtool gate --junit gate.xml --markdown gate.md main.jfr branch.jfr
shows     Reports for a CI system
