/* Which fields say what a thread is about: by their annotation, or as a tracer's spans have them.
 */
#include "analyzers/requests/contextual.h"
#include "base/text.h"
#include "tests/support/jvm.h"
#include "tests/support/memory_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { CONTEXTUAL = 700, OTHER, FIRST };

/* A chunk of types as words: "app.Call:endpoint!,user;..." ('!': contextual; '?': another
 * annotation; '-' in front of a type: it is no event). */
static void add_chunk(struct recording *r, const char *types) {
    char words[200], *rest = words, *type;
    uint64_t id = FIRST;
    snprintf(words, sizeof words, "%s", types);
    chunk_begin(r, NULL);
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, CONTEXTUAL, "jdk.jfr.Contextual", "java.lang.annotation.Annotation");
    type_end(r);
    type_begin(r, OTHER, "jdk.jfr.Label", "java.lang.annotation.Annotation");
    type_end(r);
    while ((type = strsep(&rest, ";"))) {
        char *fields = type, *name = strsep(&fields, ":"), *one;
        bool event = *name != '-';
        type_begin(r, id++, name + !event, event ? "jdk.jfr.Event" : NULL);
        while (fields && (one = strsep(&fields, ","))) {
            size_t len = strcspn(one, "!?");
            uint64_t mark = one[len] == '!' ? CONTEXTUAL : one[len] ? OTHER : 0;
            one[len] = 0;
            field_begin(r, one, TYPE_STRING, FIELD_PLAIN);
            if (mark) annotation(r, mark, NULL);
            field_end(r);
        }
        type_end(r);
    }
    metadata_end(r);
    chunk_end(r);
}

static const struct {
    const char *first, *second; /* chunks; NULL: there is one */
    const char *found;          /* '*': a span's */
} cases[] = {
    {"app.Call:endpoint!,user", NULL, "app.Call.endpoint "},
    {"app.Call:endpoint,user", NULL, ""},
    {"app.Call:endpoint?", NULL, ""},
    {"-app.Call:endpoint!", NULL, ""},
    {"app.Call:user!,endpoint!;app.B:user!", NULL, "app.Call.user app.Call.endpoint app.B.user "},
    {"datadog.Endpoint:rootSpan,endpoint,operation", NULL,
     "datadog.Endpoint.endpoint* datadog.Endpoint.operation* "},
    {"datadog.Endpoint:route,operations", NULL, ""},
    {"datadog.Endpoint:route!", NULL, "datadog.Endpoint.route "},
    {"datadog.Endpoints:endpoint", NULL, ""},
    {"app.Call:a!", "app.Call:a!", "app.Call.a "},
    {"app.Call:a!", "app.Call:b!,a!;app.D:a!", "app.Call.a app.Call.b app.D.a "},
    {"app.D:a", "app.Call:a!", "app.Call.a "},
};

START_TEST(contextual_fields_of_all_chunks_are_found_once) {
    struct recording r = {0};
    OWNED(text_free) struct text found = {0};
    struct scan_report report = {0};
    add_chunk(&r, cases[_i].first);
    if (cases[_i].second) add_chunk(&r, cases[_i].second);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *const paths[] = {file.path};
    const struct scan_options scan = {.paths = paths, .path_count = 1};
    struct contextual *contextual = contextual_read(&scan, &report);
    EACH (const struct contextual_field, field, &contextual->fields)
        text_addf(&found, "%s.%s%s ", strings_get(&contextual->names, field->type),
                  strings_get(&contextual->names, field->field), field->by_span ? "*" : "");
    ck_assert_str_eq(text_str(&found), cases[_i].found);
    contextual_free(contextual);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contextual fields");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, contextual_fields_of_all_chunks_are_found_once, 0,
                        sizeof cases / sizeof *cases);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
