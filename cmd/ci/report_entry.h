/* One recording of a report: read by itself, its page written, the rest kept as a few lines. */
#pragma once

#include "cmd/read/reading.h"
#include "cmd/ci/report_out.h"

/* The archive that the recording before was in. Recordings of one archive are best filled in the
 * order in which they lie in it (found_recording.first): then it is unpacked once. */
struct report_archive {
    const char *path; /* borrowed of that recording; NULL: none is open */
    struct jfr_input *input;
};
/* Closes the one that is open; none is, then. */
void report_archive_close(struct report_archive *archive);

/* Reads the recording (how: as what, but for the paths) and fills the entry (zeroed but for
 * recording and page); found has the error logs, one of which may be its JVM's. The page is written
 * to folder/entry->page; if that fails page becomes NULL and false is returned (it has been said on
 * stderr). */
bool report_entry_fill(const struct reading *how, const char *folder,
                       struct report_archive *archive, const struct found *found,
                       struct report_entry *entry);
