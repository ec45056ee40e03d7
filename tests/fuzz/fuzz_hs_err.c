/* libFuzzer target: what a JVM that died left besides recordings, in pieces as it is read: error
 * logs, consoles, heap dumps; and the verdict on it. Byte 0 is the size of a piece, byte 1 chooses
 * the name. */
#include "base/missing.h"
#include "cmd/ci/died.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_frames(const struct crash_frames *frames) {
    struct text name = {0};
    for (size_t i = 0; i < frames->lines.len; i++)
        crash_add_frame_name(frames->lines.items[i], &name);
    if (frames->lines.len > frames->total || name.len > frames->lines.len * 1000) abort();
    text_free(&name);
}

/* Nothing that is shown breaks a line. */
static void check_line(const char *text) {
    if (strpbrk(text, "\n\r")) abort();
}

static void check_crash(const struct found_crash *crash) {
    check_line(crash->frame);
    check_line(crash->thread);
    check_line(crash->name);
    check_line(crash->time);
    if ((crash->start_ns || *crash->time) && !crash->end_ns) abort();
    check_frames(&crash->native);
    check_frames(&crash->java);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"hs_err_pid7.log", "java_pid8.hprof", "a.jfr",
                                        "ci.zip: out"};
    if (size < 2) return 0;
    size_t piece = data[0] ? data[0] : SIZE_MAX, len = size - 2;
    const char *name = names[data[1] % 4];
    char *exact = malloc(len ? len : 1);
    if (!exact) return 0;
    memcpy(exact, data + 2, len);
    struct leftovers others = {0};
    enum leftover kind = leftovers_look(&others, name, exact, len, data[1] & 4);
    for (size_t at = 0; kind == LEFTOVER_READ && at < len;) {
        size_t some = len - at < piece ? len - at : piece;
        leftovers_take(&others, exact + at, some);
        at += some;
        if (data[1] & 8 && at > len / 2) leftovers_skip(&others);
    }
    leftovers_end(&others);
    for (size_t i = 0; i < others.crashes.len; i++) check_crash(&others.crashes.items[i]);
    for (size_t i = 0; i < others.traces.len; i++)
        if (others.traces.items[i].said) check_line(others.traces.items[i].said);
    struct died died = {.pid = MISSING};
    died_take_traces(&others, &died, true);
    if (others.crashes.len) died.log = &others.crashes.items[0];
    if (others.crashes.len || others.traces.len) {
        struct text why = {0};
        if (!*verdict_make(NULL, &died, &why) || !why.len) abort();
        text_free(&why);
    }
    leftovers_free(&others);
    free(exact);
    return 0;
}
