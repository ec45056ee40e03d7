/* Windows beside their neighbours: what else goes on in the machine makes all of a time faster or
 * slower, and is the same for neighbours. So each is compared with those around it, once all are
 * freed from what their groups (of one kind, method and speed) do; what groups do is found out by
 * that, again and again, until it stays.
 *
 * How far around: weights fall by e every reach; of some reaches that is taken by which windows
 * differ least from their neighbours. Pure. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define NEIGHBOURS_GROUPS 160

struct neighbour {
    int64_t time;   /* ns, of its middle */
    uint32_t group; /* 0: what all are compared with */
    double log;     /* of its rate */
    double beside;  /* set: its log less that of its neighbours, without what their groups do;
                       MISSING_REAL: none is near */
};

/* Puts them in order of time. length: of a window, ns. */
void neighbours_compare(struct neighbour *items, size_t len, int64_t length);
