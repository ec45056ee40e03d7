command   metadata
summary   Show which types a recording describes, and their fields
about     Shows event types with their labels, categories and fields, and the types of the fields,
about     like `jfr metadata` of the JDK: values first, then annotations, settings and events.
about     Reads only the headers and the metadata of chunks, so a large recording takes no longer
about     than a small one.
about
about     Several chunks and recordings are merged: each type is shown as the first one defines
about     it, and a note says if others define other fields.
example   jfrtool metadata --events CPULoad rec.jfr
shows     The fields of an event, with their units
example   jfrtool metadata --categories GC rec.jfr | grep ^@Name
shows     The event types about collections
example   jfrtool metadata --json rec.jfr | jq '.types[] | select(.event) | .name'
shows     For programs
