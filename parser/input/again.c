/* An input that was read to its end, once more. */
#include "parser/input/segment.h"
#include "base/posix.h"
#include "base/search.h"
#include "parser/input/state.h"

#include <errno.h>
#include <string.h>

struct jfr_input *input_again(const struct jfr_input *before, bool copies) {
    struct jfr_input *input = mem_zero(1, sizeof *input);
    input->fd = -1;
    input->again = input->listed = true;
    input->copies = copies;
    for (size_t i = 0; i < before->folders.len; i++)
        array_push(&input->folders, (struct folder){.path = before->folders.items[i].path});
    for (size_t i = 0; i < before->list.len; i++) {
        struct place place = before->list.items[i];
        if (place.path) place.path = mem_copy_text(place.path);
        place.gave &= !place.once;
        array_push(&input->list, place);
    }
    input->total = before->total;
    if (before->only) jfr_input_only(input, before->only);
    input->documents = before->documents;
    return input;
}

bool input_gives_once(const struct jfr_input *input, uint32_t recording) {
    const struct place *list = input->list.items;
    size_t behind = search_first(i, 0, input->at, list[i].recordings <= recording);
    return input->apart || (behind && list[behind - 1].once);
}

bool input_lost(const struct jfr_input *input) {
    return input->lost;
}

void again_say_changed(const struct place *place, const char *change, struct jfr_error *error) {
    error_say(error, JFR_IO, 0, "%s %s since it was opened: open it again to read what it is now",
              shorten(input_name_of(place)).text, change);
}

static bool is_unchanged(const struct place *place, struct jfr_error *error) {
    struct stat about;
    char change[100];
    int fd = input_open_place(place);
    bool there = fd >= 0 && fstat(fd, &about) == 0;
    bool same = there && identity_holds(&place->was, fd, &about, change, sizeof change);
    if (!there)
        error_say(error, JFR_IO, 0, "cannot open again %s: %s", shorten(input_name_of(place)).text,
                  strerror(errno));
    else if (!same) again_say_changed(place, change, error);
    if (fd >= 0) close(fd);
    return same;
}

/* Its files stand in a row in the list, from *at on. */
static bool has_same_files(const struct jfr_input *before, size_t folder, size_t *at,
                           struct jfr_error *error) {
    const char *path = before->folders.items[folder - 1].path;
    OWNED(array_release) places now = {0};
    size_t same = 0;
    folder_list(&now, path, folder);
    while (*at < before->list.len && before->list.items[*at].folder == folder &&
           !before->list.items[*at].folder_ends && same < now.len &&
           strcmp(before->list.items[*at].path, now.items[same].path) == 0) {
        same++;
        ++*at;
    }
    bool all = same == now.len && before->list.items[*at].folder_ends;
    if (!all)
        error_say(error, JFR_IO, 0, "%s has other files than when it was opened: open it again",
                  shorten(path).text);
    for (size_t i = 0; i < now.len; i++) free(now.items[i].path);
    return all;
}

bool input_unchanged(const struct jfr_input *before, struct jfr_error *error) {
    bool fine = true;
    for (size_t i = 0; i < before->list.len && fine; i++)
        fine = !before->list.items[i].gave || is_unchanged(&before->list.items[i], error);
    for (size_t i = 0; i < before->list.len && fine; i++)
        if (before->list.items[i].folder)
            fine = has_same_files(before, before->list.items[i].folder, &i, error);
    return fine;
}
