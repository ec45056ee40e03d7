/* Cells: what the fields of an event come to in a table, whatever the recording counts in. */
#include "parser/table/cells.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

enum { ORDER = 300, SPACE, WRAPPED };

/* com.acme.Order: one field of each kind. */
static void order_type(struct recording *r) {
    type_begin(r, WRAPPED, "com.acme.Flag", NULL);
    field(r, "value", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(r);
    type_begin(r, SPACE, "jdk.types.VirtualSpace", NULL);
    field(r, "start", TYPE_LONG, FIELD_PLAIN);
    field_begin(r, "committedSize", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_DATA_AMOUNT, "BYTES");
    field_end(r);
    type_end(r);
    type_begin(r, ORDER, "com.acme.Order", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field_begin(r, "waited", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESPAN, "MILLISECONDS");
    field_end(r);
    field_begin(r, "rate", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_DATA_AMOUNT, "BITS");
    field_end(r);
    field_begin(r, "share", TYPE_FLOAT, FIELD_PLAIN);
    annotation(r, TYPE_PERCENTAGE, NULL);
    field_end(r);
    field(r, "paid", TYPE_BOOLEAN, FIELD_PLAIN);
    field(r, "flag", WRAPPED, FIELD_PLAIN);
    field(r, "heapSpace", SPACE, FIELD_PLAIN);
    field(r, "note", TYPE_STRING, FIELD_PLAIN);
    field(r, "thread", TYPE_THREAD, FIELD_POOLED);
    field(r, "objectClass", TYPE_CLASS, FIELD_POOLED);
    field(r, "method", TYPE_METHOD, FIELD_POOLED);
    field(r, "module", TYPE_MODULE, FIELD_POOLED);
    field(r, "state", TYPE_THREAD_STATE, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    field(r, "type", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
}

struct order {
    int64_t ticks, waited_ms;
    const char *note, *thread, *object_class, *method, *stack; /* NULL: null */
};

static void order(struct recording *r, struct jvm *jvm, const struct order *o) {
    event_begin(r, ORDER);
    put_long(r, o->ticks);
    put_long(r, o->waited_ms);
    put_long(r, 80);
    put_float(r, 0.25F);
    put_boolean(r, true);
    put_boolean(r, true);
    put_long(r, 7), put_long(r, 4096); /* heapSpace */
    if (o->note) put_utf8(r, o->note);
    else put_null(r);
    put_long(r, o->thread ? (int64_t)jvm_thread(jvm, o->thread) : 0);
    put_long(r, o->object_class ? (int64_t)jvm_class(jvm, o->object_class) : 0);
    put_long(r, o->method ? (int64_t)jvm_method(jvm, o->method) : 0);
    put_long(r, 0);
    put_long(r, STATE_RUNNABLE);
    put_long(r, o->stack ? (int64_t)jvm_stack(jvm, o->stack) : 0);
    put_long(r, ORDER);
    event_end(r);
}

/* ==== A chunk with orders, its cells ======================================================== */

struct fixture {
    struct recording r;
    struct jvm jvm;
    struct opened opened;
    struct things things;
    struct cells *cells;
    struct jfr_constants *constants;
    struct jfr_event events[8];
    size_t len;
};

static void begin(struct fixture *f, const struct chunk_head *head) {
    *f = (struct fixture){0};
    chunk_begin(&f->r, head);
    metadata_begin(&f->r);
    jvm_primitive_types(&f->r);
    jvm_profile_types(&f->r);
    order_type(&f->r);
    metadata_end(&f->r);
}

static void ask(void *context, uint64_t key) {
    struct fixture *f = context;
    jfr_constants_ask(f->constants, opened_type(&f->opened, "jdk.types.StackTrace"), key);
}

/* Ends the chunk, and binds the one path. */
static void bind(struct fixture *f, const char *const *path) {
    struct jfr_event event, checkpoint = {0};
    jvm_pools(&f->jvm, &f->r);
    chunk_end(&f->r);
    open_first(&f->opened, &f->r);
    const struct jfr_type *type = opened_type(&f->opened, "com.acme.Order");
    f->cells = cells_open(&f->opened.chunk, f->opened.metadata, type, path, 1, &f->things, false);
    f->constants = jfr_constants_open(&f->opened.chunk, f->opened.metadata);
    jfr_constants_ask(f->constants, opened_type(&f->opened, "jdk.types.StackTrace"), 0);
    struct jfr_cursor *cursor =
        jfr_cursor_open(&f->opened.chunk, f->opened.metadata, &f->opened.log);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    jfr_cursor_want(cursor, ORDER);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == JFR_CHECKPOINT_EVENT) checkpoint = event;
        else f->events[f->len++] = event;
    }
    jfr_cursor_close(cursor);
    for (size_t i = 0; i < f->len; i++) cells_each_stack(f->cells, &f->events[i], ask, f);
    jfr_constants_add(f->constants, &checkpoint, &f->opened.log);
}

static uint64_t cell(struct fixture *f, size_t row) {
    uint64_t value = 0;
    ck_assert(cells_read(f->cells, f->constants, &f->events[row], &value));
    return value;
}

static const char *text(struct fixture *f, size_t row) {
    uint64_t id = cell(f, row);
    return id == JFR_NULL_ID ? NULL : strings_get(&f->things.texts, (uint32_t)id);
}

static void end(struct fixture *f) {
    cells_close(f->cells);
    jfr_constants_close(f->constants);
    opened_close(&f->opened);
    things_free(&f->things);
    jvm_free(&f->jvm);
    recording_free(&f->r);
}

static const struct order full = {.ticks = 1500,
                                  .waited_ms = 3,
                                  .note = "a note",
                                  .thread = "main",
                                  .object_class = "[Ljava/lang/String;",
                                  .method = "com/acme/Shop.buy",
                                  .stack = "com/acme/Shop.buy:12 com/acme/Shop.main:3"};

/* Binds the path to a chunk with one full order. */
static void bind_full(struct fixture *f, const char *const *path) {
    begin(f, NULL);
    order(&f->r, &f->jvm, &full);
    bind(f, path);
}

/* ==== Numbers =============================================================================== */

struct number {
    const char *path;
    enum jfr_column_kind kind;
    enum jfr_unit unit;
    int64_t value;
};

static const struct number numbers[] = {
    {"startTime", JFR_COLUMN_INT, JFR_UNIT_NS_TIME, START_NS + 500},
    {"waited", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, 3000000},
    {"rate", JFR_COLUMN_INT, JFR_UNIT_BITS, 80},
    {"paid", JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE, 1},
    {"flag", JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE, 1},
    {"heapSpace.committedSize", JFR_COLUMN_INT, JFR_UNIT_BYTES, 4096},
    {"nothing|heapSpace.start", JFR_COLUMN_INT, JFR_UNIT_NONE, 7},
    {"thread.osThreadId", JFR_COLUMN_INT, JFR_UNIT_NONE, 100},
    {"stackTrace.depth", JFR_COLUMN_INT, JFR_UNIT_NONE, 2},
    {"stackTrace.line", JFR_COLUMN_INT, JFR_UNIT_NONE, 12},
    {"stackTrace.truncated", JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE, 0},
};

START_TEST(numbers_come_in_one_unit) {
    const struct number *n = &numbers[_i];
    struct fixture f;
    bind_full(&f, &n->path);
    ck_assert_int_eq(cells_kind(f.cells, 0), n->kind);
    ck_assert_int_eq(cells_unit(f.cells, 0), n->unit);
    ck_assert_int_eq((int64_t)cell(&f, 0), n->value);
    end(&f);
}
END_TEST

START_TEST(a_share_is_a_real) {
    static const char *const path[] = {"share"};
    struct fixture f;
    double real;
    bind_full(&f, path);
    uint64_t value = cell(&f, 0);
    memcpy(&real, &value, sizeof real);
    ck_assert_int_eq(cells_kind(f.cells, 0), JFR_COLUMN_REAL);
    ck_assert_int_eq(cells_unit(f.cells, 0), JFR_UNIT_PERCENT);
    ck_assert_double_eq(real, 0.25);
    end(&f);
}
END_TEST

START_TEST(a_span_the_jvm_has_none_for_is_null) {
    static const char *const path[] = {"waited"};
    struct order none = full;
    struct fixture f;
    begin(&f, NULL);
    none.waited_ms = INT64_MIN;
    order(&f.r, &f.jvm, &none);
    none.waited_ms = INT64_MAX;
    order(&f.r, &f.jvm, &none);
    bind(&f, path);
    ck_assert_int_eq((int64_t)cell(&f, 0), JFR_NULL_INT);
    ck_assert_int_eq((int64_t)cell(&f, 1), INT64_MAX); /* and what is too long is the longest */
    end(&f);
}
END_TEST

/* ==== Texts, threads, stacks ================================================================ */

static const struct {
    const char *path, *text;
} texts[] = {
    {"note", "a note"},
    {"objectClass", "java.lang.String[]"},
    {"objectClass.name", "[Ljava/lang/String;"},
    {"method", "com.acme.Shop.buy"},
    {"method.type", "com.acme.Shop"},
    {"state", "STATE_RUNNABLE"},
    {"stackTrace.top", "com.acme.Shop.buy"},
    {"stackTrace.text", "com.acme.Shop.buy:12\ncom.acme.Shop.main:3"},
    {"type.event", "com.acme.Order"},
};

START_TEST(what_has_a_name_is_its_text) {
    struct fixture f;
    bind_full(&f, &texts[_i].path);
    ck_assert_int_eq(cells_kind(f.cells, 0), JFR_COLUMN_TEXT);
    ck_assert_str_eq(text(&f, 0), texts[_i].text);
    end(&f);
}
END_TEST

START_TEST(what_is_not_there_is_null) {
    static const char *const paths[] = {"note",   "thread",      "objectClass", "method",
                                        "module", "module.name", "stackTrace",  "stackTrace.top"};
    struct fixture f;
    begin(&f, NULL);
    order(&f.r, &f.jvm, &(struct order){.ticks = 1500});
    bind(&f, &paths[_i]);
    ck_assert_uint_eq(cell(&f, 0), JFR_NULL_ID);
    end(&f);
}
END_TEST

START_TEST(a_field_the_type_has_not_is_no_column) {
    static const char *const path[] = {"colour"};
    struct fixture f;
    bind_full(&f, path);
    ck_assert_int_eq(cells_kind(f.cells, 0), JFR_COLUMN_NONE);
    ck_assert_int_eq((int64_t)cell(&f, 0), JFR_NULL_INT);
    end(&f);
}
END_TEST

START_TEST(a_thread_knows_its_name_and_ids) {
    static const char *const path[] = {"thread"};
    struct fixture f;
    bind_full(&f, path);
    ck_assert_int_eq(cells_kind(f.cells, 0), JFR_COLUMN_THREAD);
    uint64_t id = cell(&f, 0);
    const struct things_thread *thread = &f.things.threads.items[id];
    ck_assert_str_eq(strings_get(&f.things.texts, thread->name), "main");
    ck_assert_uint_eq(thread->os_id, 100);
    end(&f);
}
END_TEST

START_TEST(equal_stacks_are_one_whatever_their_keys) {
    static const char *const path[] = {"stackTrace"};
    struct fixture f;
    uint64_t hash = 0;
    struct order other = full;
    for (uint64_t step = 1; step < 3; step++) {
        begin(&f, NULL);
        f.jvm.key_step = step;
        other.stack = "B.b A.a";
        order(&f.r, &f.jvm, &other);
        order(&f.r, &f.jvm, &full);
        order(&f.r, &f.jvm, &other);
        bind(&f, path);
        ck_assert_uint_eq(cell(&f, 0), cell(&f, 2));
        ck_assert_uint_ne(cell(&f, 0), cell(&f, 1));
        uint64_t id = cell(&f, 1);
        const struct things_stack *stack = &f.things.stacks.items[id];
        if (step == 2) ck_assert_uint_eq(stack->hash, hash);
        hash = stack->hash;
        end(&f);
    }
}
END_TEST

/* Lines that fit the number by which most frames are known, and lines that do not; more frames than
 * are looked up together. */
START_TEST(frames_of_one_method_are_told_apart_by_their_lines) {
    static const char *const path[] = {"stackTrace.text"};
    struct text frames = {0}, wanted = {0};
    struct order deep = full;
    struct fixture f;
    for (int i = 0; i < 80; i++) {
        int line = i / 2 % 20 + i / 40 * (1 << 14);
        text_addf(&frames, "%sA.%s:%d", i ? " " : "", i % 2 ? "odd" : "even", line);
        text_addf(&wanted, "%sA.%s:%d", i ? "\n" : "", i % 2 ? "odd" : "even", line);
    }
    begin(&f, NULL);
    deep.stack = text_str(&frames);
    order(&f.r, &f.jvm, &deep);
    bind(&f, path);
    ck_assert_str_eq(text(&f, 0), text_str(&wanted));
    end(&f);
    text_free(&frames);
    text_free(&wanted);
}
END_TEST

START_TEST(hidden_frames_are_left_out) {
    static const char *const path[] = {"stackTrace.text"};
    struct order lambda = full;
    struct fixture f;
    begin(&f, NULL);
    lambda.stack = "A.form~ B.b:1";
    order(&f.r, &f.jvm, &lambda);
    bind(&f, path);
    ck_assert_str_eq(text(&f, 0), "B.b:1");
    end(&f);
}
END_TEST

START_TEST(stacks_behind_one_that_is_not_there_have_a_first_frame) {
    static const char *const path[] = {"stackTrace.topFrame"};
    struct order without = full;
    struct fixture f;
    begin(&f, NULL);
    without.stack = NULL;
    order(&f.r, &f.jvm, &without);
    order(&f.r, &f.jvm, &full);
    order(&f.r, &f.jvm, &without);
    bind(&f, path);
    ck_assert_ptr_null(text(&f, 0));
    ck_assert_str_eq(text(&f, 1), "com.acme.Shop.buy");
    ck_assert_ptr_null(text(&f, 2));
    end(&f);
}
END_TEST

START_TEST(an_event_that_ends_too_early_is_none) {
    static const char *const path[] = {"stackTrace"};
    struct fixture f;
    uint64_t value;
    bind_full(&f, path);
    f.events[0].end = f.events[0].payload + 3;
    ck_assert(!cells_read(f.cells, f.constants, &f.events[0], &value));
    end(&f);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("cells");
    tcase_add_loop_test(c, numbers_come_in_one_unit, 0, sizeof numbers / sizeof *numbers);
    tcase_add_test(c, a_share_is_a_real);
    tcase_add_test(c, a_span_the_jvm_has_none_for_is_null);
    tcase_add_loop_test(c, what_has_a_name_is_its_text, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(c, what_is_not_there_is_null, 0, 8);
    tcase_add_test(c, a_field_the_type_has_not_is_no_column);
    tcase_add_test(c, a_thread_knows_its_name_and_ids);
    tcase_add_test(c, equal_stacks_are_one_whatever_their_keys);
    tcase_add_test(c, frames_of_one_method_are_told_apart_by_their_lines);
    tcase_add_test(c, hidden_frames_are_left_out);
    tcase_add_test(c, stacks_behind_one_that_is_not_there_have_a_first_frame);
    tcase_add_test(c, an_event_that_ends_too_early_is_none);
    Suite *s = suite_create("cells");
    suite_add_tcase(s, c);
    return suite_run(s);
}
