/* The type model, from the metadata event (metadata.c) and from what its annotations mean
 * (model.c). Everything in it lies in one arena. */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "parser/jfr.h"

struct jfr_metadata_private {
    struct jfr_metadata model; /* what others see of it */
    struct arena arena;
    struct map by_id;   /* type id -> index */
    struct map by_name; /* hash of the name -> index of the first */
    uint8_t *bytes;     /* copy of the event behind its times, to recognise it again */
    size_t size;
    enum jfr_encoding encoding;
};

/* What lies around the model that others see. */
static inline struct jfr_metadata_private *metadata_own(const struct jfr_metadata *metadata) {
    return (struct jfr_metadata_private *)(uintptr_t)metadata;
}

/* The same, to be written while the model is made. */
static inline struct jfr_type *type_at(const struct jfr_metadata *metadata, uint32_t index) {
    return (struct jfr_type *)(uintptr_t)metadata->types[index];
}

typedef ARRAY(struct jfr_annotation *) metadata_annotations;

/* Types, fields, settings and annotations are read, by id where they refer to each other. Finds the
 * types, and what the annotations say of units, labels and categories. all: every annotation. */
void model_link(struct jfr_metadata *metadata, const metadata_annotations *all);
