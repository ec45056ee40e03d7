/* Which chunks a profile of ours was made of: what it says in comments "jfrtool:chunk=...", so that
 * it does not count beside its recordings.
 *
 *   chunk  --made_chunk_id-->  16 hexadecimal digits     of its header, its size and some of its
 * bytes
 *
 * Of many chunks the MADE_MOST smallest ids are kept, which are the same in whatever order they
 * come, and of which any other set of chunks can be told apart as far as their ids are as small.
 */
#pragma once

#include "base/array.h"
#include "base/text.h"
#include "parser/jfr.h"

#define MADE_MOST 4096

typedef ARRAY(uint64_t) made_ids;

/* The same for the same chunk, wherever it lies and however it is packed. */
uint64_t made_chunk_id(const struct jfr_chunk *chunk);
/* In order, each once, MADE_MOST of them. */
void made_sort(made_ids *ids);
/* "jfrtool:chunk=0123456789abcdef" */
void made_add_comment(uint64_t id, struct text *out);
/* False: it is no such comment. */
bool made_take_comment(const char *comment, size_t len, uint64_t *id);

struct made { /* what a profile says of itself */
    made_ids ids;
    uint64_t events;  /* a hash of which events it is of */
    uint64_t options; /* of what was left out of them; 0: nothing */
};

/* Of a document's bytes; ids are sorted. False: it says nothing of chunks. To be freed always. */
bool made_of_document(const uint8_t *data, size_t size, struct made *made);
void made_free(struct made *made);
