command   method
summary   Show the callers and callees of a method
about     Two trees with the method at their root: below it its callers, then below it what it calls. A
about     sample counts once in each; percentages are of the samples with the method.
about
include   method-names
example   jfrtool hot-methods HashMap.getNode rec.jfr
shows     Who looks things up, and what that costs
example   jfrtool hot-methods --depth 3 Server.handle rec.jfr
shows     Three levels each way
