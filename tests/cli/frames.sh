# shellcheck shell=sh disable=SC2034,SC2154
# SPDX-License-Identifier: BSD-2-Clause
# Comparison of frames of our DWARF reader with those of llvm-symbolizer; to be sourced behind
# tap.sh. Known causes of difference, left out of the comparison:
#   - where DWARF has nothing, llvm answers from the symbol table: one frame whose file, if any,
#     comes from an STT_FILE symbol and so is no absolute path;
#   - the outermost name llvm takes from the symbol table (".cold", ".isra.0", and one of several
#     symbols at the address); names of all readers are compared in t_dwarf_reader;
#   - a function without linkage name has its scopes in front in our answer.
frames_tool=$top_builddir/tests/tools/jp_dwarf_frames

# spread FILE COUNT: so many addresses, evenly over .text.
spread() {
    readelf -SW "$1" 2>/dev/null | sed -n 's/^.* \.text  *[A-Z]* *\([0-9a-f]*\) [0-9a-f]* \([0-9a-f]*\) .*/\1 \2/p' |
        while read -r start size; do
            start=$(printf %d "0x$start") && size=$(printf %d "0x$size")
            awk -v start="$start" -v size="$size" -v count="$2" 'BEGIN {
                step = size / count; if (step < 1) step = 1
                for (i = 0; i < size; i += step) printf "0x%x\n", start + int(i) }'
        done
}

# Blocks of "function, file:line:column" lines, parted by blank lines, one per address.
llvm_frames() {
    llvm-symbolizer --obj="$1" --inlines --functions=linkage --no-demangle <"$tmp/addresses" |
        awk -v addresses="$tmp/addresses" 'BEGIN { getline address <addresses }
            $0 == "" { getline address <addresses; name = ""; next }
            name == "" { name = $0; next }
            { print address "\t" name "\t" $0; name = "" }'
}

# One line per address, all frames in it: address, name, place, name, place ...
join_frames() {
    awk -F '\t' '$1 != address { if (address != "") print line; address = $1; line = $1 }
        { line = line "\t" $2 "\t" $3 }
        END { if (address != "") print line }'
}

differences() {
    awk -F '\t' '
        function show(who, line,    part, count, i) {
            count = split(line, part, "\t")
            for (i = 2; i < count; i += 2) print "#   " who ": " part[i] "  " part[i + 1]
        }
        function same_name(own, other) {
            return own == other || substr(own, length(own) - length(other) - 1) == "::" other
        }
        NR == FNR { llvm[$1] = $0; next }
        {
            fields = split(llvm[$1], other, "\t")
            if (fields == 3 && other[3] !~ /^\// && $3 == "??:0:0") { left_out++; next }
            same = fields == NF
            for (i = 2; same && i < NF; i += 2)
                same = $(i + 1) == other[i + 1] && (i + 1 == NF || same_name($i, other[i]))
            if (same) { equal++; next }
            print "# " $1
            show("llvm", llvm[$1])
            show("ours", $0)
        }
        END { print "equal " equal + 0 ", answered from the symbol table " left_out + 0 }
    ' "$tmp/llvm" "$tmp/ours"
}

# compare_with_llvm FILE COUNT NAME: one test; adds to $compared the addresses that are equal.
compare_with_llvm() {
    spread "$1" "$2" >"$tmp/addresses"
    llvm_frames "$1" | join_frames >"$tmp/llvm"
    "$frames_tool" "$1" <"$tmp/addresses" | join_frames >"$tmp/ours"
    differences >"$tmp/differences"
    compared=$((${compared:-0} + $(sed -n 's/^equal \([0-9]*\),.*/\1/p' "$tmp/differences")))
    ! grep -q '^#' "$tmp/differences" && [ -s "$tmp/ours" ]
    result $? "$3: $(tail -1 "$tmp/differences")"
    grep '^#' "$tmp/differences" | head -20
}
