/* Collapsed stacks to a flame graph, for tests: what the writer does with any frame, without a
 * recording.
 *
 *   collapsed2svg [-i] [-r] [-c] [-w width] [-m min_width] [-b max_bytes] [-t title] [-s subtitle]
 *                 <stacks >svg
 *
 * Suffixes _[j] _[i] _[0] _[1] _[k] _[n] _[c] give frames their type. Prints what was left out on
 * stderr.
 */
#include "cmd/pictures/flame_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t frame_type_of(const char *name, size_t *len) {
    static const char letters[] = "j\2i\3"
                                  "0\1"
                                  "1\7k\6n\4c\5";
    if (*len < 4 || memcmp(name + *len - 4, "_[", 2) != 0 || name[*len - 1] != ']')
        return FRAME_ANY;
    for (const char *at = letters; *at; at += 2) {
        if (*at != name[*len - 2]) continue;
        *len -= 4;
        return (uint32_t)at[1];
    }
    return FRAME_ANY;
}

/* "a.b.C.m" is method m of a.b.C; a name without a dot, or with "::", is native; "[name" a thread.
 */
static uint32_t intern_frame(struct frames *frames, const char *name, size_t len) {
    struct frame frame = {.line = -1, .bci = -1};
    frame.type = frame_type_of(name, &len);
    size_t dot = len;
    while (dot > 0 && name[dot - 1] != '.') dot--;
    bool java = dot > 1 && dot < len && memmem(name, len, "::", 2) == NULL && name[0] != '[';
    if (len && name[0] == '[') frame.type = FRAME_THREAD;
    if (java) {
        size_t package = dot - 1;
        while (package > 0 && name[package - 1] != '.') package--;
        frame.class_name = strings_intern(&frames->strings, name, dot - 1);
        if (package) frame.package = strings_intern(&frames->strings, name, package - 1);
    }
    frame.method =
        strings_intern(&frames->strings, name + (java ? dot : 0), len - (java ? dot : 0));
    return frames_intern(frames, &frame);
}

static void add_line(struct profile *profile, const char *line, size_t len) {
    size_t end = len;
    while (end > 0 && line[end - 1] != ' ') end--;
    if (end == 0) return;
    uint64_t samples = strtoull(line + end, NULL, 10);
    ARRAY(uint32_t) ids = {0}; /* leaf first */
    for (size_t at = end - 1;;) {
        size_t start = at;
        while (start > 0 && line[start - 1] != ';') start--;
        if (at > start) array_push(&ids, intern_frame(&profile->frames, line + start, at - start));
        if (start == 0) break;
        at = start - 1;
    }
    profile_add_stack(profile, ids.items, ids.len, (struct profile_weight){.samples = samples});
    array_free(&ids);
}

int main(int argc, char **argv) {
    struct flame_svg_options options = {.title = "test", .width = 1200};
    int option;
    while ((option = getopt(argc, argv, "ircw:m:b:t:s:")) != -1) {
        switch (option) {
        case 'i': options.icicle = true; break;
        case 'r': options.reverse = true; break;
        case 'c': options.color = FLAME_BY_TYPE; break;
        case 'w': options.width = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'm': options.min_width = strtod(optarg, NULL); break;
        case 'b': options.max_bytes = strtoul(optarg, NULL, 10); break;
        case 't': options.title = optarg; break;
        case 's': options.subtitle = optarg; break;
        default: return 2;
        }
    }
    struct profile profile = {.keep = PROFILE_STACKS};
    char *line = NULL;
    size_t size = 0;
    for (ssize_t len; (len = getline(&line, &size, stdin)) > 0;) {
        size_t bytes = (size_t)len;
        if (line[bytes - 1] == '\n') bytes--;
        add_line(&profile, line, bytes);
    }
    struct calltree tree;
    calltree_build(&profile, &(struct calltree_options){.reverse = options.reverse}, &tree);
    struct text svg = {0};
    struct flame_svg_stats stats;
    flame_svg(&profile, &tree, &options, &svg, &stats);
    fwrite(text_str(&svg), 1, svg.len, stdout);
    fprintf(
        stderr,
        "%zu bytes, %llu nodes, %llu frames, %llu left out with %llu samples, min width %g px\n",
        svg.len, (unsigned long long)tree.len - 1, (unsigned long long)stats.frames_drawn,
        (unsigned long long)stats.frames_left_out, (unsigned long long)stats.samples_left_out,
        stats.min_width);
    text_free(&svg);
    calltree_free(&tree);
    profile_free(&profile);
    free(line);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
