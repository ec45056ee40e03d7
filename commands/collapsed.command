command   collapsed
summary   Write stacks as lines of frame;frame;frame COUNT
about     Writes one line per distinct stack: its frames from the root to the top, separated by
about     semicolons, a space, and the number of samples; with --measure value their bytes or
about     nanoseconds. flamegraph.pl, inferno, speedscope and other tools read this format. Lines
about     are sorted bytewise. A semicolon in a name is written as a colon.
about
about     With --frame-type, frames end in _[0] (interpreted), _[j] (compiled), _[i] (inlined),
about     _[1] (compiled by C1) or _[k] (kernel).
example   jfrtool collapsed rec.jfr > rec.collapsed
shows     All stacks with their number of samples
example   jfrtool collapsed --threads --event wall rec.jfr | flamegraph.pl > wall.svg
shows     A flame graph drawn by another program
