#include "cmd/fleet/files_from.h"

#include "cmd/cli/message.h"
#include "cmd/read/groups.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd/fleet/files_from_options.h"

static bool read_names(const struct files_from *from, struct text_list *operands) {
    const char *path = from->path;
    bool from_stdin = strcmp(path, "-") == 0;
    for (size_t i = 0; i < operands->len && from_stdin; i++) {
        if (strcmp(operands->items[i], "-") != 0) continue;
        return message_refuse(
            "standard input cannot be both a recording (-) and the list of --files-from");
    }
    FILE *file = from_stdin ? stdin : fopen(path, "r");
    if (!file) return message_refuse("--files-from: cannot open %s: %s", path, strerror(errno));
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    int end = from->null ? 0 : '\n';
    errno = 0;
    while ((len = getdelim(&line, &size, end, file)) > 0) {
        if (line[len - 1] == end) line[--len] = 0;
        if (len > 0) array_push(operands, mem_copy_text(line));
    }
    bool fine = !ferror(file);
    if (!fine) message_error("--files-from: cannot read %s: %s", path, strerror(errno));
    free(line);
    if (!from_stdin) fclose(file);
    return fine;
}

int files_from_fill(const struct command *command, const struct files_from *from,
                    struct input_share share, bool none_is_fine, struct text_list *operands) {
    if (from->path && !read_names(from, operands)) return EXIT_USAGE;
    if (!operands->len && !none_is_fine)
        return message_misused(
            command, "%s needs recordings or profiles: files, directories, - for standard input%s",
            command->name,
            from->path ? "; the list of --files-from is empty" : ", or --files-from FILE");
    return options_share_fits(share, operands) ? EXIT_OK : message_misuse(command);
}
