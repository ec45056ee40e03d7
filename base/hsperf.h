/* The counters of a HotSpot JVM (those of jstat), version 2 of their layout: in its memory, and in
 * the file that it maps, /tmp/hsperfdata_USER/PID.
 *
 *    0 magic CAFEC0C0   4 byte order (1: little)   5 major   6 minor   7 accessible
 *    8 used u32        12 overflow u32    16 time u64    24 first entry u32    28 entries u32
 *   entry: length u32, name offset u32, elements u32, type u8 ('B', 'J', ...), flags, unit,
 *          variability, data offset u32; name and data are inside it
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether these bytes, which may be anything, are such counters. */
bool hsperf_is(const void *bytes, size_t size);
/* The counter of that name, a text such as "sun.gc.cause": where it is in there, and its length
 * without an end. NULL: there is none. Allocates nothing; others may append meanwhile. */
const char *hsperf_text(const void *bytes, size_t size, const char *name, size_t *len);
