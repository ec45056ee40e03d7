#include "parser/table/chain.h"

#include "parser/value.h"

#define MAX_OBJECTS 300 /* of one chain; the JVM writes 200, and damage may lead round */
#define MAX_TEXT 1000   /* of a field's name or a description */

enum { TYPE, DESCRIPTION, INDEX, FIELD, SKIP, NEXT, SLOTS };
static const char *const paths[SLOTS] = {
    [TYPE] = "type",
    [DESCRIPTION] = "description",
    [INDEX] = "referrer.array.index",
    [FIELD] = "referrer.field.name",
    [SKIP] = "referrer.skip",
    [NEXT] = "referrer.object",
};

bool chain_is_of(const struct jfr_type *type) {
    return type && jfr_field_by_name(type, "referrer") && jfr_field_by_name(type, "type");
}

struct jfr_plan *chain_plan(const struct jfr_chunk *chunk, const struct jfr_type *type) {
    return jfr_plan_compile(chunk, type, paths, SLOTS, NULL);
}

/* The text in the slot; false: there is none. */
static bool add_text(const struct code *code, const struct jfr_plan *plan, size_t slot,
                     uint64_t value, struct text *out) {
    if (jfr_plan_slot(plan, slot) != JFR_SLOT_TEXT ||
        !jfr_plan_resolve_one(plan, code->constants, slot, &value))
        return false;
    string_add(code->chunk, code->chunk->data + value, MAX_TEXT, out);
    return true;
}

/* Of a description what tells objects of a class apart: "Class Name: app.Main" -> " app.Main". */
static void add_description(const struct code *code, const struct jfr_plan *plan, uint64_t value,
                            struct text *out) {
    static const char *const names[] = {"Class Name: ", "Thread Name: "};
    OWNED(text_free) struct text text = {0};
    if (add_text(code, plan, DESCRIPTION, value, &text))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strncmp(text_str(&text), names[i], strlen(names[i])) == 0)
                text_addf(out, " %s", text_str(&text) + strlen(names[i]));
}

static void add_class(struct code *code, const struct jfr_plan *plan, uint64_t value,
                      struct text *out) {
    uint32_t class = THINGS_NONE;
    if (jfr_plan_slot(plan, TYPE) == JFR_SLOT_STRUCT &&
        jfr_plan_resolve_one(plan, code->constants, TYPE, &value))
        class = code_class(code, jfr_plan_field(plan, TYPE), value);
    text_add(out,
             class == THINGS_NONE ? "[unknown class]" : strings_get(&code->things->texts, class));
}

/* How the object above is referred to. */
static void add_reference(const struct code *code, const struct jfr_plan *plan,
                          const uint64_t *values, struct text *out) {
    uint64_t index = values[INDEX], skip = values[SKIP];
    text_add_char(out, '\n');
    if (jfr_plan_slot(plan, SKIP) == JFR_SLOT_INTEGER &&
        jfr_plan_resolve_one(plan, code->constants, SKIP, &skip) && skip > 0)
        text_add(out, "...\n");
    if (add_text(code, plan, FIELD, values[FIELD], out)) text_add(out, " : ");
    else if (jfr_plan_slot(plan, INDEX) == JFR_SLOT_INTEGER &&
             jfr_plan_resolve_one(plan, code->constants, INDEX, &index))
        text_add(out, "[] : ");
    else text_add(out, "? : ");
}

bool chain_add(struct code *code, const struct jfr_plan *plan, const struct jfr_type *type,
               uint64_t key, struct text *out) {
    const uint8_t *end = code->chunk->data + code->chunk->size;
    for (int objects = 0;; objects++) {
        uint64_t values[SLOTS];
        const uint8_t *at = jfr_constant_find(code->constants, type, key);
        if (!at || !jfr_plan_read(plan, code->chunk->data, &at, end, values)) return objects > 0;
        if (objects == MAX_OBJECTS) {
            text_add(out, "...");
            return true;
        }
        add_class(code, plan, values[TYPE], out);
        add_description(code, plan, values[DESCRIPTION], out);
        key = values[NEXT];
        if (jfr_plan_slot(plan, NEXT) != JFR_SLOT_STRUCT ||
            !jfr_plan_resolve_one(plan, code->constants, NEXT, &key) ||
            !jfr_constant_find(code->constants, type, key))
            return true;
        add_reference(code, plan, values, out);
    }
}
