/* JSON and XML: written as the values come. */
#include "cmd/print/parts.h"

/* A constant that contains itself is written with a null in its place: in which place depends on
 * where it was entered. So none is kept that is around such a null. */
static void keep_none(struct printer *p) {
    for (unsigned i = 0; i < p->depth; i++) p->levels[i].kept = false;
}

static bool is_ring(const struct printer *p, const struct jfr_item *item) {
    return item->constant && item->base == JFR_STRUCT && p->constants && item->type &&
           !item->type->simple && jfr_constant_find(p->constants, item->type, item->key);
}

static enum jfr_answer over(struct printer *p, const struct jfr_item *item) {
    struct jfr_item none = *item;
    none.kind = JFR_ITEM_NULL;
    p->structure->value(p, &none);
    return JFR_STEP_OVER;
}

static enum jfr_answer leave_out(struct printer *p, const struct jfr_item *item) {
    struct jfr_item instead = *item;
    instead.kind = JFR_ITEM_TEXT;
    instead.text = "...";
    instead.length = 3;
    p->structure->value(p, &instead);
    return JFR_STEP_OVER;
}

/* More than is kept: what is there goes out, and what is open cannot be kept. */
static void drain(struct printer *p) {
    if (p->out.len < (size_t)4 << 20) return;
    keep_none(p);
    p->enough = !p->options.flush(p->options.context, &p->out) || p->enough;
}

static enum jfr_answer begin(struct printer *p, const struct jfr_item *item) {
    unsigned indent = p->indent;
    if (!p->depth) {
        p->levels[p->depth++] = (struct level){.more = false};
        return JFR_GO_ON;
    }
    if (print_is_beyond(p, item)) return JFR_STEP_OVER;
    if (p->values > PRINT_MOST_VALUES) return over(p, item);
    if (print_is_too_much(p, item)) return leave_out(p, item);
    p->structure->open(p, item);
    const struct cached *known =
        item->constant ? cache_find(&p->cache, item->type, item->key, p->indent) : NULL;
    if (known) {
        text_add_bytes(&p->out, p->cache.bytes.data + known->at, known->len);
        p->values += known->values;
        p->nesting++;
        print_count(p, known->values);
        p->nesting--;
        p->indent = indent;
        drain(p);
        return JFR_STEP_OVER;
    }
    p->nesting += item->constant;
    p->levels[p->depth++] = (struct level){.kept = item->constant,
                                           .constant = item->constant,
                                           .at = p->out.len,
                                           .values = p->values,
                                           .key = item->key,
                                           .type = item->type};
    return JFR_GO_ON;
}

static enum jfr_answer end(struct printer *p, const struct jfr_item *item) {
    struct level level = *print_level(p);
    unsigned indent = p->indent;
    p->depth--;
    p->nesting -= level.constant;
    if (!p->depth) return JFR_GO_ON;
    p->structure->close(p, item);
    if (level.kept)
        cache_add(&p->cache,
                  &(struct cached){.type = level.type,
                                   .key = level.key,
                                   .indent = indent,
                                   .values = p->values - level.values,
                                   .len = p->out.len - level.at},
                  p->out.data + level.at);
    if (!item->element || !p->depth) return JFR_GO_ON;
    return print_level(p)->frames && print_level(p)->left == 0 ? JFR_ENOUGH : JFR_GO_ON;
}

static enum jfr_answer begin_array(struct printer *p, const struct jfr_item *item) {
    if (p->values > PRINT_MOST_VALUES) return over(p, item);
    p->structure->open_array(p, item);
    p->levels[p->depth++] = (struct level){.frames = item->type && item->type == p->frame_type,
                                           .left = p->options.stack_depth};
    p->stacks += print_level(p)->frames;
    return JFR_GO_ON;
}

static enum jfr_answer end_array(struct printer *p, const struct jfr_item *item) {
    p->stacks -= print_level(p)->frames;
    p->depth--;
    p->structure->close_array(p, item);
    return JFR_GO_ON;
}

enum jfr_answer structured_item(void *context, const struct jfr_item *item) {
    struct printer *p = context;
    p->values++;
    print_count(p, 1);
    switch (item->kind) {
    case JFR_ITEM_BEGIN: return begin(p, item);
    case JFR_ITEM_END: drain(p); return end(p, item);
    case JFR_ITEM_ARRAY: return begin_array(p, item);
    case JFR_ITEM_ARRAY_END: return end_array(p, item);
    case JFR_ITEM_NULL:
        if (is_ring(p, item)) keep_none(p);
        break;
    default: break;
    }
    if (print_is_beyond(p, item)) return JFR_ENOUGH;
    if (p->values > PRINT_MOST_VALUES) return JFR_ENOUGH;
    p->structure->value(p, item);
    return JFR_GO_ON;
}
