/* Windows of time that slide over a recording, each half of its length behind the one before:
 *
 *   first                                              last
 *   |<-------- size -------->|                           |
 *                |<-------- size -------->|
 *                             |<-------- size -------->| ...  up to the last that begins before it
 *
 *   struct windows w = windows_over(first, last, size);
 *   do {
 *       if (!windows_reach(&w, the time of the next thing at or after w.from_ns)) break;
 *       ... what is from w.from_ns to w.to_ns, both included
 *   } while (windows_slide(&w));
 *
 * Years may lie between two recordings, hence windows_reach: windows in which nothing is are passed
 * over in one step. Times are ns since the epoch, and none overflows. As JDK Mission Control's
 * SlidingWindowToolkit has them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct windows {
    int64_t from_ns, to_ns; /* the window */
    int64_t last_ns, size_ns;
};

/* The first window; there is always one. size_ns is at least 1. */
struct windows windows_over(int64_t first_ns, int64_t last_ns, int64_t size_ns);
/* Goes on to the first window that reaches the time, if this one does not. False: there is none. */
bool windows_reach(struct windows *windows, int64_t time_ns);
/* Goes on to the next window. False: that was the last one. */
bool windows_slide(struct windows *windows);
