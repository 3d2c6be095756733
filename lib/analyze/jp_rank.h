/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which functions of a graph matter most, so that a small picture has those that hold memory and
 * the ways to them.
 */
#ifndef JP_RANK_H
#define JP_RANK_H

#include "jp_graph.h"

/*
 * Order the nodes by importance, the edges following them. A function is as important as what it
 * holds itself, or as what comes through one of its calls on the way to what another one holds: the
 * best way's narrowest place. In front of each function stands, unless it is there already, the
 * way that most of it comes in by. Ties are kept in the order of before.
 */
void jp_rank(struct jp_graph *graph);

#endif
