#include "cmd/cli/ways.h"

#include "cmd/cli/operands.h"

#include <ctype.h>
#include <string.h>

static const struct way ways[] = {
#include "cmd/cli/ways_table.h"
    {NULL, NULL, NULL},
};

const struct way *ways_all(void) {
    return ways;
}

const struct way *way_to(const struct command *command) {
    for (const struct way *way = ways; way->from; way++)
        if (strcmp(way->to, command->name) == 0) return way;
    return NULL;
}

void way_add_call(struct text *out, const struct command *command) {
    const struct way *way = way_to(command);
    if (way) text_addf(out, "%s %s", way->from, way->word);
    else text_add(out, command->name);
}

const struct way *way_of_call(const char *call) {
    for (const struct way *way = ways; way->from; way++) {
        size_t from = strlen(way->from), word = strlen(way->word);
        if (strncmp(call, way->from, from) != 0 || call[from] != ' ') continue;
        const char *end = call + from + 1 + word;
        if (strncmp(call + from + 1, way->word, word) == 0 && strchr(" \n", *end)) return way;
    }
    return NULL;
}

/* How many of the arguments, from this one on, are the word: "--as jfr" is two, "--as=jfr" one. */
static int words_at(const char *word, int argc, char *const *argv) {
    const char *value = strchr(word, ' ');
    size_t len = value ? (size_t)(value - word) : strlen(word);
    if (strncmp(argv[0], word, len) != 0) return 0;
    if (!value) return argv[0][len] == 0;
    if (argv[0][len] == '=') return strcmp(argv[0] + len + 1, value + 1) == 0;
    return argv[0][len] == 0 && argc > 1 && strcmp(argv[1], value + 1) == 0 ? 2 : 0;
}

/* Where the word stands; argc: nowhere. */
static int place_of(const char *word, int argc, char *const *argv) {
    int end = word[0] == '-' ? argc : argc > 0;
    for (int i = 0; i < end && strcmp(argv[i], "--") != 0; i++)
        if (words_at(word, argc - i, argv + i)) return i;
    return argc;
}

/* Are all options up to there some that the groups have? Others may be values. */
static bool all_known(const struct option_use *uses, int argc, char *const *argv) {
    for (int i = 0; i < argc; i++) {
        size_t len = strcspn(argv[i], "=");
        bool is_long = strncmp(argv[i], "--", 2) == 0, known = argv[i][0] != '-' || len < 2;
        OPTIONS_EACH (use, row, uses) {
            bool named =
                strlen(row->name) == len - 2 && strncmp(row->name, argv[i] + 2, len - 2) == 0;
            known = known || (is_long ? len < 3 || named : row->letter == argv[i][1]);
        }
        if (!known) return false;
    }
    return true;
}

/* Is the first operand something that is no recording, as its name says too, and the second one?
 * Options of either command may stand between them. */
static bool begins_with_other(const struct command *from, const struct command *to, int argc,
                              char *const *argv) {
    ARRAY(struct option_use) uses = {0};
    for (const struct option_use *use = from->groups; use->group; use++) array_push(&uses, *use);
    for (const struct option_use *use = to->groups; use->group; use++) array_push(&uses, *use);
    array_push(&uses, ((struct option_use){NULL, 0}));
    int first = options_first_operand(uses.items, argc, argv), second = argc;
    if (first < argc)
        second = first + 1 + options_first_operand(uses.items, argc - first - 1, argv + first + 1);
    bool known = all_known(uses.items, first, argv);
    array_free(&uses);
    return known && second < argc && operand_is_word(argv[first]) && operand_is_input(argv[second]);
}

const struct command *way_take(const char *name, int *argc, char **argv) {
    const struct way *part = NULL;
    for (const struct way *way = ways; way->from; way++) {
        if (strcmp(way->from, name) != 0) continue;
        if (!part && islower((unsigned char)way->word[0])) part = way;
        if (isupper((unsigned char)way->word[0])) {
            const struct command *to = command_find(way->to);
            if (begins_with_other(command_find(name), to, *argc, argv)) return to;
            continue;
        }
        int at = place_of(way->word, *argc, argv);
        if (at == *argc) continue;
        int words = words_at(way->word, *argc - at, argv + at);
        memmove(argv + at, argv + at + words, (size_t)(*argc - at - words) * sizeof *argv);
        *argc -= words;
        return command_find(way->to);
    }
    /* Of a command that is nothing but its parts the first is the usual one. */
    return command_find(part && *argc && operand_is_input(argv[0]) ? part->to : name);
}
