/* A set of descriptors, each with its place in an array of the caller's. Neither allocates nor
 * fails: what has no room is not added. By one thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define DESCRIPTORS_MOST 1024
#define DESCRIPTORS_HIGHEST 65536

struct descriptors {                      /* zero at first */
    int all[DESCRIPTORS_MOST];            /* in the order of their places */
    int count, next;                      /* next: whose turn it is */
    uint16_t places[DESCRIPTORS_HIGHEST]; /* of each; stale where all does not say so */
};

/* -1: it is not in it. */
static inline int descriptors_place(const struct descriptors *set, int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS_HIGHEST) return -1;
    int place = set->places[descriptor];
    return place < set->count && set->all[place] == descriptor ? place : -1;
}

/* Its place, new or not; -1: there is no room. */
static inline int descriptors_add(struct descriptors *set, int descriptor) {
    int place = descriptors_place(set, descriptor);
    if (place >= 0 || descriptor < 0 || descriptor >= DESCRIPTORS_HIGHEST ||
        set->count == DESCRIPTORS_MOST)
        return place;
    set->all[set->count] = descriptor;
    set->places[descriptor] = (uint16_t)set->count;
    return set->count++;
}

/* The last one comes to that place: the caller moves what it has of it. Returns whence. */
static inline int descriptors_remove(struct descriptors *set, int place) {
    int last = --set->count;
    set->all[place] = set->all[last];
    set->places[set->all[place]] = (uint16_t)place;
    return last;
}

/* Whose turn it is to be looked at: all of them one after the other. -1: there are none. */
static inline int descriptors_turn(struct descriptors *set) {
    if (set->next >= set->count) set->next = 0;
    return set->count ? set->next++ : -1;
}
