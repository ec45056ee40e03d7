/* Names of event types and categories as recordings have them: what a name that fits none of them
 * may have been meant to be. */
#pragma once

#include "base/strings.h"
#include "base/text.h"
#include "parser/jfr.h"

struct type_names {
    struct strings events, categories; /* one part of a category each */
};

/* Those of a chunk; what is there already costs a look each. */
void type_names_take(struct type_names *names, const struct jfr_metadata *metadata);
void type_names_free(struct type_names *names);

/* A phrase for each of the patterns of type_filter.h that fits no name: "no event type is called
 * jdk.CPULod; did you mean jdk.CPULoad?", and told to say(). How many there were. */
size_t type_names_tell(const struct type_names *names, const struct text_list *patterns,
                       bool categories, void (*say)(const char *sentence));
