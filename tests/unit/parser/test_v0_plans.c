/* What becomes of the values of a structure of format 0.9: the steps of its plan, by what it is of.
 */
#include "parser/v0/plans.h"
#include "tests/support/suite.h"

#include <string.h>

enum { POOLS = 5, PLAIN = V0_PLAIN, THREAD = 0, JAVA_THREAD, CLASS, SECRET, UNNAMED };

/* Content types by number; the last two are declared, and no pool, or none that has a name. */
static const int32_t numbers[POOLS] = {7, 8, 20, 21, 22};

struct planning {
    struct v0_types types;
    struct v0_metadata m;
    struct v0_pool_target pools[POOLS - 1];
    const char *names[POOLS];
    struct v0_planner planner;
    struct v0_plan plan;
};

static void begin(struct planning *p, const char *event, const char *content) {
    *p = (struct planning){.names = {"Thread", "JavaThread", "Class", NULL, "Unnamed"}};
    for (size_t i = 0; i < POOLS; i++) {
        bool fresh;
        *map_put(&p->m.content_by_number, (uint64_t)(int64_t)numbers[i], &fresh) = i;
    }
    p->types.pools.items = p->pools;
    p->types.pools.len = POOLS - 1;
    p->types.threads = THREAD;
    p->types.java_threads = JAVA_THREAD;
    p->planner = (struct v0_planner){.types = &p->types,
                                     .m = &p->m,
                                     .pool_names = p->names,
                                     .frames = V0_NONE,
                                     .event = event,
                                     .content = content,
                                     .plan = &p->plan};
}

static void end(struct planning *p) {
    map_free(&p->m.content_by_number);
    array_free(&p->types.steps);
}

START_TEST(a_number_is_a_key_if_its_content_type_is_a_pool) {
    static const struct {
        enum v0_data data;
        int32_t content;
        uint32_t pool;
    } rows[] = {
        {V0_U8, 7, THREAD},           {V0_BYTE, 7, THREAD},       {V0_BOOLEAN, 7, V0_NONE},
        {V0_FLOAT, 7, V0_NONE},       {V0_UTF8, 7, V0_NONE},      {V0_U4, 8, JAVA_THREAD},
        {V0_U4, 20, CLASS},           {V0_U4, 21, V0_NONE},       {V0_U4, 22, V0_NONE},
        {V0_U4, 23, V0_NONE},         {V0_U4, V0_PLAIN, V0_NONE}, {V0_U4, V0_ADDRESS, V0_NONE},
        {V0_U4, V0_PERCENT, V0_NONE}, {V0_U4, -1, V0_NONE},
    };
    struct planning p;
    begin(&p, NULL, NULL);
    /* What nothing may declare: it is what it always was. */
    static const int32_t fixed[] = {V0_PLAIN, V0_BYTES, V0_ADDRESS, V0_PERCENT};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        bool fresh;
        *map_put(&p.m.content_by_number, (uint64_t)fixed[i], &fresh) = CLASS;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(v0_plan_pool(&p.planner, rows[i].data, rows[i].content) == rows[i].pool,
                      "%d of %d", (int)rows[i].data, (int)rows[i].content);
    end(&p);
}
END_TEST

