#include "parser/whole/written.h"

#include "parser/wire.h"

bool written_is_read(const void *data, uint64_t size, const struct jfr_metadata *known,
                     const char **why) {
    const struct jfr_segment segment = {.name = "", .data = data, .size = size, .last = true};
    struct jfr_chunk chunk;
    struct jfr_error error;
    uint64_t position = 0;
    *why = "its header would lead readers astray";
    if (size < JFR_HEADER_SIZE || memcmp(data, "FLR\0", 4) != 0) return false;
    if (jfr_chunk_next(&segment, &position, &chunk, NULL, &error) != 1) return false;
    if (chunk.damaged || chunk.unfinished || chunk.size != size || !chunk.checkpoint_offset)
        return false;
    if (chunk.encoding != wire_encoding(chunk.data[67])) return false;
    *why = "what was found of its metadata cannot be read";
    if (chunk.metadata_offset != wire_be64(chunk.data + 24)) return false;
    if (jfr_metadata_matches(known, &chunk)) return true;
    struct jfr_metadata *metadata = jfr_metadata_read(&chunk, &error);
    jfr_metadata_free(metadata);
    return metadata != NULL;
}
