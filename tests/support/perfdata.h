/* The file in which a HotSpot JVM says what it is, hsperfdata_USER/PID: its head, and entries of
 * texts.
 *
 *   begin_file(true, 1);
 *   add_entry("sun.rt.javaCommand", "a.b.Main x y", 40);      ... file, file_size
 */
#ifndef TESTS_SUPPORT_PERFDATA_H
#define TESTS_SUPPORT_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint8_t file[1024];
static size_t file_size;
static bool little;

static void put32(size_t at, uint32_t n) {
    for (int i = 0; i < 4; i++)
        file[at + (size_t)i] = (uint8_t)(n >> (little ? 8 * i : 24 - 8 * i));
}

static void begin_file(bool little_endian, uint32_t entries) {
    memset(file, 0, sizeof file);
    little = false;
    put32(0, 0xCAFEC0C0);
    little = little_endian;
    file[4] = little_endian;
    file[5] = 2;
    put32(24, 32);
    put32(28, entries);
    file_size = 32;
}

static void add_entry(const char *name, const char *value, size_t room) {
    size_t name_len = strlen(name) + 1, at = file_size, length = 20 + name_len + room;
    put32(at, (uint32_t)length);
    put32(at + 4, 20);
    put32(at + 8, (uint32_t)room);
    file[at + 12] = 'B';
    put32(at + 16, (uint32_t)(20 + name_len));
    memcpy(file + at + 20, name, name_len);
    memcpy(file + at + 20 + name_len, value, strnlen(value, room));
    file_size += length;
}

#endif
