command   callees
summary   Show the callees of a method
about     Prints a tree with the method at its root and the methods it calls below each method. A
about     recursive method counts once per sample, from its outermost call; percentages are of the
about     samples that contain the method. Self counts the samples with the method on top of the
about     stack at that place. With --by FIELD, the values of the field form a level between the
about     method and its callees.
about
include   method-names
example   jfrtool callees Server.handle rec.jfr
shows     What requests spend their time in
example   jfrtool callees --within app.Request --by endpoint Server.handle rec.jfr
shows     The same for each endpoint
