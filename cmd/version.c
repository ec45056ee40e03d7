/* jfrtool version: the program, the libraries it runs with, and what of the processor it uses. */
#include "analyzers/regex.h"
#include "cmd/write/words.h"
#include "base/processor.h"
#include "cmd/cli/cjson.h"
#include "cmd/cli/command.h"
#include "cmd/cli/output.h"
#include "parser/jfr.h"
#include "parser/input/libarchive.h"
#include "sql/sql.h"

#include "commit.h"

#include <string.h>

#include "cmd/version_options.h"

static void add_processor(struct text *out) {
#if defined __x86_64__
    text_addf(out, "processor  x86-64, SSE2%s\n", processor_has_avx2() ? ", AVX2" : "");
#elif defined __aarch64__
    text_add(out, "processor  aarch64, NEON\n");
#else
    text_add(out, "processor  portable code\n");
#endif
}

static void add_build(struct text *out) {
    text_addf(out, "commit     %s\n", *JFR_COMMIT ? JFR_COMMIT : "unknown");
#ifdef __clang__
    text_add(out, "compiler   clang " __clang_version__ "\n");
#else
    text_add(out, "compiler   gcc " __VERSION__ "\n");
#endif
#ifdef JFR_STATIC
    text_add(out, "libraries  static, nothing is loaded\n");
#else
    text_add(out, "libraries  shared; they are loaded when needed\n");
#endif
    text_add(out, "features   record, sql, archives, format 0.9");
#ifdef SANITIZED
    text_add(out, ", AddressSanitizer");
#endif
    text_add_char(out, '\n');
}

static int run(const struct command *command, struct option_base *options) {
    (void)command;
    const struct version_options *o = (const struct version_options *)options;
    struct text text = {0};
    text_add(&text, "jfrtool " JFR_VERSION "\n");
    const char *why;
    const struct libarchive *la = libarchive(&why);
    const char *zstd = la ? la->archive_libzstd_version() : NULL;
    words_add(&text, "zstd       {}\nlibarchive {}\nsqlite     {}\npcre2      ",
              cell_text(zstd ? zstd : "not in libarchive"),
              cell_text(la ? la->archive_version_string() + strlen("libarchive ") : why),
              cell_text(sql_library()));
    regex_version(&text);
    text_add_char(&text, '\n');
    text_addf(&text, "cjson      %s\n", cjson_load(&why) ? cJSON_Version() : why);
    add_processor(&text);
    if (o->build) add_build(&text);
    return output_write(NULL, &text) ? EXIT_OK : EXIT_USAGE;
}
