/* How the bytes of a structure of format 0.9 become those of a later format: the steps of its plan,
 * with its values in the order that readers of later formats rely on. */
#pragma once

#include "parser/v0/types.h"

#include <string.h>

struct v0_planner {
    struct v0_types *types; /* steps are added to */
    const struct v0_metadata *m;
    const char **pool_names; /* by content type; NULL: it is no pool */
    uint32_t frames;         /* the structure of frames, or V0_NONE */
    const char *event,
        *content; /* whose structure it is: the later name, the recorded one, or NULL */
    /* Of the plan at hand: */
    size_t visited;
    size_t fixed; /* the open FIXED, or SIZE_MAX */
    struct v0_plan *plan;
};

/* A value in its later place; or a number that is missing here and is not in later formats: -1. */
struct v0_place {
    const struct v0_value *value;
    const char *missing;
    uint32_t offset; /* in the structure, where all values have fixed widths */
};
typedef ARRAY(struct v0_place) v0_place_list;

/* The same text? NULL is none. */
static inline bool v0_is(const char *a, const char *b) {
    return a && strcmp(a, b) == 0;
}

/* plan->broken: the structure cannot be read. */
void v0_plan_make(struct v0_planner *p, uint32_t structure, struct v0_plan *plan);
/* The values of a structure in the order of later formats. The caller frees the list. */
void v0_places_add(const struct v0_planner *p, uint32_t structure, v0_place_list *places);
/* The pool that a value of this type has a key of, or V0_NONE. */
uint32_t v0_plan_pool(const struct v0_planner *p, enum v0_data data, int32_t content);
/* Is the value a key of a class that stands for its loader? */
bool v0_is_loader(const struct v0_planner *p, const struct v0_value *value);
bool v0_has_value(const struct v0_metadata *m, uint32_t structure, const char *id);
/* The structure of the frames of stack traces, whatever else they have but a method; V0_NONE. */
uint32_t v0_frames_find(const struct v0_metadata *m);
bool v0_is_frame(const struct v0_planner *p, uint32_t structure);
