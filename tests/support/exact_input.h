/* An input that copies each file to memory of exactly its size, so that the address sanitizer sees
 * the first byte read too many; a mapping would hide it up to the end of its page. A program that
 * includes this (once) reads with it in place of parser/input/input.c. Files only. */
#pragma once

#include "parser/document/document.h"
#include "parser/input/content.h"
#include "parser/input/input.h"
#include "parser/jfr.h"
#include "parser/input/segment.h"
#include "parser/input/v0_segments.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct jfr_input {
    const char *const *paths;
    size_t count, at;
    struct v0_segments old;
};

struct jfr_input *jfr_input_open(const char *const *paths, size_t count) {
    struct jfr_input *input = malloc(sizeof *input);
    *input = (struct jfr_input){.paths = paths, .count = count};
    return input;
}

/* Files stay what they are while a target runs. */
struct jfr_input *input_again(const struct jfr_input *before, bool copies) {
    (void)copies;
    return jfr_input_open(before->paths, before->count);
}

bool input_gives_once(const struct jfr_input *input, uint32_t recording) {
    (void)input;
    (void)recording;
    return false;
}

bool input_lost(const struct jfr_input *input) {
    (void)input;
    return false;
}

bool input_unchanged(const struct jfr_input *before, struct jfr_error *error) {
    (void)before;
    (void)error;
    return true;
}

/* Nothing here reads a part of its files. */
void jfr_input_only(struct jfr_input *input, const char *name) {
    (void)input;
    (void)name;
    abort();
}

void input_leave_out(struct jfr_input *input, const char *path) {
    (void)input;
    (void)path;
    abort();
}

void input_one_by_one(struct jfr_input *input) {
    (void)input;
    abort();
}

void input_take_documents(struct jfr_input *input) {
    (void)input;
}

/* As of a file that somebody named. */
static bool is_document(const uint8_t *data, size_t size) {
    enum content content = content_of(data, size < CONTENT_LOOK ? size : CONTENT_LOOK);
    return content == CONTENT_PROFILE || content == CONTENT_OTHER_PROFILE ||
           (content == CONTENT_OTHER && !content_holds_chunk(data, size) &&
            document_looks(data, size));
}

/* Errors say what they are about. */
struct input_failed input_failed(const struct jfr_input *input) {
    (void)input;
    return (struct input_failed){UINT32_MAX, ""};
}

const struct input_item *input_item(struct jfr_input *input) {
    (void)input;
    abort();
}

/* No part of it is asked for, so where things lie says nothing. */
uint64_t input_position(const struct jfr_input *input) {
    (void)input;
    return 0;
}

void input_show_others(struct jfr_input *input, const struct input_others *others) {
    (void)input;
    (void)others;
    abort();
}

void input_part(struct jfr_input *input, const char *name) {
    (void)input;
    (void)name;
    abort();
}

int jfr_input_next(struct jfr_input *input, struct jfr_segment *segment, const struct jfr_log *log,
                   struct jfr_error *error) {
    int got = v0_segments_next(&input->old, segment, log, error);
    if (got != 0 || input->at == input->count) return got;
    const char *path = input->paths[input->at++];
    int fd = open(path, O_RDONLY);
    struct stat about = {0};
    if (fd < 0 || fstat(fd, &about) != 0) abort();
    size_t size = (size_t)about.st_size;
    uint8_t *data = malloc(size ? size : 1);
    if (pread(fd, data, size, 0) != (ssize_t)size) abort();
    close(fd);
    *segment = segment_of_memory(data, size, path);
    segment->recording = (uint32_t)input->at - 1;
    segment->last = true;
    segment->profile = is_document(data, size);
    if (!v0_segments_wanted(segment)) return 1;
    v0_segments_feed(&input->old, segment);
    return jfr_input_next(input, segment, log, error);
}

void jfr_input_progress(const struct jfr_input *input, uint64_t *done, uint64_t *total) {
    *done = input->at;
    *total = input->count;
}

void jfr_input_close(struct jfr_input *input) {
    if (!input) return;
    v0_segments_free(&input->old);
    free(input);
}
