/* The sheet: a report described once, as text, Markdown, CSV, JSON and HTML show it.
 *
 *   sheet_open(&sheet, FORMAT_TEXT);                    what this format does not show is not kept
 *   sheet_field(&sheet, "samples", cell_count(754));    for programs: a key and a value
 *   sheet_table(&sheet, (struct sheet_table){.key = "methods"});
 *   sheet_columns(&sheet, column_number("self", "self"), column_text("method", "method"));
 *   for (each row) sheet_row_of(&sheet, cell_count(383), cell_name("app.Work.half", 4));
 *   sheet_end(&sheet);
 *   sheet_lines(&sheet, SHEET_PEOPLE, "754 samples\n");
 *   sheet_write(&sheet, &style, &out);
 *   sheet_free(&sheet);
 *
 * It is a list of items in the order in which they are shown; what is begun (object, array, group,
 * table) is ended by sheet_end. Parts say which formats show them:
 *
 *   JSON      one object: fields, objects and arrays; a table or a tree is an array of objects
 *   CSV       its tables
 *   others    titles, sentences, pairs, lists, tables, trees, pictures made of characters
 *
 * so that programs may get other keys, another order or more than people do. Texts may hold
 * anything: each writer makes them harmless for its reader. What looks like a secret in them is
 * masked here, so that no command has to think of it.
 *
 * Ownership: texts, titles and keys of columns are copied, keys of fields, objects and arrays are
 * borrowed and outlive the sheet.
 */
#pragma once

#include "base/array.h"
#include "cmd/cli/output.h"
#include "cmd/write/cell.h"
#include "cmd/write/format.h"

enum { /* who is shown a part: readers of formats of a kind; 0 in a struct is the usual ones */
       SHEET_TEXT = 1,
       SHEET_JSON = 2,
       SHEET_ROWS = 4, /* programs that read tables: CSV and its like */
       SHEET_MARKDOWN = 8,
       SHEET_HTML = 16,
       SHEET_PEOPLE = SHEET_TEXT | SHEET_MARKDOWN | SHEET_HTML,
       SHEET_PROGRAMS = SHEET_JSON | SHEET_ROWS,
       SHEET_TABLES = SHEET_PEOPLE | SHEET_ROWS,
       SHEET_ALL = SHEET_TABLES | SHEET_JSON,
};

struct sheet_style { /* of text */
    size_t columns;  /* lines may be this long; 0: no limit */
    bool color;
    bool ascii; /* trees are drawn without line characters */
};

enum sheet_kind {
    SHEET_OBJECT, /* from here to SHEET_END the item's contents */
    SHEET_ARRAY,
    SHEET_GROUP,
    SHEET_TABLE,
    SHEET_ROW,
    SHEET_END,
    SHEET_COLUMN,
    SHEET_FIELD, /* or a cell of a table */
    SHEET_PAIR,
    SHEET_LINES,
    SHEET_NOTE,
    SHEET_BULLET,
    SHEET_PICTURE,
    SHEET_SECTION,
};

enum { /* flags of items */
       SHEET_NUMBER = 1,
       SHEET_FLEXIBLE = 2,
       SHEET_SENTENCE = 4,
       SHEET_TREE = 8,
       SHEET_KEYED = 16,
       SHEET_FOLDED = 32,
       SHEET_CHART = 64,
       SHEET_WRAPPED = 128,
       SHEET_COLORED = 1, /* of a picture */
       SHEET_ENDING = 8,  /* of a column */
       SHEET_WIDE = 16,   /* of a column */
       SHEET_KNOWN = 32,  /* of a column */
};

struct sheet_item {
    uint8_t kind; /* enum sheet_kind */
    uint8_t ends; /* SHEET_END: the kind of what ends */
    uint8_t flags;
    uint8_t height;    /* of a column: lines of a cell, 0 is 1 */
    uint32_t depth;    /* of a tree's row; of a column how wide it may be, 0: as it is */
    const char *key;   /* for programs, or NULL */
    const char *label; /* for people: of a pair, a column, a group */
    struct cell cell;  /* value, or text */
};

struct sheet_begun { /* and not ended */
    uint8_t kind, flags;
    bool shown, omit_empty;
    bool titled;   /* a table whose group ends with it */
    size_t item;   /* where it begins */
    size_t places; /* of a table: its first column's; of a row: the next cell's */
};

struct sheet_place { /* of cells, in a column */
    const char *key;
    bool shown;
};

