/* The page's data while they are made: what the files of it share. */
#pragma once

#include "cmd/page/data.h"
#include "parser/writer.h"

/* Of a set: by its own ids, those of the profile of all. NULL: that is its own. */
struct set_numbers {
    uint32_t *stacks, *threads, *states;
};

/* The number that an id of the set has in the profile of all. */
static inline uint32_t page_of_set(const uint32_t *numbers, uint32_t id) {
    return numbers ? numbers[id] : id;
}

struct page_data {
    const struct page_input *input;
    const struct profile *profile; /* of a set: it has frames, stacks and threads of all sets */
    struct set_numbers *sets;
    int64_t start_ms;
    struct strings strings;   /* all texts that are needed, as recorded */
    uint32_t *string_number;  /* by id in strings */
    uint32_t *profile_string; /* number by id in the profile's strings */
    uint32_t *frame_number;   /* by frame of the profile; PROFILE_NONE: in no stack */
    ARRAY(uint32_t) frames;   /* frames of the profile by number */
    uint32_t *stack_number;   /* by stack of the profile */
    uint32_t *thread_number;  /* by thread of the profile; PROFILE_NONE: of no sample */
    ARRAY(uint32_t) threads;  /* likewise, by number */
    ARRAY(uint32_t) states;   /* string ids of the profile, by number */
    struct map state_number;  /* by string id of the profile */
    uint32_t *marker_thread;  /* by thread of the lanes' things, one of the profile's */
};

/* The lower 32 bits, four bytes, the lowest first. */
static inline void page_add_u32(struct text *out, size_t n) {
    uint8_t bytes[4];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(n >> (8 * i));
    text_add_bytes(out, bytes, sizeof bytes);
}

/* As a varint, zigzag: small numbers of either sign are short. */
static inline void page_add_signed(struct text *out, int64_t n) {
    writer_add_long(out, (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0));
}

/* ms since the page's start. */
static inline int64_t page_ms(const struct page_data *d, int64_t ns) {
    int64_t ms = ns / 1000000 - (ns % 1000000 < 0);
    return ms - d->start_ms;
}

/* The number of a text that is among the page's strings. */
static inline uint32_t page_number_in(const struct page_data *d, const struct strings *from,
                                      uint32_t id) {
    return d
        ->string_number[strings_find(&d->strings, strings_get(from, id), strings_len(from, id))];
}

/* Sections about time, see data.c. */
void page_add_loads(struct page_data *d, struct text *section);
void page_add_pauses(struct page_data *d, struct text *section);
void page_add_throttles(struct page_data *d, struct text *section);
void page_add_heap(struct page_data *d, struct text *section);
void page_add_series(struct page_data *d, struct text *section);
void page_add_markers(struct page_data *d, struct text *section);
void page_add_tabs(struct page_data *d, struct text *section);
