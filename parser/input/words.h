/* What is said of files and folders that are no recordings. */
#pragma once

#include "parser/input/archive.h"
#include "parser/input/content.h"
#include "parser/jfr.h"

/* Notes that so many files (some empty) below the name were left out, and what else is to say. */
void words_note_others(const struct jfr_log *log, const char *name, const char *more,
                       uint64_t others, uint64_t empty);
/* The file is none; first: how it begins. packed: in what it was, or CONTENT_OTHER. */
void words_not_jfr(struct jfr_error *error, const char *name, const uint8_t *first, size_t len,
                   enum content packed);
/* Why a file that the caller named holds no recording. */
void words_nothing_in(struct jfr_error *error, const char *name, uint64_t size,
                      const struct unpack_result *result);

struct words_folder {
    const char *path;
    uint64_t files, others, empty, too_deep; /* others: are no recordings; too_deep: directories */
};
/* Notes what of a folder is not read; nothing if that is nothing. */
void words_note_folder(const struct jfr_log *log, const struct words_folder *folder);
/* Fills in error: the folder holds no recording, and why. */
void words_nothing_in_folder(struct jfr_error *error, const struct words_folder *folder);
