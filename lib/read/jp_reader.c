/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_reader.h"

/*
 * The first window holds all that may stand in front of a header. The largest one is far beyond
 * any line and any map section; it stops small packed files that unpack without end. So does the
 * limit of a copy: dumps of some 100 MB are large ones.
 */
enum { FIRST_WINDOW_BYTES = 256 * 1024, LARGEST_WINDOW_BYTES = 256 << 20 };

static void grow_window(struct jp_reader *reader)
{
    const size_t at = reader->window ? (size_t)(reader->rest.ptr - reader->window) : 0;

    reader->window_bytes = reader->window ? reader->window_bytes * 2 : FIRST_WINDOW_BYTES;
    reader->window = jp_mem_resize(reader->window, reader->window_bytes, 1);
    reader->rest.ptr = reader->window + at;
}

static bool keep(struct jp_reader *reader, struct jp_span bytes)
{
    static const size_t most_bytes = (size_t)4 << 30;

    if (!reader->copy)
        return true;
    jp_buf_add(reader->copy, bytes);
    return reader->copy->len <= most_bytes ||
           jp_error_set(&reader->fault, JP_EXIT_INPUT, NULL, 0,
                        "the dump unpacks to more than %zu GiB", most_bytes >> 30);
}

bool jp_reader_fill(struct jp_reader *reader)
{
    const size_t kept = reader->rest.len;
    size_t got = 0;

    if (reader->is_at_end || !reader->stream) {
        reader->is_at_end = true;
        return false;
    }
    if (kept >= LARGEST_WINDOW_BYTES) {
        jp_error_set(&reader->fault, JP_EXIT_INPUT, NULL, 0,
                     "a line or the map section is longer than %d MiB", LARGEST_WINDOW_BYTES >> 20);
        reader->is_at_end = true;
        return false;
    }
    if (kept == reader->window_bytes)
        grow_window(reader);
    if (kept)
        memmove(reader->window, reader->rest.ptr, kept);
    if (!jp_stream_read(reader->stream, reader->window + kept, reader->window_bytes - kept, &got,
                        &reader->fault) ||
        !keep(reader, (struct jp_span){reader->window + kept, got}))
        reader->is_at_end = true;
    reader->rest = (struct jp_span){reader->window, kept + got};
    if (reader->stream->is_at_end)
        reader->is_at_end = true;
    return got > 0;
}

static void note(struct jp_reader *reader, enum jp_trouble trouble, uint64_t line,
                 struct jp_span text)
{
    struct jp_trouble_note *const known = &reader->notes[trouble];

    if (known->count++ == 0) {
        known->first_line = line;
        jp_quote(known->first_text, jp_span_trim(text));
    }
}

void jp_reader_note(struct jp_reader *reader, enum jp_trouble trouble)
{
    note(reader, trouble, reader->line, reader->text);
}

void jp_reader_skip_line(struct jp_reader *reader)
{
    /* The last line of a cut file is no surprise. Messages of the allocator may be anywhere. */
    if (!reader->is_whole)
        return;
    jp_reader_note(reader, JP_TROUBLE_LINE);
    if (!jp_span_starts_with(jp_span_trim(reader->text), JP_SPAN("<jemalloc>:")))
        reader->is_doubtful = true;
}

void jp_reader_report(const struct jp_reader *reader)
{
    static const struct {
        bool is_skipped;
        const char *text;
    } kinds[] = {
#define X(name, is_skipped, text) [JP_TROUBLE_##name] = {is_skipped, text},
        JP_TROUBLE_LIST(X)
#undef X
    };

    for (size_t i = 0; i < JP_TROUBLE_COUNT; i++) {
        const struct jp_trouble_note *const known = &reader->notes[i];
        if (known->count == 0)
            continue;
        if (kinds[i].is_skipped)
            reader->dump->skipped_lines += known->count;
        jp_diags_add_many(reader->diags, JP_WARNING, reader->dump->path, known->first_line,
                          known->count, "%s: %s", kinds[i].text, known->first_text);
    }
}