START_TEST(a_class_stands_for_its_loader_where_a_loader_is_meant) {
    static const struct {
        const char *event, *content, *id;
        bool loader;
    } rows[] = {
        {NULL, "Class", "loaderClass", true},
        {NULL, "Class", "class", false},
        {"ClassLoad", "Class", "definingClassLoader", false},
        {NULL, "Method", "loaderClass", false},
        {NULL, NULL, "classLoader", false},
        {"MetaspaceOOM", NULL, "classLoader", true},
        {"MetaspaceAllocationFailure", NULL, "classLoader", true},
        {"MetaspaceOOM", NULL, "definingClassLoader", false},
        {"ClassLoad", NULL, "definingClassLoader", true},
        {"ClassUnload", NULL, "definingClassLoader", true},
        {"ClassLoad", NULL, "initiatingClassLoader", true},
        {"ClassLoad", NULL, "classLoader", false},
        {"ClassLoad", NULL, "loadedClass", false},
        {"JavaMonitorEnter", NULL, "classLoader", false},
        {"JavaMonitorEnter", NULL, "definingClassLoader", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct planning p;
        begin(&p, rows[i].event, rows[i].content);
        const struct v0_value value = {.id = rows[i].id, .data = V0_U8, .content = 20};
        ck_assert_msg(v0_is_loader(&p.planner, &value) == rows[i].loader, "row %zu", i);
        end(&p);
    }
}
END_TEST

static const char *const ops[] = {"bytes",  "drop",  "number", "kilo",    "key",  "loader",
                                  "thread", "known", "java",   "unknown", "none", "hidden",
                                  "fixed",  "utf",   "string", "array"};

/* "fixed 2 9>14 [key 4@0 bytes 1@4]": steps, those of a FIXED in brackets with width and place. */
static void say(const struct planning *p, struct text *out) {
    text_clear(out);
    if (p->plan.broken) text_add(out, "broken");
    for (size_t i = p->plan.first; i < p->plan.first + p->plan.count; i++) {
        const struct v0_step *step = &p->types.steps.items[i];
        if (out->len) text_add_char(out, ' ');
        text_add(out, ops[step->op]);
        if (step->op < V0_FIXED) text_addf(out, " %u@%u", step->width, step->in);
        else if (step->op == V0_FIXED) text_addf(out, " %u %u>%u", step->n, step->in, step->out);
        else if (step->op == V0_TAKE_ARRAY) text_addf(out, " %u", step->n);
    }
    if (p->plan.has_keys) text_add(out, " keys");
    if (p->plan.out != V0_NONE) text_addf(out, " out %u", p->plan.out);
}

START_TEST(each_value_is_taken_as_what_it_is) {
    enum { MOST = 6 };
    static const struct {
        const char *event, *content;
        struct v0_value values[MOST];
        const char *steps;
    } rows[] = {
        {NULL, NULL, {{.id = NULL}}, " out 0"},
        {"A", NULL, {{.id = "a", .data = V0_U4}}, "fixed 1 4>5 number 4@0 out 5"},
        {"A",
         NULL,
         {{.id = "a", .data = V0_U2}, {.id = "b", .data = V0_U8}, {.id = "c", .data = V0_U1}},
         "fixed 3 11>13 number 2@0 number 8@2 bytes 1@10 out 13"},
        {"A",
         NULL,
         {{.id = "a", .data = V0_FLOAT}, {.id = "b", .data = V0_DOUBLE}},
         "fixed 2 12>12 bytes 4@0 bytes 8@4 out 12"},
        {"A",
         NULL,
         {{.id = "a", .data = V0_U4}, {.id = "t", .data = V0_UTF8}, {.id = "b", .data = V0_U2}},
         "fixed 1 4>5 number 4@0 utf fixed 1 2>3 number 2@0"},
        {"A", NULL, {{.id = "t", .data = V0_STRING}}, "string"},
        {"A",
         NULL,
         {{.id = "a", .data = V0_ARRAY, .index = V0_U4}, {.id = "b", .data = V0_U1}},
         "array 2 fixed 1 4>5 number 4@0 fixed 1 1>1 bytes 1@0"},
        {"A", NULL, {{.id = "a", .data = V0_ARRAY, .index = V0_NONE}}, "broken out 0"},
        {"A", NULL, {{.id = "a", .data = V0_STRUCT, .index = V0_NONE}}, "broken out 0"},
        {"A", NULL, {{.id = "a", .data = V0_STRUCT, .index = 0}}, "broken out 0"}, /* itself */
        {"A",
         NULL,
         {{.id = "thread", .data = V0_U4, .content = 7},
          {.id = "notifier", .data = V0_U4, .content = 7},
          {.id = "java", .data = V0_U8, .content = 8},
          {.id = "notifier", .data = V0_U8, .content = 20}},
         "fixed 4 24>36 thread 4@0 known 4@4 java 8@8 key 8@16 keys out 36"},
        {"ClassLoad",
         NULL,
         {{.id = "definingClassLoader", .data = V0_U8, .content = 20}},
         "fixed 1 8>9 loader 8@0 keys out 9"},
        {"CodeCacheStatistics",
         NULL,
         {{.id = "unallocatedCapacity", .data = V0_U8}, {.id = "other", .data = V0_U8}},
         "fixed 2 16>18 kilo 8@0 number 8@8 out 18"},
        {"Other",
         NULL,
         {{.id = "unallocatedCapacity", .data = V0_U8}},
         "fixed 1 8>9 number 8@0 out 9"},
        {NULL,
         "Method",
         {{.id = "hidden", .data = V0_BOOLEAN},
          {.id = "name", .data = V0_U4},
          {.id = "class", .data = V0_U8, .content = 20}},
         "fixed 4 13>15 key 8@5 number 4@1 drop 1@0 hidden 0@13 keys out 15"},
        {"A", NULL, {{.id = "hidden", .data = V0_BOOLEAN}}, "fixed 1 1>1 bytes 1@0 out 1"},
        {NULL,
         "Class",
         {{.id = "name", .data = V0_U4},
          {.id = "loaderClass", .data = V0_U8, .content = 20},
          {.id = "more", .data = V0_U1}},
         "fixed 4 13>16 loader 8@4 number 4@0 none 0@0 bytes 1@12 keys out 16"},
    };
    OWNED(text_free) struct text said = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct planning p;
        uint32_t count = 0;
        while (count < MOST && rows[i].values[count].id) count++;
        struct v0_structure structure = {0, count};
        begin(&p, rows[i].event, rows[i].content);
        p.m.values.items = (struct v0_value *)(uintptr_t)rows[i].values;
        p.m.structures.items = &structure;
        p.m.structures.len = 1;
        v0_plan_make(&p.planner, 0, &p.plan);
        say(&p, &said);
        ck_assert_msg(strcmp(text_str(&said), rows[i].steps) == 0, "row %zu: %s", i,
                      text_str(&said));
        end(&p);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("v0 plans");
    TCase *cases = tcase_create("v0 plans");
    tcase_add_test(cases, a_number_is_a_key_if_its_content_type_is_a_pool);
    tcase_add_test(cases, a_class_stands_for_its_loader_where_a_loader_is_meant);
    tcase_add_test(cases, each_value_is_taken_as_what_it_is);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
