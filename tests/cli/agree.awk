# SPDX-License-Identifier: BSD-2-Clause
# The same numbers in two forms of report: compares tables "NAME <tab> FLAT <tab> CUM", the first
# file with the second, and prints what differs by more than SLACK. A value of "-" is not compared.
BEGIN { FS = "\t" }
FNR == 1 { file++ }
file == 1 { flat[$1] = $2; cum[$1] = $3; next }
{
    seen[$1] = 1
    if (!($1 in flat))
        print "only in the second: " $0
    else if (far($2, flat[$1]) || far($3, cum[$1]))
        print $1 ": " flat[$1] " " cum[$1] ", the second has " $2 " " $3
}
END {
    for (name in flat)
        if (!(name in seen) && (far(flat[name], 0) || far(cum[name], 0)))
            print "only in the first: " name " " flat[name] " " cum[name]
}
function far(a, b) { return a != "-" && b != "-" && (a - b > slack || b - a > slack) }
