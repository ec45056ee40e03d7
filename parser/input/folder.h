/* Directories become lists of files: in byte order of their names, folders where their name stands.
 * Left out: hidden entries, symbolic links to directories (they may lead in circles), whatever is
 * neither file nor directory, and what lies more than eight directories deep. */
#pragma once

#include "base/array.h"
#include "parser/input/identity.h"

struct place { /* something to be opened */
    char *path;
    uint64_t size;    /* in bytes as stored, as far as known */
    int failure;      /* errno: it could not even be looked at */
    size_t folder;    /* 1 + index of the folder it was found in, 0: the caller named it */
    bool folder_ends; /* not a file: all of the folder has been read */
    /* Of an input that is read once more: what came of it. */
    struct identity was;
    uint32_t recordings; /* of the places before */
    bool gave, failed;   /* segments; errors */
    bool once;           /* it is not there once more: a pipe */
};

typedef ARRAY(struct place) places;

/* Appends the files below path, each with that folder number. Returns how many directories were
 * left out because they lie too deep. */
uint64_t folder_list(places *list, const char *path, size_t folder);
