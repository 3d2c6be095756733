#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# doc/schema.md has each table, view and column of a store, in its order, and no other; all have a unit.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
db=$tmp/s.db
doc=$top_srcdir/doc/schema.md
"$JEPROF_C" -q --db="$db" "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.01.heap"

# documented HEADING: "name column" lines of the table below it; columns without a unit to $tmp/units
documented() {
    awk -F'|' -v heading="$1" -v units="$tmp/units" '
        /^## / { on = $0 == heading; next }
        on && NF == 6 && $2 !~ /^ (table|view) $/ && $2 !~ /^-/ {
            gsub(/ /, "", $2)
            gsub(/ /, "", $3)
            if ($2 != "") name = $2
            unit = $4
            gsub(/[ ]/, "", unit)
            if (unit == "" && $5 ~ /^ *$/) print name, $3 >units
            count = split($3, columns, ",")
            for (i = 1; i <= count; i++) print name, columns[i]
        }' "$doc"
}
stored() { # stored TYPE: the same from the file
    "$JEPROF_C" -q --db="$db" --format=tsv --param=type="$1" --sql='SELECT m.name || " " || p.name
        FROM sqlite_schema m JOIN pragma_table_info(m.name, "main") p WHERE m.type = :type
        AND m.name NOT LIKE "sqlite_%" ORDER BY m.rowid, p.cid' | sed 1d
}
for part in '## Views|view' '## Columns|table'; do
    : >"$tmp/units"
    documented "${part%|*}" | sort >"$tmp/documented"
    stored "${part#*|}" | sort >"$tmp/stored"
    [ -s "$tmp/stored" ]
    result $? "${part#*|}s: there are some"
    is "${part#*|}s: all columns are documented, and no other" '' "$(diff "$tmp/stored" "$tmp/documented")"
    is "${part#*|}s: each has a unit or a meaning" '' "$(cat "$tmp/units")"
done
# The picture of the tables has each of them.
picture=$(awk '/^    series ──/ { on = 1 } on && !/^    / { exit } on' "$doc" | tr -c 'a-z_\n' ' ')
for table in $(stored table | cut -d' ' -f1 | sort -u); do
    case " $(echo "$picture" | tr '\n' ' ') " in
    *" $table "*) result 0 "the picture has $table" ;;
    *) result 1 "the picture has $table" ;;
    esac
done
# What --sql has in place of views has their columns.
for view in diff growth cum top; do
    is "$view: the columns of the view" \
        "$(stored view | sed -n "s/^$view //p" | sort | tr '\n' ' ')" \
        "$("$JEPROF_C" -q --db="$db" --format=tsv --sql="SELECT name FROM pragma_table_xinfo('$view', 'temp')" |
            sed 1d | sort | tr '\n' ' ')"
done
finish