struct sheet {
    enum format format;
    const char *title;              /* of the page, or NULL */
    bool raw;                       /* texts with their secrets: who asks for events gets them */
    size_t labels;                  /* columns that labels of pairs take at least */
    size_t limit;                   /* bytes of Markdown, see sheet_section; 0: none */
    ARRAY(struct sheet_item) items; /* those that the format shows */
    ARRAY(struct sheet_begun) begun;
    ARRAY(struct sheet_place) places; /* of the tables that have begun */
    struct arena texts;
};

void sheet_open(struct sheet *sheet, enum format format); /* to be freed */
/* Frees what the sheet holds. */
void sheet_free(struct sheet *sheet);
/* Does the sheet's format show what is for these? What takes work need not be made otherwise. */
bool sheet_shows(const struct sheet *sheet, unsigned formats);
/* Of the page, where a format has one. */
void sheet_title(struct sheet *sheet, const char *title);

/* ==== For programs ========================================================================== */

/* In an array key is NULL. */
void sheet_field(struct sheet *sheet, const char *key, struct cell cell);
void sheet_object(struct sheet *sheet, const char *key);
void sheet_array(struct sheet *sheet, const char *key);
struct sheet_member { /* a field */
    const char *key;
    struct cell cell;
};
/* So many fields of the object that is open, for sheet_fields and sheet_object_of. */
void sheet_add_fields(struct sheet *sheet, const struct sheet_member *members, size_t count);
/* Several fields; an object that has these and nothing else:
 * sheet_object_of(sheet, "cpu", {"user_ns", cell_ns(user)}, {"system_ns", cell_ns(system)}); */
#define sheet_fields(sheet, ...)                                          \
    sheet_add_fields(sheet, (const struct sheet_member[]){__VA_ARGS__},   \
                     sizeof((const struct sheet_member[]){__VA_ARGS__}) / \
                         sizeof(struct sheet_member))
#define sheet_object_of(sheet, key, ...) \
    (sheet_object(sheet, key), sheet_fields(sheet, __VA_ARGS__), sheet_end(sheet))
/* Ends what was begun last. */
void sheet_end(struct sheet *sheet);

/* ==== For people ============================================================================ */

/* Sentences, one a line. In text lines of one call stand together, those that are too long are
 * wrapped; an empty text is an empty line. */
void sheet_lines(struct sheet *sheet, unsigned formats, const char *lines);
/* The same, of which the first word is shown in the mark's colour, where there are colours. */
void sheet_marked_lines(struct sheet *sheet, unsigned formats, enum cell_mark mark,
                        const char *lines);
/* The same right below the table before. */
void sheet_note(struct sheet *sheet, unsigned formats, const char *lines);
/* Lines of characters whose columns matter. */
void sheet_picture(struct sheet *sheet, unsigned formats, const char *lines);
/* The same with colours of terminals in it, which is shown as it is: no text of a recording. */
void sheet_colored_picture(struct sheet *sheet, const char *lines);

/* What follows, up to sheet_end, under a title; within another group, under a smaller one. Without
 * anything below it there is no title. */
struct sheet_group {
    const char *title;
    const char *key;  /* an object for programs; NULL: its fields are the outer object's */
    unsigned formats; /* that show the title; 0: SHEET_PEOPLE */
    struct cell mark; /* a word behind the title of Markdown and HTML, missing: none; text shows
                         the title in its colour */
    bool folded;      /* where it can be: shown when it is asked for */
};
/* Begins it; texts are copied. */
void sheet_group(struct sheet *sheet, struct sheet_group group);
/* "label  value", labels of a sheet as wide as the widest. key NULL: for people alone. An empty
 * label continues the pair before. */
void sheet_pair(struct sheet *sheet, const char *key, const char *label, struct cell cell);
void sheet_bullet(struct sheet *sheet, unsigned formats, const char *text);

/* What follows may be left out of Markdown, with the name said, if all of it would exceed the
 * sheet's limit: GitHub refuses a longer document whole. The last sections go first. */
void sheet_section(struct sheet *sheet, const char *name);

/* ==== Tables and trees ====================================================================== */

struct sheet_table {
    const char *key;  /* of the array; NULL: no JSON */
    unsigned formats; /* 0: SHEET_TABLES, and JSON if it has a key */
    bool tree;        /* rows have a depth; the last column is drawn as a tree */
    bool keyed;       /* in JSON an object, each row under the text of its first cell */
    bool omit_empty;  /* people do not see it without rows */
};

