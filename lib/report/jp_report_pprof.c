/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_pprof.h"

#include "jp_pack.h"
#include "jp_pprof_writer.h"

#include <math.h>
#include <stdlib.h>

static int64_t whole(double value)
{
    if (isnan(value))
        return 0;
    if (value >= 9223372036854775807.0)
        return INT64_MAX;
    return value <= -9223372036854775808.0 ? INT64_MIN : (int64_t)round(value);
}

static JpPprof__ValueType *make_type(struct jp_pprof_writer *writer, const char *type,
                                     const char *unit)
{
    JpPprof__ValueType *const message = jp_arena_new(&writer->arena, JpPprof__ValueType);

    jp_pprof__value_type__init(message);
    message->type = jp_pprof_writer_text(writer, jp_span_of(type));
    message->unit = jp_pprof_writer_text(writer, jp_span_of(unit));
    return message;
}

static JpPprof__Label *make_label(struct jp_pprof_writer *writer, const char *key, int64_t text)
{
    JpPprof__Label *const message = jp_arena_new(&writer->arena, JpPprof__Label);

    jp_pprof__label__init(message);
    message->key = jp_pprof_writer_text(writer, jp_span_of(key));
    message->str = text;
    return message;
}

static void add_labels(struct jp_pprof_writer *writer, JpPprof__Sample *sample, uint32_t thread)
{
    const struct jp_thread *const data = &writer->profile->threads.data[thread];
    struct jp_buf text = JP_BUF_INIT;

    if (thread == JP_PROCESS)
        return;
    jp_buf_format(&text, "t%llu", (unsigned long long)data->uid);
    sample->label = jp_arena_array(&writer->arena, 2, sizeof *sample->label);
    sample->label[sample->n_label++] =
        make_label(writer, "thread", jp_pprof_writer_text(writer, jp_buf_span(&text)));
    if (data->name)
        sample->label[sample->n_label++] =
            make_label(writer, "thread_name", jp_pprof_writer_string(writer, data->name));
    jp_buf_release(&text);
}

/* The order of pprof's own heap profiles. */
static const enum jp_metric value_order[] = {JP_ALLOC_OBJECTS, JP_ALLOC_BYTES, JP_INUSE_OBJECTS,
                                             JP_INUSE_BYTES};

typedef JP_VEC(JpPprof__Sample *) sample_list;

static void add_sample(sample_list *list, struct jp_pprof_writer *writer,
                       const struct jp_report_pprof_part *part, uint32_t node)
{
    const struct jp_stack *const nodes = part->views[0].nodes.data;
    int64_t values[JP_COUNT_OF(value_order)];
    bool has_value = false;
    size_t depth = 0;

    for (size_t i = 0; i < JP_COUNT_OF(value_order); i++) {
        values[i] = whole(jp_view_value(&part->views[value_order[i]], node));
        has_value |= values[i] != 0;
    }
    if (!has_value)
        return;
    for (uint32_t at = node; at != 0; at = nodes[at].parent)
        depth++;
    JpPprof__Sample *const sample = jp_arena_new(&writer->arena, JpPprof__Sample);
    jp_pprof__sample__init(sample);
    sample->value = jp_arena_array(&writer->arena, JP_COUNT_OF(values), sizeof *sample->value);
    for (size_t i = 0; i < JP_COUNT_OF(values); i++)
        sample->value[sample->n_value++] = values[i];
    sample->location_id =
        jp_arena_array(&writer->arena, depth ? depth : 1, sizeof *sample->location_id);
    for (uint32_t at = node; at != 0; at = nodes[at].parent)
        sample->location_id[sample->n_location_id++] =
            jp_pprof_writer_location(writer, nodes[at].location);
    if (node == 0)
        sample->location_id[sample->n_location_id++] = jp_pprof_writer_no_stack(writer);
    add_labels(writer, sample, part->thread);
    jp_vec_push(list, sample);
}

static void set_types(struct jp_pprof_writer *writer, JpPprof__Profile *message,
                      enum jp_metric metric)
{
    static const struct {
        const char *type;
        const char *unit;
    } types[JP_METRIC_COUNT] = {[JP_ALLOC_OBJECTS] = {"alloc_objects", "count"},
                                [JP_ALLOC_BYTES] = {"alloc_space", "bytes"},
                                [JP_INUSE_OBJECTS] = {"inuse_objects", "count"},
                                [JP_INUSE_BYTES] = {"inuse_space", "bytes"}};

    message->sample_type =
        jp_arena_array(&writer->arena, JP_METRIC_COUNT, sizeof *message->sample_type);
    for (size_t i = 0; i < JP_COUNT_OF(value_order); i++)
        message->sample_type[message->n_sample_type++] =
            make_type(writer, types[value_order[i]].type, types[value_order[i]].unit);
    message->default_sample_type = jp_pprof_writer_text(writer, jp_span_of(types[metric].type));
    message->period_type = make_type(writer, "space", "bytes");
    if (writer->profile->sources.count)
        message->period = whole((double)writer->profile->sources.data[0].period_bytes);
}

static void pack(struct jp_buf *out, const JpPprof__Profile *message)
{
    const size_t size = jp_pprof__profile__get_packed_size(message);
    char *const bytes = jp_mem_resize(NULL, size, 1);

    jp_pprof__profile__pack(message, (uint8_t *)bytes);
    jp_pack_gzip(out, (struct jp_span){bytes, size});
    free(bytes);
}

void jp_report_pprof(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_report_pprof_part *parts, size_t part_count)
{
    struct jp_pprof_writer writer;
    sample_list samples = {0};
    JpPprof__Profile message;

    jp_pprof__profile__init(&message);
    jp_pprof_writer_init(&writer, context->profile, context->keys);
    set_types(&writer, &message, context->view->metric);
    for (size_t i = 0; i < part_count; i++) {
        for (uint32_t node = 0; node < parts[i].views[0].nodes.count; node++)
            add_sample(&samples, &writer, &parts[i], node);
    }
    message.n_sample = samples.count;
    message.sample = samples.data;
    jp_pprof_writer_finish(&writer, &message);
    pack(out, &message);

    jp_pprof_writer_release(&writer);
    jp_vec_release(&samples);
}
