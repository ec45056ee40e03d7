/* The data of the page: columns of varints. See page_data.c for the format. */
#pragma once

#include "cmd/page/page.h"

#define PAGE_NAME_MAX_CHARS 1000 /* of a name in the page, the rest is cut off */

struct gzip;
/* Appends the data; meta (JSON, "start_ms" in it is the same) goes to its head. With gzip each part
 * is pushed there instead, and what comes out of it is appended: the data are nowhere as a whole. */
void page_data_add(const struct page_input *input, const struct text *meta, int64_t start_ms,
                   struct gzip *gzip, struct text *out);
/* The JSON with all that is not columns: title, facts, notes, colours, findings. */
void page_meta_add(const struct page_input *input, int64_t start_ms, struct text *out);

/* Are its samples worth something besides being some? */
bool page_set_has_values(const struct page_set *set);
