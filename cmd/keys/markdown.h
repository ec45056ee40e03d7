/* The keys of a document or a part as a table of Markdown, as docs/json.md has them.
 *
 * What everywhere says of a key is not said again: such keys stand in the row of the object that
 * has them.
 */
#pragma once

#include "cmd/keys/keys.h"

/* Appends the table of one document or part. */
void json_keys_add_markdown(const struct json_keys *keys, const struct json_part *part,
                            struct text *out);
