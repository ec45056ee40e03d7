command   gate
summary   Check rules about what may grow; exits with 1 if one fails
about     Compares two recordings, or several a side (--base), and checks rules: how much a method's,
about     package's or pattern's share of the samples may grow or be, how much is allocated, how long
about     threads wait for locks, how much CPU time is used, how often events of any type happen and how
about     long they take, how long the JVM is paused; in a second, or for each event of a type, such as a
about     request.
about
about     A rule fails only if its limit is exceeded by more than chance, which is allowed for over all
about     rules and methods together: with the default significance of 0.05, at most one gate in twenty
about     fails for nothing but chance within the recordings. Runs of the same program differ beyond
about     that; several recordings a side, or --confirm, take care of it.
about
about     Verdicts are pass, fail, inconclusive and not confirmed. Few samples never hide what is more
about     than chance: they only keep a rule from passing, which is then inconclusive, and so is a rule
about     about events that were not recorded. That does not fail the gate, unless --require-verdict is
about     given.
example   jfrtool gate main.jfr branch.jfr
shows     With the rules that hold when none are given
example   jfrtool gate --rules gate.json --confirm again.jfr main.jfr branch.jfr
shows     Fail only what two recordings of the branch show
example   jfrtool gate --junit gate.xml --markdown summary.md --source-root . main.jfr branch.jfr
shows     Reports for a CI system
