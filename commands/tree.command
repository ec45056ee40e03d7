command   tree
summary   Show the call tree as text
about     All stacks merged from their roots, callers above what they call; with --reverse from their
about     tops, callers below. A method that is the only one below another stands right under it; to the
about     right it goes only where the tree forks. With --by FIELD the roots are what the samples are
about     about.
example   jfrtool tree rec.jfr
shows     From Thread.run downwards, all that has 1 % or more
example   jfrtool tree --reverse --depth 3 rec.jfr
shows     Hot methods, two callers each
