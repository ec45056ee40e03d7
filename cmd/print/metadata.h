/* The types of recordings as `jfr metadata` of the JDK shows them, and for programs. */
#pragma once

#include "analyzers/stream/type_filter.h"
#include "base/array.h"
#include "base/json.h"

typedef ARRAY(const struct jfr_type *) metadata_types;

/* Sorts: values, annotations, settings, events; in each by package, then by name. */
void metadata_sort(metadata_types *types);
/* "@Name("jdk.CPULoad") ... class CPULoad extends jdk.jfr.Event { ... }" */
void metadata_add_text(struct text *out, const struct jfr_type *type);
void metadata_add_json(struct json *json, const struct jfr_type *type);
