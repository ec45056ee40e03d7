/* JSON written as it looks, with values in it:
 *
 *   json_fill(json, "{ruleId: $, message: {text: $}, locations: [", cell_text(id),
 * cell_text(text)); for (each place) json_fill(json, "{kind: 'function', line: $}",
 * cell_count(place->line)); json_shape(json, "]}");
 *
 *   name:  'name':         of a member
 *   'text'  12  true  null a value that is always the same
 *   $                      the next cell
 *
 * What begins and does not end is open afterwards, and what was open before may end. Shapes are the
 * program's own texts: one that takes more or fewer cells than there are is a mistake in it.
 */
#pragma once

#include "cmd/write/cell.h"

/* Writes the shape, with so many cells in it. */
void json_add_shape(struct json *json, const char *shape, const struct cell *cells, size_t count);
#define json_shape(json, shape) json_add_shape(json, shape, NULL, 0)
#define json_fill(json, shape, ...)                                 \
    json_add_shape(json, shape, (const struct cell[]){__VA_ARGS__}, \
                   sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))
