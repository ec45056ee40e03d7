command   callers
summary   Show the callers of a method
about     A tree with the method at its root and below each method its callers. A sample counts once,
about     from the innermost of several calls of the method; percentages are of the samples with the
about     method. With --by FIELD what the samples are about stands between the method and its callers.
about
about     A method that is the only caller stands right below the one that it calls; to the right it goes
about     where there are several.
about
include   method-names
example   jfrtool callers HashMap.getNode rec.jfr
shows     Where lookups come from
example   jfrtool callers --by class --all '^java\.util\.' rec.jfr
shows     Which classes use java.util
