/* One recording of a report: read by itself, its page written, the rest kept as a few lines. */
#ifndef CMD_CI_REPORT_ENTRY_H
#define CMD_CI_REPORT_ENTRY_H

#include "cmd/read/common.h"
#include "cmd/ci/report_out.h"

/* Reads the recording as the options say and fills the entry (zeroed but for recording). The page
 * is written to folder/entry->page; if that fails page becomes NULL and false is returned (it has
 * been said on stderr). */
bool report_entry_fill(const struct common_options *options, const char *folder,
                       struct report_entry *entry);

#endif
