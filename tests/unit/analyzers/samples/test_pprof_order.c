/* Profiles as we write them: of two samples that differ in one thing, which are one, and that it
 * does not matter which of them came first. */
#include "analyzers/samples/pprof_write.h"

#include "analyzers/samples/origin.h"
#include "analyzers/samples/samples.h"
#include "tests/support/document.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

struct names { /* of a frame or a thread */
    const char *class_name, *method, *descriptor, *package, *module;
    int line;
    enum frame_type type;
};

struct who {
    const char *name, *group;
    uint64_t os_id, java_id;
    bool is_virtual;
};

static uint32_t id_of(struct profile *p, const char *text) {
    return text ? strings_intern(&p->frames.strings, text, strlen(text)) : 0;
}

static void add(struct profile *p, const struct names *names, const struct who *who) {
    struct frame frame = {.class_name = id_of(p, names->class_name),
                          .method = id_of(p, names->method),
                          .descriptor = id_of(p, names->descriptor),
                          .package = id_of(p, names->package),
                          .module = id_of(p, names->module),
                          .line = names->line,
                          .bci = -1,
                          .type = names->type};
    uint32_t row = frames_intern(&p->frames, &frame);
    struct profile_thread thread = {.name = id_of(p, who->name),
                                    .group = id_of(p, who->group),
                                    .os_id = who->os_id,
                                    .java_id = who->java_id,
                                    .is_virtual = who->is_virtual};
    struct profile_sample sample = {.time_ns = PROFILE_NO_TIME, .count = 1};
    sample.stack = profile_add_stack(p, &row, 1, (struct profile_weight){.samples = 1});
    sample.thread = who->name ? profile_add_thread(p, &thread) : PROFILE_NONE;
    profile_add_sample(p, &sample);
}

/* The samples that are written of these two, in one order and the other. */
static size_t samples_of(const struct names names[2], const struct who who[2],
                         enum pprof_threads threads) {
    struct text written[2] = {{0}, {0}};
    for (size_t turned = 0; turned < 2; turned++) {
        struct profile p = {.keep = PROFILE_SAMPLES, .time_grain = SAMPLES_NO_TIMES};
        struct origin origin = {0};
        add(&p, &names[turned], &who[turned]);
        add(&p, &names[!turned], &who[!turned]);
        pprof_write(&p, &origin, threads, &written[turned], NULL, NULL);
        profile_free(&p);
        origin_free(&origin);
    }
    ck_assert_uint_eq(written[0].len, written[1].len);
    ck_assert_mem_eq(written[0].data, written[1].data, written[0].len);
    struct text told = document_told(written[0].data, written[0].len);
    size_t samples = 0;
    for (const char *at = text_str(&told); (at = strchr(at, '\n')); at++) samples++;
    text_free(&told);
    text_free(&written[0]);
    text_free(&written[1]);
    return samples;
}

static const struct who main_thread[2] = {{"main", "g", 5, 6, false}, {"main", "g", 5, 6, false}};
static const struct names same[2] = {{.class_name = "a.B", .method = "m", .line = 3},
                                     {.class_name = "a.B", .method = "m", .line = 3}};

START_TEST(frames_that_differ_in_what_is_written_of_them_are_two) {
    static const struct {
        struct names names[2];
        size_t samples;
    } cases[] = {
        {{{.class_name = "a.B", .method = "m"}, {.class_name = "a.C", .method = "m"}}, 2},
        {{{.class_name = "a.B", .method = "m"}, {.class_name = "a.Bb", .method = "m"}}, 2},
        {{{.class_name = "a.B", .method = "m"}, {.class_name = "a.B", .method = "n"}}, 2},
        {{{.class_name = "a.B", .method = "m", .descriptor = "()V"},
          {.class_name = "a.B", .method = "m", .descriptor = "()I"}},
         2},
        {{{.class_name = "a.B", .method = "m", .package = "a"},
          {.class_name = "a.B", .method = "m", .package = "b"}},
         1}, /* nothing is written of that */
        {{{.class_name = "a.B", .package = "a"}, {.class_name = "a.B", .package = "b"}}, 1},
        {{{.method = "m", .package = "a"}, {.method = "m", .package = "b"}}, 1},
        {{{.package = "a"}, {.package = "b"}}, 2},
        {{{.package = "a", .module = "x"}, {.package = "a", .module = "y"}}, 1},
        {{{.module = "x"}, {.module = "y"}}, 2},
        {{{.class_name = "a.B", .method = "m", .line = 1},
          {.class_name = "a.B", .method = "m", .line = 2}},
         2},
        {{{.class_name = "a.B", .method = "m", .line = 0},
          {.class_name = "a.B", .method = "m", .line = -1}},
         1}, /* neither is a line */
        {{{.class_name = "a.B", .method = "m", .line = 1},
          {.class_name = "a.B", .method = "m", .line = -1}},
         2},
        {{{.class_name = "a.B", .method = "m", .type = FRAME_JIT},
          {.class_name = "a.B", .method = "m", .type = FRAME_INLINED}},
         2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t samples = samples_of(cases[i].names, main_thread, PPROF_THREADS_EACH);
        ck_assert_msg(samples == cases[i].samples, "%zu: %zu samples", i, samples);
    }
}
END_TEST

START_TEST(threads_are_told_apart_as_far_as_it_is_asked_for) {
    static const struct {
        struct who who[2];
        size_t each, by_name, none;
    } cases[] = {
        {{{"main", "g", 5, 6, false}, {"main", "g", 5, 6, false}}, 1, 1, 1},
        {{{"main", "g", 5, 6, false}, {"other", "g", 5, 6, false}}, 2, 2, 1},
        {{{"main", "g", 5, 6, false}, {"main", "h", 5, 6, false}}, 2, 2, 1},
        {{{"main", "g", 5, 6, false}, {"main", "g", 7, 6, false}}, 2, 1, 1},
        {{{"main", "g", 5, 6, false}, {"main", "g", 5, 8, false}}, 2, 1, 1},
        {{{"main", "g", 5, 6, true}, {"main", "g", 7, 8, true}}, 1, 1, 1},
        {{{"main", "g", 5, 6, false}, {"main", "g", 7, 8, true}}, 2, 1, 1},
        {{{"main", "g", 5, 6, false}, {NULL, NULL, 0, 0, false}}, 2, 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t wanted[] = {cases[i].each, cases[i].by_name, cases[i].none};
        const enum pprof_threads how[] = {PPROF_THREADS_EACH, PPROF_THREADS_BY_NAME,
                                          PPROF_THREADS_NONE};
        for (size_t k = 0; k < 3; k++)
            ck_assert_msg(samples_of(same, cases[i].who, how[k]) == wanted[k], "%zu %zu", i, k);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pprof, order");
    TCase *cases = tcase_create("pprof, order");
    tcase_add_test(cases, frames_that_differ_in_what_is_written_of_them_are_two);
    tcase_add_test(cases, threads_are_told_apart_as_far_as_it_is_asked_for);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
