/* SQLite, loaded when the first statement is asked for, as libarchive is for compressed files.
 *
 * This room is the only user of sqlite3.h. Functions keep their names without "sqlite3_" and go
 * through a table, which is filled from the system's library, or in jfr.so, which SQLite itself
 * loads, from what that one hands over.
 */
#pragma once

#include "base/library.h"

#define SQLITE_CORE 1 /* no macros that send sqlite3_x elsewhere */
#include <sqlite3.h>
#include <sqlite3ext.h>

#define SQLITE_NEEDED 3038000 /* sqlite3_vtab_distinct and sqlite3_vtab_rhs_value */

#define SQLITE_FUNCTIONS(X) \
    X(aggregate_context)    \
    X(bind_int64)           \
    X(bind_text)            \
    X(close)                \
    X(column_bytes)         \
    X(column_count)         \
    X(column_decltype)      \
    X(column_double)        \
    X(column_int64)         \
    X(column_name)          \
    X(column_text)          \
    X(column_type)          \
    X(complete)             \
    X(context_db_handle)    \
    X(create_function_v2)   \
    X(create_module_v2)     \
    X(db_config)            \
    X(declare_vtab)         \
    X(errmsg)               \
    X(error_offset)         \
    X(exec)                 \
    X(extended_errcode)     \
    X(finalize)             \
    X(free)                 \
    X(hard_heap_limit64)    \
    X(libversion)           \
    X(libversion_number)    \
    X(limit)                \
    X(malloc64)             \
    X(mprintf)              \
    X(open_v2)              \
    X(prepare_v2)           \
    X(progress_handler)     \
    X(reset)                \
    X(result_blob)          \
    X(result_double)        \
    X(result_error)         \
    X(result_error_code)    \
    X(result_int64)         \
    X(result_null)          \
    X(result_text)          \
    X(result_value)         \
    X(set_authorizer)       \
    X(step)                 \
    X(stmt_readonly)        \
    X(user_data)            \
    X(value_blob)           \
    X(value_bytes)          \
    X(value_double)         \
    X(value_int64)          \
    X(value_numeric_type)   \
    X(value_text)           \
    X(value_type)           \
    X(vtab_collation)       \
    X(vtab_distinct)        \
    X(vtab_rhs_value)

#define SQLITE_MEMBER(name) __typeof__ (&(sqlite3_##name))(name);
struct sqlite_functions {
    SQLITE_FUNCTIONS(SQLITE_MEMBER)
};

/* Filled by one of these two, once; NULL before. */
extern struct sqlite_functions sqlite;

/* False: *why says what is missing. Any thread may ask. */
bool sqlite_load(const char **why);
bool sqlite_take(const sqlite3_api_routines *routines, const char **why);
