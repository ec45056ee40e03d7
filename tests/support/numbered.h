/* What a command writes about recordings that are told (tests/support/told_texts.h). */
#pragma once

#include "parser/jfr.h"
#include "tests/support/commanded.h"
#include "tests/support/told_texts.h"

static const char *numbered_line;

/* Without the version. */
static inline void numbered_add(const struct text *wrote, struct text *out) {
    const char *at = text_str(wrote);
    for (const char *said; (said = strstr(at, JFR_VERSION)); at = said + strlen(JFR_VERSION))
        text_add_bytes(out, at, (size_t)(said - at));
    text_add_bytes(out, at, wrote->len - (size_t)(at - text_str(wrote)));
}

/* What the command writes, and how it ends. */
static inline void numbered_add_result(struct child_result *result, struct text *out) {
    text_addf(out, "%d\n", result->code);
    numbered_add(&result->out, out);
    numbered_add(&result->err, out);
    text_free(&result->out);
    text_free(&result->err);
}

static inline void numbered_tell(const uint8_t *bytes, size_t len, struct text *out) {
    char *told = anywhere_text(bytes, len);
    struct recording r = {0};
    numbered_write(&r, told);
    struct child_result result = commanded_bytes(numbered_line, r.out.data, r.out.len);
    numbered_add_result(&result, out);
    recording_free(&r);
    free(told);
}