struct sheet_column {
    const char *title; /* for people: "self %" */
    const char *key;   /* for programs: "self_percent"; NULL: it is for people alone */
    bool number;       /* right-aligned, never cut */
    bool flexible;     /* cut to fit the terminal; of several the widest first */
    bool sentence;     /* what is too long loses its end; else it is a name, see fit.h */
    bool ending;       /* what is too long loses its beginning */
    uint8_t height;    /* lines that text may take in a cell, broken where it has line breaks and
                          where it must; 0 and 1: a line break is not one */
    bool wrapped;      /* a flexible column of sentences: what is too long takes several lines */
    bool wide;         /* in text only where it says something and the table fits with it */
    bool known;        /* in text only where it says something */
    bool chart;        /* of bars, where each character counts */
    size_t widest;     /* a longer name is cut where lines are limited; 0: it is not */
    unsigned formats;  /* 0: those of the table */
};

/* Text on the left. */
static inline struct sheet_column column_text(const char *title, const char *key) {
    return (struct sheet_column){.title = title, .key = key};
}

/* A number on the right, which is never cut. */
static inline struct sheet_column column_number(const char *title, const char *key) {
    return (struct sheet_column){.title = title, .key = key, .number = true};
}

/* What is cut to fit the terminal: a name; a sentence; a sentence that takes several lines. */
static inline struct sheet_column column_name(const char *title, const char *key) {
    return (struct sheet_column){.title = title, .key = key, .flexible = true};
}

/* A sentence: what is too long loses its end. */
static inline struct sheet_column column_words(const char *title, const char *key) {
    return (struct sheet_column){.title = title, .key = key, .flexible = true, .sentence = true};
}

/* Likewise, but it takes several lines. */
static inline struct sheet_column column_wrapped(const char *title, const char *key) {
    struct sheet_column column = column_words(title, key);
    column.wrapped = true;
    return column;
}

/* The same, shown in these formats alone; cut where lines are limited. */
static inline struct sheet_column column_for(unsigned formats, struct sheet_column column) {
    column.formats = formats;
    return column;
}

/* The same column where there is room, as .wide says. */
static inline struct sheet_column column_wide(struct sheet_column column) {
    column.wide = true;
    return column;
}

/* The same column where something is known, as .known says. */
static inline struct sheet_column column_known(struct sheet_column column) {
    column.known = true;
    return column;
}

/* The same column, no wider than so many characters where lines are limited. */
static inline struct sheet_column column_within(size_t widest, struct sheet_column column) {
    column.widest = widest;
    return column;
}

/* Begins it: columns follow, then rows, then sheet_end. */
void sheet_table(struct sheet *sheet, struct sheet_table table);
/* One that people see under a title of its own, and not without rows; one sheet_end ends it. */
void sheet_titled_table(struct sheet *sheet, const char *title, const char *key);
void sheet_column(struct sheet *sheet, struct sheet_column column);
void sheet_add_columns(struct sheet *sheet, const struct sheet_column *columns, size_t count);
/* sheet_columns(sheet, column_number("self", "self"), column_name("method", "method")); */
#define sheet_columns(sheet, ...)                                          \
    sheet_add_columns(sheet, (const struct sheet_column[]){__VA_ARGS__},   \
                      sizeof((const struct sheet_column[]){__VA_ARGS__}) / \
                          sizeof(struct sheet_column))
void sheet_row(struct sheet *sheet);
/* The depth of a row of a tree: children are those one deeper that follow it. */
void sheet_row_at(struct sheet *sheet, uint32_t depth);
/* The next column's. Between cells a row may have fields, objects and arrays, for JSON alone. */
void sheet_cell(struct sheet *sheet, struct cell cell);
/* The text, which is empty afterwards. */
void sheet_take_cell(struct sheet *sheet, struct text *text);
void sheet_add_cells(struct sheet *sheet, const struct cell *cells, size_t count);
/* Those of the next columns; a row with these. */
#define sheet_cells(sheet, ...)                                \
    sheet_add_cells(sheet, (const struct cell[]){__VA_ARGS__}, \
                    sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))
#define sheet_row_of(sheet, ...) (sheet_row(sheet), sheet_cells(sheet, __VA_ARGS__))

/* ==== Writing =============================================================================== */

/* Appends the sheet in its format. All that was begun has ended. */
void sheet_write(const struct sheet *sheet, const struct sheet_style *style, struct text *out);
/* Writes it to the output as wide, coloured and with such characters as suits that. */
void sheet_send(const struct sheet *sheet, struct output *output);
