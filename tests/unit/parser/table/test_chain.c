/* Chains of references: what is said of each object, and where a chain ends. */
#include "parser/table/chain.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <string.h>

enum { ARRAY_INFO = 400, FIELD_INFO, REFERENCE, OBJECT, MOST = 300 };

struct object { /* its key is its place, from 1 on */
    const char *class_name, *description;
    const char *field; /* that refers to the one before; NULL: an element, or not known */
    int index;         /* likewise; -1: none */
    int skip;          /* references that the JVM left out before it */
    uint64_t next;     /* key of who keeps it; 0: nobody */
};

struct chains {
    struct recording r;
    struct jvm jvm;
    struct opened o;
    struct jfr_constants *constants;
    struct things things;
    struct code code;
    struct jfr_plan *plan;
    const struct jfr_type *type;
    struct text text;
};

static void describe(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, ARRAY_INFO, "jdk.types.OldObjectArray", NULL);
    field(r, "index", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, FIELD_INFO, "jdk.types.OldObjectField", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, REFERENCE, "jdk.types.Reference", NULL);
    field(r, "array", ARRAY_INFO, FIELD_POOLED);
    field(r, "field", FIELD_INFO, FIELD_POOLED);
    field(r, "object", OBJECT, FIELD_POOLED);
    field(r, "skip", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, OBJECT, "jdk.types.OldObject", NULL);
    field(r, "type", TYPE_CLASS, FIELD_POOLED);
    field(r, "description", TYPE_STRING, FIELD_PLAIN);
    field(r, "referrer", REFERENCE, FIELD_POOLED);
    type_end(r);
    metadata_end(r);
}

static void put_pools(struct recording *r, struct jvm *jvm, const struct object *objects,
                      size_t count) {
    checkpoint_begin(r, 4);
    pool_begin(r, OBJECT, count);
    for (size_t i = 0; i < count; i++) {
        put_long(r, (int64_t)i + 1);
        put_long(r, objects[i].class_name ? (int64_t)jvm_class(jvm, objects[i].class_name) : 0);
        put_utf8(r, objects[i].description ? objects[i].description : "");
        put_long(r, objects[i].next ? (int64_t)i + 1 : 0);
    }
    /* The one that keeps an object says how. */
    pool_begin(r, REFERENCE, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t next = objects[i].next;
        const struct object *keeper = next && next <= count ? &objects[next - 1] : NULL;
        put_long(r, (int64_t)i + 1);
        put_long(r, keeper && keeper->index >= 0 ? (int64_t)next : 0);
        put_long(r, keeper && keeper->field ? (int64_t)next : 0);
        put_long(r, (int64_t)next);
        put_int(r, keeper ? keeper->skip : 0);
    }
    pool_begin(r, ARRAY_INFO, count);
    for (size_t i = 0; i < count; i++) put_long(r, (int64_t)i + 1), put_int(r, objects[i].index);
    pool_begin(r, FIELD_INFO, count);
    for (size_t i = 0; i < count; i++) {
        put_long(r, (int64_t)i + 1);
        put_utf8(r, objects[i].field ? objects[i].field : "");
    }
    checkpoint_end(r);
}

static void begin(struct chains *c, const struct object *objects, size_t count) {
    struct jfr_event event;
    *c = (struct chains){.code.head = 0};
    chunk_begin(&c->r, NULL);
    describe(&c->r);
    put_pools(&c->r, &c->jvm, objects, count);
    jvm_pools(&c->jvm, &c->r);
    chunk_end(&c->r);
    open_first(&c->o, &c->r);
    c->constants = jfr_constants_open(&c->o.chunk, c->o.metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&c->o.chunk, c->o.metadata, &c->o.log);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    while (jfr_cursor_next(cursor, &event)) jfr_constants_add(c->constants, &event, &c->o.log);
    jfr_cursor_close(cursor);
    c->type = opened_type(&c->o, "jdk.types.OldObject");
    c->code = code_open(&c->o.chunk, &c->things, false);
    c->code.constants = c->constants;
    c->plan = chain_plan(&c->o.chunk, c->type);
    ck_assert_ptr_nonnull(c->plan);
}

