command   callees
summary   Show the callees of a method
about     A tree with the method at its root and below each method what it calls. A sample counts once,
about     from the outermost of several calls of the method; percentages are of the samples with the
about     method. Self counts the samples that were on top of the stack there. With --by FIELD what the
about     samples are about stands between the method and what it calls.
about
include   method-names
example   jfrtool callees Server.handle rec.jfr
shows     What requests spend their time in
example   jfrtool callees --within app.Request --by endpoint Server.handle rec.jfr
shows     Likewise, each endpoint apart
