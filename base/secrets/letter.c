#include "base/secrets/letter.h"

#include <ctype.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LOOK_BACK 512 /* bytes of the command before the option, and: */
#define MOST_WORDS 24

enum { NONE = 0, JOINED = 1, APART = 2, BOTH = 3 }; /* "-px", "-p x" */

/* Commands by their names and by the one that comes with them ("docker login"), with the letter of
 * their password. NONE: the letter says something else there. */
static const struct command {
    const char *name, *with;
    char letter;
    int how;
} commands[] = {
    {"mysql", NULL, 'p', JOINED},
    {"mysqldump", NULL, 'p', JOINED},
    {"mysqladmin", NULL, 'p', JOINED},
    {"mysqlimport", NULL, 'p', JOINED},
    {"mysqlcheck", NULL, 'p', JOINED},
    {"mysqlshow", NULL, 'p', JOINED},
    {"mysqlbinlog", NULL, 'p', JOINED},
    {"mariadb", NULL, 'p', JOINED},
    {"mariadb-dump", NULL, 'p', JOINED},
    {"mariadb-admin", NULL, 'p', JOINED},
    {"7z", NULL, 'p', JOINED},
    {"7za", NULL, 'p', JOINED},
    {"rar", NULL, 'p', JOINED},
    {"unrar", NULL, 'p', JOINED},
    {"sshpass", NULL, 'p', BOTH},
    {"mongo", NULL, 'p', APART},
    {"mongosh", NULL, 'p', APART},
    {"mongodump", NULL, 'p', APART},
    {"mongorestore", NULL, 'p', APART},
    {"mongoexport", NULL, 'p', APART},
    {"mongoimport", NULL, 'p', APART},
    {"cqlsh", NULL, 'p', APART},
    {"beeline", NULL, 'p', APART},
    {"rabbitmqadmin", NULL, 'p', APART},
    {"docker", "login", 'p', BOTH},
    {"podman", "login", 'p', BOTH},
    {"nerdctl", "login", 'p', BOTH},
    {"helm", "login", 'p', APART},
    {"oc", "login", 'p', BOTH},
    {"az", "login", 'p', APART},
    {"sqlcmd", NULL, 'P', BOTH},
    {"bcp", NULL, 'P', BOTH},
    {"ipmitool", NULL, 'P', APART},
    {"zip", NULL, 'P', BOTH},
    {"unzip", NULL, 'P', BOTH},
    {"redis-cli", NULL, 'a', APART},
    {"ldapsearch", NULL, 'w', BOTH},
    {"ldapmodify", NULL, 'w', BOTH},
    {"ldapadd", NULL, 'w', BOTH},
    {"ldapdelete", NULL, 'w', BOTH},
    {"ssh", NULL, 'p', NONE},
    {"scp", NULL, 'p', NONE},
    {"sftp", NULL, 'p', NONE},
    {"rsync", NULL, 'p', NONE},
    {"mkdir", NULL, 'p', NONE},
    {"cp", NULL, 'p', NONE},
    {"tar", NULL, 'p', NONE},
    {"docker", NULL, 'p', NONE},
    {"docker-compose", NULL, 'p', NONE},
    {"podman", NULL, 'p', NONE},
    {"kubectl", NULL, 'p', NONE},
    {"psql", NULL, 'p', NONE},
    {"pg_dump", NULL, 'p', NONE},
    {"pg_restore", NULL, 'p', NONE},
    {"pg_basebackup", NULL, 'p', NONE},
    {"pg_isready", NULL, 'p', NONE},
    {"createdb", NULL, 'p', NONE},
    {"redis-server", NULL, 'p', NONE},
    {"nc", NULL, 'p', NONE},
    {"ncat", NULL, 'p', NONE},
    {"nmap", NULL, 'p', NONE},
    {"mosh", NULL, 'p', NONE},
    {"perf", NULL, 'p', NONE},
    {"strace", NULL, 'p', NONE},
    {"gdb", NULL, 'p', NONE},
    {"ps", NULL, 'p', NONE},
    {"top", NULL, 'p', NONE},
    {"lsof", NULL, 'p', NONE},
    {"taskset", NULL, 'p', NONE},
    {"mvn", NULL, 'p', NONE},
    {"gradle", NULL, 'p', NONE},
    {"npm", NULL, 'p', NONE},
    {"make", NULL, 'p', NONE},
    {"python", NULL, 'p', NONE},
    {"python3", NULL, 'p', NONE},
    {"pytest", NULL, 'p', NONE},
    {"perl", NULL, 'p', NONE},
    {"node", NULL, 'p', NONE},
    {"patch", NULL, 'p', NONE},
    {"systemd-run", NULL, 'p', NONE},
    {"useradd", NULL, 'p', NONE},
    {"unshare", NULL, 'p', NONE},
};

struct part { /* a word of the command line */
    const char *s;
    size_t len;
};

static bool is(struct part word, const char *text) {
    return word.len == strlen(text) && memcmp(word.s, text, word.len) == 0;
}

static bool ends_word(char c) {
    return isspace((unsigned char)c) || c == '"' || c == '\'' || c == '\\';
}