static void end(struct chains *c) {
    jfr_plan_free(c->plan);
    code_close(&c->code);
    jfr_constants_close(c->constants);
    things_free(&c->things);
    text_free(&c->text);
    opened_close(&c->o);
    jvm_free(&c->jvm);
    recording_free(&c->r);
}

START_TEST(each_object_is_said_with_what_refers_to_it) {
    static const struct object objects[] = {
        {"[B", NULL, NULL, -1, 0, 2},
        {"app/Session", NULL, "buffer", -1, 0, 3},
        {"[Ljava/lang/Object;", NULL, NULL, 7, 0, 4},
        {"java/util/ArrayList", NULL, "elementData", -1, 0, 5},
        {"java/lang/Class", "Class Name: app.Main", "all", -1, 12, 6},
        {"java/lang/Thread", "Thread Name: main", NULL, -1, 0, 7},
        {NULL, "Name: other", "last", -1, 0, 0},
    };
#define REST                           \
    "all : java.lang.Class app.Main\n" \
    "? : java.lang.Thread main\n"      \
    "last : [unknown class]"
    static const char *const rest[] = {("byte[]\n"
                                        "buffer : app.Session\n"
                                        "[] : java.lang.Object[]\n"
                                        "elementData : java.util.ArrayList\n"
                                        "...\n" REST),
                                       "java.util.ArrayList\n...\n" REST, "[unknown class]"};
    static const uint64_t keys[] = {1, 4, 7};
    struct chains c;
    begin(&c, objects, sizeof objects / sizeof *objects);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text_clear(&c.text);
        ck_assert(chain_add(&c.code, c.plan, c.type, keys[i], &c.text));
        ck_assert_str_eq(text_str(&c.text), rest[i]);
    }
    end(&c);
}
END_TEST

START_TEST(a_chain_that_is_not_there_is_none_and_one_that_leads_nowhere_ends) {
    static const struct object objects[] = {{"app/A", NULL, NULL, -1, 0, 2},
                                            {"app/B", NULL, "b", -1, 0, 9}};
    struct chains c;
    begin(&c, objects, 2);
    ck_assert(!chain_add(&c.code, c.plan, c.type, 9, &c.text));
    ck_assert(!chain_add(&c.code, c.plan, c.type, 0, &c.text));
    ck_assert_uint_eq(c.text.len, 0);
    ck_assert(chain_add(&c.code, c.plan, c.type, 1, &c.text));
    ck_assert_str_eq(text_str(&c.text), "app.A\nb : app.B");
    end(&c);
}
END_TEST

START_TEST(a_chain_that_leads_round_ends_after_300_objects) {
    static const struct object objects[] = {{"app/A", NULL, "a", -1, 0, 2},
                                            {"app/B", NULL, "b", -1, 0, 1}};
    struct chains c;
    size_t lines = 0;
    begin(&c, objects, 2);
    ck_assert(chain_add(&c.code, c.plan, c.type, 1, &c.text));
    for (const char *at = text_str(&c.text); (at = strchr(at, '\n')); at++) lines++;
    ck_assert_uint_eq(lines, MOST);
    static const char last[] = "\nb : app.B\na : ...";
    ck_assert_str_eq(text_str(&c.text) + c.text.len - strlen(last), last);
    end(&c);
}
END_TEST

START_TEST(objects_alone_begin_chains) {
    struct chains c;
    begin(&c, NULL, 0);
    ck_assert(chain_is_of(c.type));
    ck_assert(!chain_is_of(opened_type(&c.o, "jdk.types.Reference")));
    ck_assert(!chain_is_of(opened_type(&c.o, "java.lang.Class")));
    ck_assert(!chain_is_of(NULL));
    end(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("chain");
    TCase *cases = tcase_create("chain");
    tcase_add_test(cases, each_object_is_said_with_what_refers_to_it);
    tcase_add_test(cases, a_chain_that_is_not_there_is_none_and_one_that_leads_nowhere_ends);
    tcase_add_test(cases, a_chain_that_leads_round_ends_after_300_objects);
    tcase_add_test(cases, objects_alone_begin_chains);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
