#include "base/secrets/shapes.h"

#include <ctype.h>
#include <string.h>

struct shape {
    const char *prefix;
    unsigned char least; /* letters that have to follow */
    bool has_digit;      /* among them: the prefix alone could be a word's beginning */
};

/* By first letter. */
static const struct shape shapes[] = {
    {"A3T", 17, true},         {"ABIA", 16, false},
    {"ACCA", 16, false},       {"AGE-SECRET-KEY-", 16, false},
    {"AIza", 30, false},       {"AIDA", 16, false},
    {"AKIA", 12, false},       {"AROA", 16, false},
    {"ASIA", 16, false},       {"ATATT3", 16, false},
    {"ATCTT3", 16, false},     {"EAACEdEose0cBA", 8, false},
    {"NRAK-", 16, false},      {"NRJS-", 16, false},
    {"PMAK-", 16, false},      {"SG.", 20, true},
    {"dapi", 32, true},        {"dckr_pat_", 8, false},
    {"doo_v1_", 16, false},    {"dop_v1_", 16, false},
    {"dp.pt.", 16, false},     {"eyJ", 10, false},
    {"figd_", 16, false},      {"ghp_", 6, false},
    {"gho_", 6, false},        {"ghr_", 6, false},
    {"ghs_", 6, false},        {"ghu_", 6, false},
    {"github_pat_", 6, false}, {"glagent-", 6, false},
    {"gldt-", 6, false},       {"glft-", 6, false},
    {"glpat-", 6, false},      {"glptt-", 6, false},
    {"glrt-", 6, false},       {"glsa_", 16, false},
    {"glsoat-", 6, false},     {"hf_", 24, false},
    {"hvb.", 16, false},       {"hvs.", 16, false},
    {"lin_api_", 16, false},   {"npm_", 24, false},
    {"pypi-", 16, true},       {"rk_live_", 8, false},
    {"rk_test_", 8, false},    {"rubygems_", 16, false},
    {"sbp_", 24, false},       {"shpat_", 16, false},
    {"shpca_", 16, false},     {"shppa_", 16, false},
    {"shpss_", 16, false},     {"sk-ant-", 8, false},
    {"sk-proj-", 8, false},    {"sk-", 16, true},
    {"sk_live_", 8, false},    {"sk_test_", 8, false},
    {"sntrys_", 16, false},    {"sq0atp-", 16, false},
    {"sq0csp-", 16, false},    {"whsec_", 16, false},
    {"xapp-", 8, true},        {"xkeysib-", 16, false},
    {"xoxa-", 8, false},       {"xoxb-", 8, false},
    {"xoxc-", 8, false},       {"xoxd-", 8, false},
    {"xoxe-", 8, false},       {"xoxe.", 8, false},
    {"xoxo-", 8, false},       {"xoxp-", 8, false},
    {"xoxr-", 8, false},       {"xoxs-", 8, false},
    {"ya29.", 16, false},
};

bool shape_may_begin(char c) {
    return c && strchr("AENPSdefghlnprswxy", c);
}

static size_t token_end(const char *s, size_t len) {
    size_t n = 0;
    while (n < len && (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '-' || s[n] == '.'))
        n++;
    while (n && (s[n - 1] == '.' || s[n - 1] == '-')) n--; /* the end of a sentence */
    return n;
}

size_t shape_of_token(const char *s, size_t len) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct shape *shape = &shapes[i];
        size_t n = strlen(shape->prefix);
        if (*s != *shape->prefix || len < n || memcmp(s, shape->prefix, n) != 0) continue;
        size_t end = token_end(s, len);
        bool digit = !shape->has_digit;
        for (size_t k = n; k < end && !digit; k++) digit = isdigit((unsigned char)s[k]);
        if (end >= n + shape->least && digit) return end;
    }
    return 0;
}

size_t shape_of_pem(const char *s, size_t len, size_t *size) {
    static const char begin[] = "-----BEGIN ", key[] = "PRIVATE KEY", end[] = "-----END ";
    size_t n = strlen(begin);
    if (len < n || memcmp(s, begin, n) != 0) return 0;
    const char *dashes = memmem(s + n, len - n < 64 ? len - n : 64, "-----", 5);
    if (!dashes || !memmem(s, (size_t)(dashes - s), key, strlen(key))) return 0;
    n = (size_t)(dashes - s) + 5;
    const char *last = memmem(s + n, len - n, end, strlen(end));
    *size = last ? (size_t)(last - s) - n : len - n;
    return *size ? n : 0;
}
