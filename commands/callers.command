command   callers
summary   Show the callers of a method
about     Prints a tree with the method at its root and the callers below each method. A recursive
about     method counts once per sample, from its innermost call; percentages are of the samples
about     that contain the method. With --by FIELD, the values of the field form a level between
about     the method and its callers.
about
about     A method that is the only caller is printed directly below the method it calls; the tree
about     is indented only where there are several callers.
about
include   method-names
example   jfrtool callers HashMap.getNode rec.jfr
shows     What calls the lookups
example   jfrtool callers --by class --all '^java\.util\.' rec.jfr
shows     Which classes use java.util