static bool ends_command(char c) {
    return c == '\n' || c == ';' || c == '|' || c == '&';
}

/* Between the words of a command, which may be a list: ["mysql","-p"] [mysql, -p] */
static bool is_between(char c) {
    return ends_word(c) || c == ',' || c == '[' || c == ']';
}

/* The word that ends before `end` and begins behind `begin`, without its folders; and where it
 * begins. */
static struct part word_before(const char *s, size_t begin, size_t end, size_t *from) {
    while (end > begin && is_between(s[end - 1])) end--;
    *from = end;
    while (*from > begin && !is_between(s[*from - 1])) --*from;
    size_t name = end;
    while (name > *from && s[name - 1] != '/') name--;
    return (struct part){s + name, end - name};
}

/* What is known of the command that the option belongs to. */
struct around {
    size_t begin, end; /* of the line as far as it is looked at, up to the option */
    const struct command *command;
    bool user; /* it names a user */
};

static bool names_user(struct part word) {
    static const char *const names[] = {"-u", "-U", "-user", "--user", "-username", "--username"};
    for (size_t i = 0; i < COUNT(names); i++) {
        size_t n = strlen(names[i]);
        if (is(word, names[i])) return true;
        if (word.len > n && memcmp(word.s, names[i], n) == 0 && word.s[n] == '=') return true;
    }
    return false;
}

static bool has_word(const struct around *a, const char *s, const char *name) {
    for (size_t at = a->end, from; at > a->begin; at = from) {
        struct part word = word_before(s, a->begin, at, &from);
        if (is(word, name)) return true;
        if (from == at) break;
    }
    return false;
}

static void find_command(struct around *a, const char *s, char letter) {
    size_t words = 0;
    for (size_t at = a->end, from; at > a->begin && !a->command && words < MOST_WORDS; at = from) {
        struct part word = word_before(s, a->begin, at, &from);
        words++;
        a->user |= names_user(word);
        for (size_t i = 0; i < COUNT(commands) && word.len && !a->command; i++) {
            const struct command *c = &commands[i];
            if (c->letter == letter && is(word, c->name) && (!c->with || has_word(a, s, c->with)))
                a->command = c;
        }
        if (from == at) break;
    }
}

static struct around around(const char *s, size_t at, char letter) {
    struct around a = {.begin = at, .end = at};
    while (a.begin > 0 && at - a.begin < LOOK_BACK && !ends_command(s[a.begin - 1])) a.begin--;
    find_command(&a, s, letter);
    return a;
}

/* ==== Values ================================================================================= */

struct kinds { /* of characters, how many there are */
    unsigned lower, upper, digits, symbols;
};

/* False: it has what passwords hardly have, and paths, addresses, lists and files have. */
static bool count_kinds(const char *s, size_t len, struct kinds *kinds) {
    *kinds = (struct kinds){0};
    for (size_t i = 0; i < len; i++) {
        if (islower((unsigned char)s[i])) kinds->lower++;
        else if (isupper((unsigned char)s[i])) kinds->upper++;
        else if (isdigit((unsigned char)s[i])) kinds->digits++;
        else if (strchr("!#$%^&*+?~@", s[i])) kinds->symbols++;
        else if (strchr("/:=,.<>{}[]()", s[i])) return false;
    }
    return kinds->lower + kinds->upper > 0;
}

static bool looks_secret(const char *s, size_t len, bool user, bool joined) {
    struct kinds k;
    if (len < 3 || !count_kinds(s, len, &k)) return false;
    int different = !!k.lower + !!k.upper + !!k.digits + !!k.symbols;
    if (joined) return different >= (user ? 2 : 3);
    return user || (different >= 2 && k.digits + k.symbols > 0);
}

/* ==== Options ================================================================================ */

static size_t word_end(const struct secret_scan *scan, size_t at) {
    while (at < scan->len && !ends_word(scan->s[at])) at++;
    return at;
}

static bool begins_word(const char *s, size_t at) {
    return at == 0 || (ends_word(s[at - 1]) && s[at - 1] != '\\');
}

size_t secret_take_letter(struct secret_scan *scan, size_t at) {
    const char *s = scan->s;
    if (scan->len - at < 3 || !begins_word(s, at) || !strchr("pPaw", s[at + 1])) return 0;
    size_t from = secret_behind_option(scan, at + 2), end;
    bool joined = from == at + 2;
    if (joined && ((at > 0 && s[from] == s[at - 1]) || s[from] == ',')) return 0; /* it has none */
    bool quoted = from < scan->len && (s[from] == '"' || s[from] == '\'');
    end = word_end(scan, quoted ? from + 1 : from);
    if (end == from || s[from] == '-' || s[from] == '\n') return 0;
    const struct around a = around(s, at, s[at + 1]);
    if (a.command && !(a.command->how & (joined ? JOINED : APART))) return 0;
    if (!a.command && s[at + 1] != 'p') return 0;
    size_t value = quoted ? from + 1 : from;
    if (!a.command && !looks_secret(s + value, end - value, a.user, joined)) return 0;
    return secret_take_value(scan, from, false);
}
