/* A JSON Schema (draft 7) of a document, made of its keys: what has to be there, what it is, what
 * it means. More keys may come in later versions, so others are not refused. */
#pragma once

#include "cmd/keys/keys.h"

/* Appends the JSON schema of one document. */
void json_keys_add_schema(const struct json_keys *keys, const struct json_part *part,
                          struct text *out);
