/* The rows of the tab Threads: threads of a pool are one row until it is opened. */
#pragma once

#include "cmd/tui/model.h"

struct pool_row {
    uint32_t thread; /* its name, an id of the frames' strings; MODEL_NONE: the row is a pool */
    uint32_t pool;   /* its name, an id of pools.names */
    uint32_t members;
    uint64_t samples;
    bool inside; /* the thread stands below its pool */
};

struct pools {
    struct strings names; /* as threads roll up: "pool-*" */
    ARRAY(bool) open;     /* by name */
    ARRAY(struct pool_row) rows;
    bool by_name; /* else by samples */
};

/* Makes the rows anew, of what is left of the filters. */
void pools_make(struct pools *pools, const struct model *model);
/* Opens the pool of the row, or closes it; to be made anew. */
void pools_toggle(struct pools *pools, size_t row);
void pools_open_all(struct pools *pools, const struct model *model); /* makes them anew, too */
/* Of threads by the id of their name; 0: of those that have none. */
const char *pools_thread(const struct model *model, uint32_t name);
const char *pools_name(const struct pools *pools, const struct model *model,
                       const struct pool_row *row);
void pools_free(struct pools *pools);
