/* jfrtool assemble: recordings and repositories become one recording. */
#include "cmd/cli/message.h"
#include "cmd/edit/rewriting.h"
#include "parser/whole/written.h"

#include "cmd/assemble_options.h"

struct assembling {
    struct rewriting rewriting;
    uint64_t finished; /* chunks that their JVM had not finished */
};

/* A chunk that is whole keeps its bytes. Of others what can be read is written, and finished. */
static void take_chunk(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    static const struct edit_rules all = {.skips_empty = true};
    struct assembling *assembling = context;
    const char *why;
    if (!chunk->unfinished && written_is_read(chunk->data, chunk->size, NULL, &why)) {
        rewriting_copy(&assembling->rewriting, chunk);
        return;
    }
    assembling->finished++;
    rewriting_edit(&assembling->rewriting, chunk, &all, log);
}

static int say_needs(struct answer *answer, struct needs *needs) {
    (void)needs;
    return rewriting_check(answer);
}

static int make_answer(struct answer *answer) {
    struct assembling assembling = {.rewriting = {.answer = answer}};
    int code = rewriting_run(&assembling.rewriting, take_chunk, &assembling);
    if (code == EXIT_OK && assembling.finished)
        message_note("%llu of %llu chunks were unfinished or damaged: what can be read of them is "
                     "written as finished chunks",
                     (unsigned long long)assembling.finished,
                     (unsigned long long)assembling.rewriting.chunks);
    return code;
}
