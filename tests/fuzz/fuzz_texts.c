/* libFuzzer target: what no recording leads to - memory of JVMs, command lines,
 * options, and the escapes of all writers. Byte 0 chooses. */
#include "agent/ground/options.h"
#include "analyzers/time/time_point.h"
#include "base/mem.h"
#include "base/safe.h"
#include "cmd/attach/jvm.h"
#include "cmd/attach/perfdata.h"
#include "cmd/write/markdown.h"
#include "cmd/write/xml.h"
#include "parser/input/content.h"
#include "parser/document/document.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void perfdata(const char *bytes, size_t len) {
    struct perfdata found;
    if (perfdata_parse(bytes, len, &found)) perfdata_free(&found);
}

static void command_line(const char *bytes, size_t len) {
    char *command, *main_class = jvm_main_class(bytes, len, &command);
    free(main_class);
    free(command);
}

static void agent_line(const char *text, size_t len) {
    struct agent_options options;
    char error[400];
    agent_options_parse(text, &options, error, sizeof error);
    agent_options_free(&options);
}

static void contents(const char *bytes, size_t len) {
    const uint8_t *data = (const uint8_t *)bytes;
    char what[120];
    int64_t start, duration;
    document_begins(data, len);
    document_span(data, len, &start, &duration);
    content_of(data, len);
    content_holds_chunk(data, len);
    if (len) content_describe(data, len, what, sizeof what);
}

static void point(const char *text, size_t len) {
    struct time_point found;
    (void)!time_point_parse(text, &found);
}

/* What is harmless stays so, whatever is made of it. */
static void escapes(const char *text, size_t len) {
    struct text safe = {0}, out = {0};
    safe_add(&safe, text, len);
    safe_add(&out, text_str(&safe), safe.len);
    if (strcmp(text_str(&safe), text_str(&out)) != 0) abort();
    text_clear(&out);
    visible_add(&out, text, len, 30);
    xml_add(&out, text, len);
    if (memchr(text_str(&out), '<', out.len) && !memchr(text, '<', len)) abort();
    text_clear(&out);
    markdown_add(&out, text);
    if (strchr(text_str(&out), '\n')) abort();
    text_free(&safe);
    text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const readers[])(const char *text, size_t len) = {
        perfdata, command_line, agent_line, contents, point, escapes};
    if (size < 1) return 0;
    char *copy = mem_zero(size, 1); /* ends with a 0: a step beyond that is seen */
    memcpy(copy, data + 1, size - 1);
    readers[data[0] % (sizeof readers / sizeof *readers)](copy, size - 1);
    free(copy);
    return 0;
}
