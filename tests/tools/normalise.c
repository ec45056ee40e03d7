/* Reads names, one a line, and prints each as names_class makes it (as names_method with -m,
 * without normalisation with -r). A second source for tests, and handy to see what a name becomes.
 */
#include "analyzers/profile/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    bool raw = false, method = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0) {
            raw = true;
        } else if (strcmp(argv[i], "-m") == 0) {
            method = true;
        } else {
            fprintf(stderr, "usage: normalise [-m] [-r] < names\n");
            return 2;
        }
    }
    char *line = NULL, *out = NULL;
    size_t cap = 0;
    for (ssize_t len; (len = getline(&line, &cap, stdin)) >= 0;) {
        if (len > 0 && line[len - 1] == '\n') len--;
        size_t size = (size_t)len + 17;
        char *room = realloc(out, size);
        if (room == NULL) {
            fprintf(stderr, "normalise: out of memory\n");
            return 1;
        }
        out = room;
        (method ? names_method : names_class)(line, (size_t)len, raw, out, size);
        puts(out);
    }
    free(line);
    free(out);
    return 0;
}
