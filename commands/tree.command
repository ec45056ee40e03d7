command   tree
summary   Show the call tree as text
about     Merges all stacks from their roots, with callees below their callers; with --reverse
about     from their tops, with callers below their callees. A method that is the only one below
about     another is printed directly under it; the tree is indented only where it forks. With
about     --by FIELD the values of the field are the roots.
example   jfrtool tree rec.jfr
shows     From Thread.run down, everything with at least 1 %
example   jfrtool tree --reverse --depth 3 rec.jfr
shows     Hot methods, two callers each
