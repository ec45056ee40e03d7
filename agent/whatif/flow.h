/* How long it takes from one point to another, whichever threads come to them, by how many have
 * come to each (Little's law): those that are between the two, on average, are as many as leave a
 * second times the seconds that each needs. No clock.
 *
 *   looks, at chance moments:  so many have come, so many have left
 *   spent                      those between the two, times how long they were seen there
 *
 * Counts begin before the first look: else who is under way already would not be known. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct flow { /* zero: there was no look */
    bool begun;
    int64_t came, left, time, owed; /* at the last look */
    int64_t spent;                  /* ns, of all that were between the two */
    int64_t lone;                   /* of those that left, how many did while fewer had come */
};

/* owed: ns of delay that all owe by then, which is no time; what it grows by it does just behind a
 * look, as that is when samples are taken. */
void flow_look(struct flow *flow, int64_t came, int64_t left, int64_t time, int64_t owed);