static void forget_stack(struct jp_reader *reader)
{
    struct jp_dump *const dump = reader->dump;

    dump->stacks.count--;
    dump->addresses.count = dump->stacks.data[dump->stacks.count].first;
    reader->has_stack = false;
}

void jp_reader_end_stack(struct jp_reader *reader)
{
    if (reader->has_stack && !reader->has_rows) {
        note(reader, JP_TROUBLE_BARE, reader->stack_line, JP_SPAN("@"));
        forget_stack(reader);
    }
    reader->has_stack = false;
}

void jp_reader_end_input(struct jp_reader *reader)
{
    const bool is_bare = reader->has_stack && !reader->has_rows;

    if (is_bare)
        forget_stack(reader);
    if (!is_bare && reader->is_whole)
        return;
    reader->dump->is_cut = true;
    reader->dump->cut = (struct jp_dump_cut){
        .line = reader->line,
        .is_line_lost = !reader->is_whole && reader->used_line != reader->line &&
                        jp_span_trim(reader->text).len > 0,
        .lost_stack = is_bare ? reader->stack_line : 0,
    };
}

static bool same_uid(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dump *const dump = owner;

    return dump->threads.data[id].uid == *(const uint64_t *)key;
}

uint32_t jp_reader_thread(struct jp_reader *reader, uint64_t uid)
{
    struct jp_dump *const dump = reader->dump;
    const size_t guess = (size_t)reader->last_thread + 1;

    if (guess < dump->threads.count && dump->threads.data[guess].uid == uid)
        return reader->last_thread = (uint32_t)guess;
    const uint64_t hash = jp_hash_mix(uid, 0);
    uint32_t id = jp_index_find(&reader->threads, hash, same_uid, dump, &uid);
    if (id == JP_INDEX_NONE) {
        if (dump->threads.count >= JP_DUMP_PROCESS)
            jp_mem_exhausted();
        id = (uint32_t)dump->threads.count;
        jp_vec_push(&dump->threads, (struct jp_dump_thread){.uid = uid});
        jp_index_add(&reader->threads, hash, id);
    }
    return reader->last_thread = id;
}

static void keep_record(struct jp_dump *dump, uint32_t thread, struct jp_counters counters)
{
    const uint64_t bits =
        counters.objects | counters.bytes | counters.alloc_objects | counters.alloc_bytes;
    struct jp_kept_record record = {(uint32_t)(dump->stacks.count - 1), thread, {JP_DUMP_WIDE}};

    if (bits >> 32 == 0 && counters.objects != JP_DUMP_WIDE) {
        record.counters[0] = (uint32_t)counters.objects;
        record.counters[1] = (uint32_t)counters.bytes;
        record.counters[2] = (uint32_t)counters.alloc_objects;
        record.counters[3] = (uint32_t)counters.alloc_bytes;
    } else {
        if (dump->wide.count >= UINT32_MAX)
            jp_mem_exhausted();
        record.counters[1] = (uint32_t)dump->wide.count;
        jp_vec_push(&dump->wide, counters);
    }
    jp_vec_push(&dump->records, record);
}

void jp_reader_push_record(struct jp_reader *reader, uint32_t thread, struct jp_counters counters)
{
    struct jp_dump *const dump = reader->dump;

    /*
     * A process row comes once per stack. A second one behind a damaged line belongs to a stack
     * whose own line was the damaged one; its bytes are real, its frames are not known.
     */
    if (reader->is_doubtful && reader->has_sum && thread == JP_DUMP_PROCESS) {
        jp_reader_note(reader, JP_TROUBLE_LOST);
        dump->lost_stacks++;
        reader->is_doubtful = false;
        reader->has_sum = false;
        jp_vec_push(&dump->stacks, (struct jp_dump_stack){dump->addresses.count, 0});
    }
    reader->has_rows = true;
    reader->used_line = reader->line;
    if (thread == JP_DUMP_PROCESS)
        reader->has_sum = true;
    keep_record(dump, thread, counters);
}
