/* The explorer without a terminal: keys go in, screens come out. The recording has ten seconds:
 * main computes in the first five, two threads in the rest. */
#pragma once

#include "cmd/tui/explorer.h"
#include "cmd/tui/flame.h"
#include "tests/support/stacks.h"

#include <check.h>

#define SECOND INT64_C(1000000000)

static char event[] = "jdk.ExecutionSample";
static struct samples samples;
static struct explorer e;
static struct text_list paths;

static inline void explorer_set_up(void) {
    static const char *names[] = {"a b.jfr"};
    struct profile *p = &samples.profile;
    samples = (struct samples){.event = event};
    p->keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES;
    p->time_grain = SECOND;
    for (int i = 0; i < 5; i++) {
        stacks_sample(p, "a.Main.main;a.Work.run;b.Sum.add", "main", NULL, i * SECOND, 4);
        stacks_sample(p, "a.Main.main;a.Work.run", "main", NULL, i * SECOND, 1);
    }
    for (int i = 5; i < 10; i++) {
        stacks_sample(p, "a.Pool.loop;b.Sum.add", "w 1", NULL, i * SECOND, 2);
        stacks_sample(p, "a.Pool.loop;c.Wait.park", NULL, NULL, i * SECOND, 1);
    }
    e = (struct explorer){.paths = &paths,
                          .title = "title",
                          .zone = {.kind = ZONE_OFFSET},
                          .tab = TAB_METHODS,
                          .method = MODEL_NONE,
                          .screen = {.lines = 11, .columns = 60}};
    paths = (struct text_list){.items = names, .len = 1};
    model_open(&e.model, &samples);
    explorer_apply(&e);
    e.cursor = 0;
    panes_prepare(&e);
}

static inline void explorer_clean_up(void) {
    panes_forget_tree(&e);
    for (int i = 0; i < TAB_COUNT; i++) text_free(&e.body[i]);
    text_free(&e.said);
    text_free(&e.search);
    text_free(&e.detail_where);
    pools_free(&e.pools);
    model_free(&e.model);
    profile_free(&samples.profile);
}

static inline bool take(struct key_press key) {
    bool stays = explorer_take(&e, &key);
    panes_prepare(&e);
    return stays;
}

static inline void keys(const char *all) {
    for (; *all; all++) ck_assert(take((struct key_press){.key = (unsigned char)*all}));
}

static inline void key(int which, int times) {
    while (times--) ck_assert(take((struct key_press){.key = which}));
}

static inline void mouse(int which, int column, int line) {
    ck_assert(take((struct key_press){.key = which, .column = column, .line = line}));
}

/* The lines from..to of the screen, without what sets colours, but '>' where the chosen row begins.
 */
static inline void shows(int from, int to, const char *expected) {
    struct text picture = {0}, plain = {0};
    panes_draw(&e, &picture);
    int line = 0;
    for (const char *c = text_str(&picture); *c; c++) {
        bool chosen = strncmp(c, "\x1b[0;7m", 6) == 0, escape = *c == '\x1b';
        if (escape) c += strcspn(c, "m");
        if (line >= from && line <= to && (chosen || !escape))
            text_add_char(&plain, chosen ? '>' : *c);
        line += *c == '\n';
    }
    ck_assert_str_eq(text_str(&plain), expected);
    text_free(&picture);
    text_free(&plain);
}

static inline void title_is(const char *expected) {
    shows(LINE_TITLE, LINE_TITLE, expected);
}

static inline void time_is(const char *expected) {
    shows(LINE_BARS, LINE_MARKS, expected);
}

static inline void rows_are(const char *expected) {
    shows(LINE_HEAD, 99, expected);
}

static inline void command_is(const char *expected) {
    struct text text = {0};
    panes_add_command(&e, &text);
    ck_assert_str_eq(text_str(&text), expected);
    text_free(&text);
}
