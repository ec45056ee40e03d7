/* libarchive, loaded when the first compressed file or archive is met.
 *
 * It brings some fifteen libraries along, which cost a program that reads a plain recording more
 * time to load than the recording takes to read. So it is not linked but opened on demand; its
 * functions keep their names and go through a table.
 */
#pragma once

#include "base/library.h"
#include "parser/jfr.h"

#include <archive.h>
#include <archive_entry.h>

#define LIBARCHIVE_FUNCTIONS(X)          \
    X(archive_entry_filetype)            \
    X(archive_entry_hardlink)            \
    X(archive_entry_is_data_encrypted)   \
    X(archive_entry_pathname)            \
    X(archive_error_string)              \
    X(archive_filter_bytes)              \
    X(archive_libzstd_version)           \
    X(archive_read_append_filter)        \
    X(archive_read_data_block)           \
    X(archive_read_free)                 \
    X(archive_read_new)                  \
    X(archive_read_next_header)          \
    X(archive_read_open1)                \
    X(archive_read_set_callback_data)    \
    X(archive_read_set_read_callback)    \
    X(archive_read_set_seek_callback)    \
    X(archive_read_set_skip_callback)    \
    X(archive_read_support_format_empty) \
    X(archive_read_support_format_raw)   \
    X(archive_read_support_format_tar)   \
    X(archive_read_support_format_zip)   \
    X(archive_set_error)                 \
    X(archive_version_string)

struct libarchive {
    LIBRARY_TABLE(LIBARCHIVE_FUNCTIONS)
};

/* The functions, or NULL: *why says what is missing. Any thread may ask; loaded once. */
const struct libarchive *libarchive(const char **why);
