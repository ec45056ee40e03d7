/* Where an export goes: added to a text, written out in pieces, packed with gzip or as it is. */
#pragma once

#include "cmd/cli/output.h"
#include "cmd/write/deflate.h"

struct sink {
    struct text text; /* what comes next */
    struct output *output;
    struct gzip *gzip;       /* NULL: as it is */
    uint64_t bytes, written; /* that went through, and what became of them */
};

void sink_open(struct sink *sink, struct output *output, bool packed); /* packed: gzip */
/* Now and then: sends the text on when there is enough. False: it cannot be written. */
bool sink_step(struct sink *sink);
/* Sends the rest. The sink is empty then. */
void sink_close(struct sink *sink);
