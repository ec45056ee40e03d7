#include "cmd/cli/message.h"

#include "cmd/write/safe.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int quiet;

void message_set_quiet(int choice) {
    quiet = choice;
}

static void say(const char *format, va_list args) {
    struct text raw = {0}, line = {0};
    text_addv(&raw, format, args);
    text_add(&line, "jfrtool: ");
    safe_add(&line, text_str(&raw), raw.len);
    text_add_char(&line, '\n');
    /* One write, so that lines of several processes on one terminal do not mix. */
    fwrite(line.data, 1, line.len, stderr);
    text_free(&raw);
    text_free(&line);
}

void message_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

void message_note(const char *format, ...) {
    if (quiet) return;
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

void text_add_grouped(struct text *t, uint64_t n) {
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0) text_add_char(t, ',');
        text_add_char(t, digits[i]);
    }
}

void text_add_number_of(struct text *t, uint64_t n, const char *noun) {
    text_add_grouped(t, n);
    text_addf(t, " %s%s", noun, n == 1 ? "" : "s");
}

/* Three digits that matter: 4.2, 99.7, 1000 (and not 1e+03). */
static void add_significant(struct text *t, double x) {
    text_addf(t, x < 999.5 ? "%.3g" : "%.0f", x);
}

void text_add_bytes_of(struct text *t, uint64_t bytes) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    double n = (double)bytes;
    size_t unit = 0;
    for (; n >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++) n /= 1000;
    add_significant(t, n);
    text_addf(t, " %s", units[unit]);
}

void text_add_duration(struct text *t, int64_t ns) {
    double s = (double)ns / 1e9;
    if (ns < 0) ns = 0;
    if (ns < 1000000000) {
        bool us = ns < 1000000;
        add_significant(t, s * (us ? 1e6 : 1e3));
        text_add(t, us ? " us" : " ms");
    } else if (s < 99.95) text_addf(t, "%.1f s", s);
    else if (s < 3600) text_addf(t, "%lld min %lld s", (long long)s / 60, (long long)s % 60);
    else text_addf(t, "%lld h %lld min", (long long)s / 3600, (long long)s / 60 % 60);
}

void text_add_utc(struct text *t, int64_t ns) {
    int64_t seconds = ns / 1000000000, rest = ns % 1000000000;
    if (rest < 0) {
        rest += 1000000000;
        seconds--;
    }
    time_t when = (time_t)seconds;
    struct tm utc;
    char date[64];
    if (!gmtime_r(&when, &utc) || !strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &utc)) return;
    text_addf(t, "%s.%03d UTC", date, (int)(rest / 1000000));
}
