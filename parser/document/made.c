#include "parser/document/made.h"

#include "base/map.h"
#include "base/order.h"
#include "parser/document/document.h"

#define CHUNK "jfrtool:chunk="
#define EVENT "jfrtool:event="
#define OPTION "jfrtool:option="
#define DIGITS 16

#define LOOKS 16 /* at so many places of the chunk, */
#define LOOK 64  /* bytes each */

uint64_t made_chunk_id(const struct jfr_chunk *chunk) {
    uint64_t parts[LOOKS + 2] = {chunk->size};
    uint64_t size = chunk->size, header = size < JFR_HEADER_SIZE ? size : JFR_HEADER_SIZE;
    parts[1] = hash_stable(chunk->data, (size_t)header);
    for (size_t i = 0; i < LOOKS && size >= LOOK; i++) /* the last at the end */
        parts[2 + i] = hash_stable(chunk->data + (size - LOOK) / (LOOKS - 1) * i +
                                       (i == LOOKS - 1 ? (size - LOOK) % (LOOKS - 1) : 0),
                                   LOOK);
    return hash_stable(parts, sizeof parts);
}

ORDERED(compare, uint64_t, ORDER(*x, *y))

void made_sort(made_ids *ids) {
    size_t kept = 0;
    array_sort(ids, compare);
    for (size_t i = 0; i < ids->len && kept < MADE_MOST; i++)
        if (kept == 0 || ids->items[kept - 1] != ids->items[i]) ids->items[kept++] = ids->items[i];
    ids->len = kept;
}

void made_add_comment(uint64_t id, struct text *out) {
    text_addf(out, CHUNK "%016llx", (unsigned long long)id);
}

static bool begins(const char *comment, size_t len, const char *prefix) {
    return len >= strlen(prefix) && memcmp(comment, prefix, strlen(prefix)) == 0;
}

bool made_take_comment(const char *comment, size_t len, uint64_t *id) {
    if (len != sizeof CHUNK - 1 + DIGITS || !begins(comment, len, CHUNK)) return false;
    *id = 0;
    for (const char *s = comment + sizeof CHUNK - 1; s < comment + len; s++) {
        unsigned digit = *s >= '0' && *s <= '9'   ? (unsigned)(*s - '0')
                         : *s >= 'a' && *s <= 'f' ? (unsigned)(*s - 'a' + 10)
                                                  : 16;
        if (digit == 16) return false;
        *id = *id << 4 | digit;
    }
    return true;
}

/* Sets are the same in whatever order: a sum of hashes. */
static void take_comment(struct made *made, const struct document_text *text) {
    uint64_t id;
    size_t len = text->len;
    if (made_take_comment(text->data, len, &id)) {
        array_push(&made->ids, id);
    } else if (begins(text->data, len, EVENT)) { /* without the number behind it */
        while (len && text->data[len - 1] != ' ') len--;
        made->events += hash_stable(text->data, len);
    } else if (begins(text->data, len, OPTION)) {
        made->options += hash_stable(text->data, len) | 1;
    }
}

bool made_of_document(const uint8_t *data, size_t size, struct made *made) {
    *made = (struct made){.events = 0};
    struct jfr_error error;
    if (!memmem(data, size, CHUNK, sizeof CHUNK - 1)) return false; /* as nearly all of others */
    struct document *document = document_read(data, size, &error);
    for (size_t i = 0; document && i < document->comments.len; i++) {
        struct document_text text = document_text_at(document, document->comments.items[i]);
        take_comment(made, &text);
    }
    document_free(document);
    made_sort(&made->ids);
    return made->ids.len > 0;
}

void made_free(struct made *made) {
    array_free(&made->ids);
}
