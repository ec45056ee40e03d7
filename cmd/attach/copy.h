/* What files have in them copied from one to another, by their descriptors. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Copies len bytes from the place at to the place to_at, without reading holes. What is not there
 * any more because the file became shorter is left out, or zeros. False: errno. */
bool copy_spans(int from, uint64_t at, uint64_t len, int to, uint64_t to_at);
