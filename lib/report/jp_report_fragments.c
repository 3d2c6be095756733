/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_fragments.h"

#include "jp_number.h"

static void add_amount(struct jp_buf *out, const struct jp_report_fragments_input *input,
                       double bytes, int width)
{
    struct jp_buf text = JP_BUF_INIT;

    if (input->context->show_bytes)
        jp_number_integer(&text, bytes);
    else
        jp_number_bytes(&text, bytes);
    jp_buf_format(out, "%*.*s", width, JP_SPAN_ARG(jp_buf_span(&text)));
    jp_buf_release(&text);
}

static void add_share(struct jp_buf *out, double part, double whole)
{
    if (whole > 0)
        jp_buf_format(out, " %6.1f %%", 100 * part / whole);
    else
        jp_buf_format(out, " %8s", "-");
}

static void add_line(struct jp_buf *out, const struct jp_report_fragments_input *input,
                     const char *name, double bytes, const char *meaning)
{
    jp_buf_format(out, "%-10s", name);
    add_amount(out, input, bytes, 12);
    add_share(out, bytes, input->stats->resident);
    jp_buf_format(out, "  %s\n", meaning);
}

static void add_sums(struct jp_buf *out, const struct jp_report_fragments_input *input)
{
    const struct jp_malloc_stats *const stats = input->stats;
    const struct jp_fragments *const fragments = input->fragments;

    jp_buf_add_text(out, "Of what is resident:\n");
    add_line(out, input, "profile", input->context->view->total, "live, estimated from the dump");
    add_line(out, input, "allocated", stats->allocated, "in objects, rounded up to size classes");
    add_line(out, input, "active", stats->active, "in pages that hold objects");
    add_line(out, input, "metadata", stats->metadata, "jemalloc's own");
    add_line(out, input, "resident", stats->resident, "in memory");
    add_line(out, input, "mapped", stats->mapped, "of the address space");
    add_line(out, input, "retained", stats->retained, "given back, addresses kept");
    jp_buf_add_text(out, "Slabs hold ");
    jp_number_bytes(out, fragments->slab_bytes);
    jp_buf_add_text(out, ", of which ");
    jp_number_bytes(out, fragments->waste);
    jp_buf_add_text(out, " are empty places; in classes that the profile knows nobody for: ");
    jp_number_bytes(out, fragments->unattributed);
    jp_buf_add_text(out,
                    "\nWhich objects lie in which slab is not known: a class's waste is shared "
                    "out by the number of\nobjects that each has there, at mean sizes. "
                    "\"seen\" is how many of jemalloc's objects are in the profile.\n");
}

static void add_class(struct jp_buf *out, const struct jp_report_fragments_input *input,
                      const struct jp_fragment *fragment)
{
    const double held = fragment->bin.slabs * fragment->bin.slab_bytes;

    jp_buf_format(out, "%8.0f %8.0f %10.0f", fragment->bin.class_bytes, fragment->bin.slabs,
                  fragment->bin.objects);
    add_share(out, fragment->profiled, fragment->bin.objects);
    jp_buf_add_byte(out, ' ');
    add_amount(out, input, fragment->waste, 10);
    add_share(out, fragment->waste, held);
    jp_buf_add_text(out, fragment->count ? "\n" : "  (not in the profile)\n");
    for (size_t i = 0; i < fragment->count && i < input->limit; i++) {
        const struct jp_fragment_row *const row = &input->fragments->rows.data[fragment->first + i];
        jp_buf_format(out, "%17s %10.0f %8s ", "", row->objects, "");
        add_amount(out, input, row->waste, 11);
        add_share(out, row->waste, fragment->waste);
        jp_buf_add_text(out, "  ");
        jp_buf_add(out, input->names->names[row->site]);
        jp_buf_add_byte(out, '\n');
    }
    if (fragment->count > input->limit)
        jp_buf_format(out, "%59s(%zu more)\n", "", fragment->count - input->limit);
}

void jp_report_fragments(struct jp_buf *out, const struct jp_report_fragments_input *input)
{
    add_sums(out, input);
    jp_buf_format(out, "\n%8s %8s %10s %8s %11s %8s  %s\n", "class", "slabs", "objects", "seen",
                  "waste", "share", jp_report_site_word(input->names->sites->kind, true));
    for (size_t i = 0; i < input->fragments->list.count; i++)
        add_class(out, input, &input->fragments->list.data[i]);
}

static void add_cells(struct jp_table *table, const struct jp_fragment *fragment,
                      struct jp_span name, double objects, double waste)
{
    jp_table_add_number(table, fragment->bin.class_bytes);
    jp_table_add_number(table, fragment->bin.slabs);
    jp_table_add_number(table, fragment->bin.slab_bytes);
    jp_table_add_number(table, fragment->bin.objects);
    jp_table_add_number(table, fragment->profiled);
    jp_table_add_number(table, fragment->waste);
    jp_table_add_text(table, name);
    jp_table_add_number(table, objects);
    jp_table_add_number(table, waste);
}

static void add_facts(struct jp_table *table, const struct jp_report_fragments_input *input)
{
    const struct jp_malloc_stats *const stats = input->stats;
    const struct {
        const char *name;
        double bytes;
    } facts[] = {
        {"profile", input->context->view->total},
        {"allocated", stats->allocated},
        {"active", stats->active},
        {"metadata", stats->metadata},
        {"resident", stats->resident},
        {"mapped", stats->mapped},
        {"retained", stats->retained},
        {"slab_bytes", input->fragments->slab_bytes},
        {"waste", input->fragments->waste},
        {"unattributed", input->fragments->unattributed},
    };

    jp_table_fact_text(table, "program", jp_span_of(input->context->program));
    jp_table_fact_text(table, "by",
                       jp_span_of(jp_report_site_word(input->names->sites->kind, true)));
    for (size_t i = 0; i < JP_COUNT_OF(facts); i++)
        jp_table_fact_number(table, facts[i].name, "B", JP_CELL_WHOLE, facts[i].bytes);
}

void jp_report_table_fragments(struct jp_table *table,
                               const struct jp_report_fragments_input *input)
{
    static const struct jp_column columns[] = {
        {"class", "B", JP_CELL_WHOLE},
        {"slabs", "", JP_CELL_WHOLE},
        {"slab_bytes", "B", JP_CELL_WHOLE},
        {"counted", "objects", JP_CELL_WHOLE},
        {"profiled", "objects", JP_CELL_WHOLE},
        {"class_waste", "B", JP_CELL_WHOLE},
        {"name", "", JP_CELL_TEXT},
        {"objects", "objects", JP_CELL_WHOLE},
        {"waste", "B", JP_CELL_WHOLE},
    };

    jp_table_init(table, "malloc_stats", 1);
    add_facts(table, input);
    for (size_t i = 0; i < JP_COUNT_OF(columns); i++)
        jp_table_column(table, columns[i].name, columns[i].unit, columns[i].type);
    for (size_t i = 0; i < input->fragments->list.count; i++) {
        const struct jp_fragment *const fragment = &input->fragments->list.data[i];
        if (fragment->count == 0)
            add_cells(table, fragment, JP_SPAN(""), 0, fragment->waste);
        for (size_t r = 0; r < fragment->count; r++) {
            const struct jp_fragment_row *const row =
                &input->fragments->rows.data[fragment->first + r];
            add_cells(table, fragment, input->names->names[row->site], row->objects, row->waste);
        }
    }
}
