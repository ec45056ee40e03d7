#include "analyzers/time/zone.h"

#include "base/missing.h"
#include "base/platform.h"
#include "base/units.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define MAX_OFFSET (18 * 3600 * NS_PER_S)
#define MAX_NAME 100

static bool two_digits(const char **text, int most, int *out) {
    const char *p = *text;
    if (!isdigit((unsigned char)p[0])) return false;
    *out = *p++ - '0';
    if (isdigit((unsigned char)*p)) *out = *out * 10 + (*p++ - '0');
    *text = p;
    return *out <= most;
}

/* "+2", "+02:00", "-0530" */
static bool parse_offset(const char *text, struct zone *out) {
    int hours, minutes = 0;
    bool west = *text == '-';
    if (*text != '+' && !west) return false;
    text++;
    if (!two_digits(&text, 18, &hours)) return false;
    if (*text == ':') text++;
    if (*text && !two_digits(&text, 59, &minutes)) return false;
    if (*text) return false;
    int64_t offset = (hours * 60 + minutes) * 60 * NS_PER_S;
    *out = (struct zone){.kind = ZONE_OFFSET, .offset_ns = west ? -offset : offset};
    return true;
}

/* Is there a file of that name among the system's zones? */
static bool is_zone(const char *name) {
    const char *folder = getenv("TZDIR");
    char path[4096], magic[4];
    size_t len = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/");
    if (name[len] || len == 0 || len > MAX_NAME || *name == '/') return false;
    snprintf(path, sizeof path, "%s/%s", folder && *folder ? folder : "/usr/share/zoneinfo", name);
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool is = fread(magic, 1, sizeof magic, file) == sizeof magic && memcmp(magic, "TZif", 4) == 0;
    fclose(file);
    return is;
}

bool zone_parse(const char *text, struct zone *out) {
    if (strcasecmp(text, "utc") == 0 || strcasecmp(text, "z") == 0) {
        *out = (struct zone){.kind = ZONE_OFFSET};
        return true;
    }
    if (parse_offset(text, out)) return true;
    bool local = strcasecmp(text, "local") == 0;
    if (!local && !(is_zone(text) && platform_take_zone(text))) return false;
    tzset();
    *out = (struct zone){.kind = ZONE_NAMED, .name = local ? "local" : text};
    return true;
}

struct zone zone_of_recording(int64_t offset_ms) {
    int64_t most = MAX_OFFSET / NS_PER_MS;
    if (offset_ms < -most || offset_ms > most) offset_ms = 0;
    return (struct zone){.kind = ZONE_OFFSET, .offset_ns = offset_ms * NS_PER_MS};
}

static int64_t floor_seconds(int64_t ns) {
    return ns / NS_PER_S - (ns % NS_PER_S < 0);
}

int64_t zone_to_ns(const struct zone *zone, int64_t wall_ns) {
    if (zone->kind != ZONE_NAMED) return whole_clamped(wall_ns, -zone->offset_ns);
    time_t wall = (time_t)floor_seconds(wall_ns);
    struct tm tm;
    if (wall != floor_seconds(wall_ns) || !gmtime_r(&wall, &tm)) return wall_ns;
    tm.tm_isdst = -1;
    return whole_clamped(wall_ns, ((int64_t)mktime(&tm) - (int64_t)wall) * NS_PER_S);
}

int64_t zone_to_wall(const struct zone *zone, int64_t ns) {
    if (zone->kind != ZONE_NAMED) return whole_clamped(ns, zone->offset_ns);
    time_t seconds = (time_t)floor_seconds(ns);
    return whole_clamped(ns, platform_zone(seconds) * NS_PER_S);
}

void zone_add_name(const struct zone *zone, struct text *out) {
    int64_t minutes = zone->offset_ns / NS_PER_S / 60;
    if (zone->kind == ZONE_NAMED && strcmp(zone->name, "local") != 0) {
        text_add(out, zone->name);
        return;
    }
    if (zone->kind == ZONE_NAMED) {
        text_add(out, "the local zone of this machine");
        return;
    }
    text_add(out, "UTC");
    if (minutes == 0) return;
    text_addf(out, "%c%02d:%02d", minutes < 0 ? '-' : '+', (int)llabs(minutes) / 60,
              (int)llabs(minutes) % 60);
}

void zone_add_time(const struct zone *zone, int64_t ns, struct text *out) {
    int64_t wall = zone_to_wall(zone, ns);
    int64_t fraction = wall - floor_seconds(wall) * NS_PER_S;
    if (!units_add_date(out, wall, "%Y-%m-%d %H:%M:%S") || fraction < NS_PER_MS) return;
    text_addf(out, ".%03d", (int)(fraction / NS_PER_MS));
}
