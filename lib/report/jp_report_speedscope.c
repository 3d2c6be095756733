/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_speedscope.h"

#include "jp_json.h"
#include "jp_number.h"
#include "jp_report_labels.h"
#include "jp_walk.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct writer {
    struct jp_buf *out;
    const struct jp_report_context *context;
    struct jp_report_labels labels;
    size_t profile_count;
};

/* All keys are frames, under their own numbers: a frame that no stack has does no harm. */
static void add_frames(struct writer *writer)
{
    const struct jp_keys *const keys = writer->context->keys;
    const struct jp_profile *const profile = writer->context->profile;
    const size_t count = keys->strings.spans.count;
    uint32_t *const frames = jp_mem_resize(NULL, count, sizeof *frames);
    struct jp_buf name = JP_BUF_INIT;

    for (size_t key = 0; key < count; key++)
        frames[key] = JP_NO_FRAME;
    for (size_t i = keys->list.count; i-- > 0;)
        frames[keys->list.data[i]] = keys->frames.data[i];
    jp_buf_add_text(writer->out, "\"shared\":{\"frames\":[");
    for (uint32_t key = 0; key < count; key++) {
        jp_buf_clear(&name);
        jp_report_label(&name, &writer->labels, key);
        jp_buf_add_text(writer->out, key ? ",\n{\"name\":" : "\n{\"name\":");
        jp_json_text(writer->out, jp_buf_span(&name));
        if (frames[key] != JP_NO_FRAME && profile->frames.data[frames[key]].file) {
            const struct jp_frame *const frame = &profile->frames.data[frames[key]];
            jp_buf_add_text(writer->out, ",\"file\":");
            jp_json_text(writer->out, jp_intern_span(&profile->strings, frame->file));
            if (frame->line)
                jp_buf_format(writer->out, ",\"line\":%" PRIu32, frame->line);
        }
        jp_buf_add_byte(writer->out, '}');
    }
    jp_buf_add_text(writer->out, "]},\n");
    jp_buf_release(&name);
    free(frames);
}

/* Keys from the outermost on. */
static void add_stack(struct jp_buf *out, const struct jp_walk *walk, uint32_t node)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    JP_VEC(uint32_t) path = {0};
    bool is_first = true;

    for (uint32_t at = node; at != 0; at = nodes[at].parent)
        jp_vec_push(&path, at);
    if (node == 0)
        jp_vec_push(&path, 0);
    jp_buf_add_byte(out, '[');
    for (size_t i = path.count; i-- > 0;) {
        const struct jp_walk_keys keys = jp_walk_keys(walk, path.data[i]);
        for (uint32_t k = keys.count; k-- > 0;) {
            jp_buf_format(out, is_first ? "%" PRIu32 : ",%" PRIu32, keys.ids[k]);
            is_first = false;
        }
    }
    jp_buf_add_byte(out, ']');
    jp_vec_release(&path);
}

static void add_name(struct writer *writer, const struct jp_report_speedscope_part *part,
                     const char *suffix)
{
    struct jp_buf name = JP_BUF_INIT;

    jp_buf_add_text(&name, jp_report_metric(part->view->metric));
    if (part->name)
        jp_buf_format(&name, " %s", part->name);
    jp_buf_add_text(&name, suffix);
    jp_json_text(writer->out, jp_buf_span(&name));
    jp_buf_release(&name);
}

/* The stacks whose value has the sign of SIGN, in the order of a walk from the root. */
static void add_profile(struct writer *writer, const struct jp_report_speedscope_part *part,
                        double sign, const char *suffix)
{
    const enum jp_metric metric = part->view->metric;
    const bool is_objects = metric == JP_INUSE_OBJECTS || metric == JP_ALLOC_OBJECTS;
    struct jp_buf samples = JP_BUF_INIT;
    struct jp_buf weights = JP_BUF_INIT;
    struct jp_walk walk;
    double sum = 0;

    jp_walk_init(&walk, part->view, writer->context->keys);
    for (uint32_t i = 0; i < walk.count; i++) {
        const double weight = trunc(sign * jp_view_value(part->view, walk.order[i]));
        if (weight < 1)
            continue;
        sum += weight;
        jp_buf_add_text(&samples, samples.len ? ",\n" : "\n");
        add_stack(&samples, &walk, walk.order[i]);
        if (weights.len)
            jp_buf_add_byte(&weights, ',');
        jp_number_integer(&weights, weight);
    }
    jp_buf_add_text(writer->out, writer->profile_count++ ? ",\n{\"type\":\"sampled\",\"name\":"
                                                         : "\n{\"type\":\"sampled\",\"name\":");
    add_name(writer, part, suffix);
    jp_buf_format(writer->out,
                  ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":", is_objects ? "none" : "bytes");
    jp_number_integer(writer->out, sum);
    jp_buf_add_text(writer->out, ",\n\"samples\":[");
    jp_buf_add(writer->out, jp_buf_span(&samples));
    jp_buf_add_text(writer->out, "],\n\"weights\":[");
    jp_buf_add(writer->out, jp_buf_span(&weights));
    jp_buf_add_text(writer->out, "]}");
    jp_walk_release(&walk);
    jp_buf_release(&samples);
    jp_buf_release(&weights);
}

static bool has_negative(const struct jp_view *view)
{
    for (uint32_t i = 0; i < view->values.owners.count; i++) {
        if (view->values.of[i] <= -1)
            return true;
    }
    return false;
}

void jp_report_speedscope(struct jp_buf *out, const struct jp_report_context *context,
                          const struct jp_report_speedscope_part *parts, size_t part_count)
{
    struct writer writer = {.out = out, .context = context};

    jp_report_labels_init(&writer.labels, context->profile, context->keys);
    jp_buf_add_text(out, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                         "\"exporter\":\"jeprof-c\",\n\"name\":");
    jp_json_text(out, jp_span_of(context->program));
    jp_buf_add_text(out, ",\n\"activeProfileIndex\":0,\n");
    add_frames(&writer);
    jp_buf_add_text(out, "\"profiles\":[");
    for (size_t i = 0; i < part_count; i++) {
        const bool is_split = has_negative(parts[i].view);
        add_profile(&writer, &parts[i], 1, is_split ? " grown" : "");
        if (is_split)
            add_profile(&writer, &parts[i], -1, " shrunk");
    }
    jp_buf_add_text(out, "]}\n");
    jp_report_labels_release(&writer.labels);
}
