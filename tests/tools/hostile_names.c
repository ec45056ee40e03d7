/* Writes a recording whose names try to be something else than names: tags, scripts, quotes, marks
 * that turn the direction of text, control characters, ten thousand characters.
 *
 *   hostile_names >hostile.jfr
 */
#include "tests/support/jvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_NAME 10000

int main(void) {
    static const char *const names[] = {
        "</script><script>window.hacked=1</script>",
        "<img/src=x/onerror=window.hacked=2>",
        "\"onmouseover=window.hacked=3//",
        "'-alert(1)-'",
        "]]><!--&amp;&#60;",
        "\xE2\x80\xAEgpj\xE2\x80\xAC\xD7\x90\xD7\x91", /* right to left override */
        "a\nb\tc\x1B[31m\x01",
        "__proto__",
        "constructor",
        "${window.hacked=4}",
        "%3Cscript%3E",
        "javascript\\u003cb>",
        "\xF0\x9F\x94\xA5\xEF\xBB\xBF",
        "\xED\xA0\x80", /* a lone surrogate as bytes */
    };
    struct recording r = {0};
    struct jvm jvm = {0};
    char *frames = malloc(2 * LONG_NAME + 100), *many = malloc(LONG_NAME + 1);
    if (frames == NULL || many == NULL) abort();
    memset(many, 'n', LONG_NAME);
    many[LONG_NAME] = 0;
    chunk_begin(&r, NULL);
    jvm_types(&r);
    int64_t ticks = usual_head.start_ticks;
    for (size_t i = 0; i <= sizeof names / sizeof *names; i++) {
        const char *name = i < sizeof names / sizeof *names ? names[i] : "long";
        const char *method = i < sizeof names / sizeof *names ? name : "longest";
        snprintf(frames, 2 * LONG_NAME + 100, "evil/%s.%s evil/Root.run", name, method);
        uint64_t thread = jvm_thread(&jvm, name);
        for (size_t n = 0; n <= i; n++, ticks += 10000000)
            jvm_sample(&r, ticks, thread, jvm_stack(&jvm, frames));
    }
    jvm_sample(&r, ticks, jvm_thread(&jvm, many), jvm_stack(&jvm, "evil/Root.run"));
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    fwrite(r.out.data, 1, r.out.len, stdout);
    free(frames);
    free(many);
    jvm_free(&jvm);
    recording_free(&r);
    return 0;
}
