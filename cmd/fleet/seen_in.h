/* In how many of the recordings was a row seen? A second pass, over one input after the other. */
#pragma once

#include "cmd/read/reading.h"

struct seen_in {
    ARRAY(uint64_t) frames; /* of each frame of the reading's samples: recordings that have it */
    uint64_t recordings;    /* that could be read; copies of one that came before do not count */
};

/* Can it be asked for? False: the sentence has been said. */
bool seen_in_fits(const struct selection *selection, const struct text_list *paths);
/* Counts for what the reading has taken, with PROFILE_ROWS. out is to be freed. */
void seen_in_count(struct reading *reading, struct seen_in *out);
void seen_in_free(struct seen_in *seen);
