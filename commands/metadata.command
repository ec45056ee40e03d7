command   metadata
summary   Show which types a recording describes, and their fields
about     Event types with their labels, categories and fields, and the types of these, as `jfr metadata`
about     of a JDK shows them: values first, then annotations, settings and events. Only the headers and
about     the metadata of chunks are read, so it takes as long for a large recording as for a small one.
about
about     Several chunks and recordings are taken together: each type is shown as the first one has it,
about     and a note says if others have other fields.
example   jfrtool metadata --events CPULoad rec.jfr
shows     The fields of an event, with their units
example   jfrtool metadata --categories GC rec.jfr | grep ^@Name
shows     What there is about collections
example   jfrtool metadata --json rec.jfr | jq '.types[] | select(.event) | .name'
shows     For programs
