#include "cmd/print/parts.h"
#include "parser/visit.h"

#include <string.h>

#define FLUSH_AT ((size_t)1 << 16)

struct printer *printer_open(const struct printer_options *options) {
    struct printer *p = mem_zero(1, sizeof *p);
    p->options = *options;
    p->structure = options->format == PRINT_JSON  ? &printer_json
                   : options->format == PRINT_XML ? &printer_xml
                                                  : NULL;
    if (!p->structure) p->tree = tree_open(p);
    return p;
}

void printer_close(struct printer *p) {
    tree_close(p->tree);
    cache_free(&p->cache);
    text_free(&p->out);
    free(p);
}

static void flush(struct printer *p) {
    if (p->out.len && !p->options.flush(p->options.context, &p->out)) p->enough = true;
}

void printer_begin(struct printer *p) {
    if (p->structure) p->structure->begin(p);
}

void printer_end(struct printer *p) {
    if (p->structure) p->structure->end(p);
    flush(p);
}

void printer_chunk(struct printer *p, const struct jfr_chunk *chunk,
                   const struct jfr_metadata *metadata, const struct jfr_constants *constants) {
    p->metadata = metadata;
    p->constants = constants;
    p->visitor = jfr_visitor_open(chunk, metadata, constants);
    visit_keep_zeros(p->visitor);
    p->frame_type = jfr_type_by_name(metadata, "jdk.types.StackFrame");
    p->clock = clock_of(chunk, metadata, &p->options.zone);
    p->budget = PRINT_ANYWAY + PRINTER_A_BYTE * chunk->size;
    if (p->tree) tree_chunk(p);
}

/* A frame is in the recording as many times as it is written, or its stack is. */
static bool print_is_counted(const struct printer *p) {
    return p->nesting && (!p->stacks || p->values - p->frame > PRINT_A_FRAME);
}

void print_count(struct printer *p, uint32_t values) {
    if (!print_is_counted(p)) return;
    uint64_t bytes = (uint64_t)values * (PRINT_VALUE + 2 * (uint64_t)p->depth);
    p->budget -= bytes < p->budget ? bytes : p->budget;
}

bool print_is_too_much(struct printer *p, const struct jfr_item *item) {
    if (!item->constant || p->budget || (p->stacks && !print_is_counted(p))) return false;
    for (unsigned i = 0; i < p->depth; i++) p->levels[i].kept = false;
    p->shortened = true;
    return true;
}

bool print_is_beyond(struct printer *p, const struct jfr_item *item) {
    if (!item->element || !p->depth) return false;
    struct level *array = print_level(p);
    if (array->frames && array->left == 0) return true;
    if (array->frames) array->left--;
    if (array->frames) p->frame = p->values;
    array->elements++;
    return false;
}

void printer_chunk_ends(struct printer *p) {
    jfr_visitor_close(p->visitor);
    cache_clear(&p->cache);
    memset(p->leads, 0, sizeof p->leads); /* the next chunk's fields may lie where these did */
    p->visitor = NULL;
    flush(p);
}

bool printer_event(struct printer *p, const struct jfr_type *type, const struct jfr_event *event) {
    enum jfr_code code;
    cache_trim(&p->cache);
    p->depth = 0;
    p->values = p->frame = 0;
    p->nesting = p->stacks = 0;
    p->shortened = false;
    if (p->structure) {
        p->structure->begin_event(p, type);
        code = jfr_visit_event(p->visitor, event, structured_item, p);
        p->structure->end_event(p);
    } else {
        code = tree_event(p, event);
        text_event(p, type);
    }
    p->more = true;
    p->short_events += p->shortened;
    if (code != JFR_OK || p->values > PRINT_MOST_VALUES) p->damaged++;
    if (p->out.len >= FLUSH_AT) flush(p);
    return !p->enough;
}

uint64_t printer_short(const struct printer *p) {
    return p->short_events;
}

uint64_t printer_damaged(const struct printer *p) {
    return p->damaged;
}
