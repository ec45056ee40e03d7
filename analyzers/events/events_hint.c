/* What an event type or a field that is not there may have meant. */
#include "analyzers/events/events_state.h"
#include "base/order.h"

#include "base/few.h"
#include "base/suggest.h"

struct counted {
    const char *name;
    uint64_t count;
};

ORDERED(compare_counted, struct counted, FALLING(count), strcmp(x->name, y->name))

#define TYPES_SHOWN 5 /* of those that nothing else speaks for */

static void add_types(const struct events *e, const struct state *s, struct text *out) {
    ARRAY(struct counted) types = {0};
    struct suggest suggest = suggest_for(e->missing_type);
    for (uint32_t i = 1; i < e->names.entries.len; i++)
        suggest_offer_dotted(&suggest, strings_get(&e->names, i));
    for (uint32_t i = 1; i < e->categories.entries.len; i++)
        suggest_offer(&suggest, strings_get(&e->categories, i));
    if (suggest.best) {
        text_add(out, "did you mean ");
        suggest_add_near(&suggest, "", out);
        text_add(out, "? jfrtool summary lists the types with events, jfrtool metadata all types");
        return;
    }
    for (size_t i = 0; i < s->tallies.size; i++)
        if (s->tallies.slots[i].value != MAP_EMPTY)
            array_push(&types,
                       (struct counted){strings_get(&e->names, (uint32_t)s->tallies.slots[i].key),
                                        s->tallies.slots[i].value});
    array_sort(&types, compare_counted);
    text_add(out, types.len ? "there are: " : "there are no events at all");
    struct few few = {out, TYPES_SHOWN, 0};
    EACH (const struct counted, type, &types) {
        if (!few_takes(&few)) continue;
        text_addf(out, "%s ", type->name);
        text_add_grouped(out, type->count);
    }
    if (few_end(&few))
        text_addf(out, " type%s, which jfrtool summary lists",
                  few.count == TYPES_SHOWN + 1 ? "" : "s");
    array_free(&types);
}

#define FIELDS_SHOWN 60

static void add_fields(const struct events *e, struct text *out) {
    struct suggest suggest = suggest_for(e->missing_field);
    OWNED(strings_free) struct strings fields = {0};
    for (size_t k = 0; k < e->missing_of->sources.len; k++) {
        const struct jfr_table *table = e->missing_of->sources.items[k]->table;
        for (size_t i = 0; i < table->columns.len; i++) {
            suggest_offer_dotted(&suggest, table->columns.items[i].path);
            strings_add(&fields, table->columns.items[i].path);
        }
    }
    if (suggest.best) text_addf(out, "did you mean %s? ", suggest.best);
    text_add(out, "there are: ");
    struct few few = {out, FIELDS_SHOWN, 0};
    for (uint32_t i = 1; i < fields.entries.len; i++)
        if (few_takes(&few)) text_add(out, strings_get(&fields, i));
    few_end(&few);
}

void events_add_hint(const struct events *e, const struct walk_run *run, struct text *out) {
    const struct state *s = walk_result(run, &events_reader);
    if (e->missing_type) add_types(e, s, out);
    else if (e->missing_field) add_fields(e, out);
}
