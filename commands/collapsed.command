command   collapsed
summary   Write stacks as lines of frame;frame;frame COUNT
about     One line per distinct stack: its frames from the root to the top, separated by semicolons, a
about     blank, and the number of samples; with --measure value their bytes or nanoseconds. This is what
about     flamegraph.pl, inferno, speedscope and others read. Lines are sorted bytewise. A semicolon in a
about     name is written as a colon.
about
about     With --frame-type, frames end in _[0] (interpreted), _[j] (compiled), _[i] (inlined), _[1]
about     (compiled by C1) or _[k] (kernel).
example   jfrtool collapsed rec.jfr > rec.collapsed
shows     All stacks with their number of samples
example   jfrtool collapsed --threads --event wall rec.jfr | flamegraph.pl > wall.svg
shows     A flame graph by another program
