/* What a scope owns is freed where it ends, whichever way it is left:
 *
 *   OWNED(text_free) struct text line = {0};
 *
 * Who hands such a thing over takes it out first (text_take), or does not say OWNED. Those of one
 * scope go in the opposite order.
 */
#pragma once

#define OWNED(free_it) __attribute__((cleanup(free_it)))
