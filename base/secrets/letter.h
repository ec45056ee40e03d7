/* Options of one letter whose value is a password: "mysql -phunter2", "app -u joe -p hunter2".
 *
 * -p is a port, a path or a profile as often. So of a command that is known it is what it is there;
 * of another it is a password beside the option of a user, or if its value looks like one and like
 * no number, address, path or file.
 */
#pragma once

#include "base/secrets/value.h"

/* The word at `at` begins with a dash. Takes the password that it holds or that follows, and
 * returns where that ends; 0: there is none. */
size_t secret_take_letter(struct secret_scan *scan, size_t at);
