command   method
summary   Show the callers and callees of a method
about     Prints two trees with the method at their root: its callers, then its callees. A sample
about     counts once in each; percentages are of the samples that contain the method.
about
include   method-names
example   jfrtool hot-methods HashMap.getNode rec.jfr
shows     What calls the lookups, and what they cost
example   jfrtool hot-methods --depth 3 Server.handle rec.jfr
shows     Three levels each way
