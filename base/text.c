#include "base/text.h"
#include "base/mem.h"

#include <stdio.h>
#include <string.h>

void text_reserve(struct text *t, size_t more) {
    size_t want = t->len + more + 1;
    if (want <= t->cap) return;
    t->cap = mem_grown(t->cap, 64, want);
    t->data = mem_resize(t->data, t->cap, 1);
}

void text_add_bytes(struct text *t, const void *bytes, size_t len) {
    text_reserve(t, len);
    if (len) memcpy(t->data + t->len, bytes, len);
    t->len += len;
    t->data[t->len] = 0;
}

void text_add(struct text *t, const char *s) {
    text_add_bytes(t, s, strlen(s));
}

void text_add_char(struct text *t, char c) {
    text_add_bytes(t, &c, 1);
}

void text_add_blanks(struct text *t, size_t n) {
    text_reserve(t, n);
    memset(t->data + t->len, ' ', n);
    t->len += n;
    t->data[t->len] = 0;
}

/* Texts that follow each other, as in most formats, are copied. */
void text_addv(struct text *t, const char *format, va_list args) {
    va_list again;
    for (;; format += 2) {
        size_t plain = strcspn(format, "%");
        text_add_bytes(t, format, plain);
        format += plain;
        if (format[0] != '%' || format[1] != 's') break;
        const char *s = va_arg(args, const char *);
        text_add(t, s ? s : "(null)");
    }
    if (!*format) return;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    if (len > 0) {
        text_reserve(t, (size_t)len);
        vsnprintf(t->data + t->len, (size_t)len + 1, format, again);
        t->len += (size_t)len;
    }
    va_end(again);
}

void text_addf(struct text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_addv(t, format, args);
    va_end(args);
}

void text_add_u64(struct text *t, uint64_t n) {
    char digits[20];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    text_add_bytes(t, digits + at, sizeof digits - at);
}

void text_add_grouped(struct text *t, uint64_t n) {
    struct text digits = {0};
    text_add_u64(&digits, n);
    for (size_t i = 0; i < digits.len; i++) {
        if (i && (digits.len - i) % 3 == 0) text_add_char(t, ',');
        text_add_char(t, digits.data[i]);
    }
    text_free(&digits);
}

void text_add_number_of(struct text *t, uint64_t n, const char *noun) {
    text_add_grouped(t, n);
    size_t len = strlen(noun);
    const char *many = len && strchr("sxz", noun[len - 1]) ? "es" : "s";
    text_addf(t, " %s%s", noun, n == 1 ? "" : many);
}

void text_clear(struct text *t) {
    t->len = 0;
    if (t->data) t->data[0] = 0;
}

void text_free(struct text *t) {
    free(t->data);
    *t = (struct text){0};
}

const char *text_str(const struct text *t) {
    return t->data ? t->data : "";
}

char *text_take(struct text *t) {
    char *s = t->data ? t->data : mem_copy_text("");
    *t = (struct text){0};
    return s;
}

bool text_begins_with(const char *string, const char *beginning) {
    return strncmp(string, beginning, strlen(beginning)) == 0;
}

const char *text_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

bool text_ends_with(const char *string, const char *end) {
    const size_t len = strlen(string), of_end = strlen(end);
    return len > of_end && memcmp(string + len - of_end, end, of_end) == 0;
}
