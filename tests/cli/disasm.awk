# SPDX-License-Identifier: BSD-2-Clause
# Compares instructions, "address: text" per line: awk -f disasm.awk OURS THEIRS. Prints what
# differs without a cause, and how often each cause was needed.
#
# bytes     capstone does not know the instruction
# spelling  another way to write the same
# Texts without the differences that are spelling.
function plain(text) {
    gsub(/ +/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    sub(/ *# [0-9a-f]+.*/, "", text)
    sub(/ <.*>$/, "", text)
    gsub(/%[de]s:\(/, "(", text)        # implied segments of string instructions
    gsub(/\$0x1,/, "", text)            # shifts by one
    gsub(/ \{/, "{", text)              # masks of AVX-512
    sub(/^(data16 )*(cs )?/, "", text)
    gsub(/%cs:/, "", text)
    sub(/^(notrack|addr32|repz ret|repz) ?/, "", text)
    if (text == "") text = "ret"
    sub(/^movd /, "movq ", text)
    sub(/^fwait$/, "wait", text)
    sub(/^rep (movs|stos|lods)[bwlq]?/, "rep string", text)
    sub(/^(repnz|repne) (scas|cmps)[bwlq]?/, "repnz string", text)
    sub(/^(movs|stos)[bwlq] \(/, "string (", text)
    sub(/,%st$/, "", text)
    sub(/cvtsi2sd[lq]/, "cvtsi2sd", text)
    sub(/cvtsi2ss[lq]/, "cvtsi2ss", text)
    sub(/\$0xf+/, "$0xf", text)
    return text
}
function same(a, b, x, y) {
    a = plain(a)
    b = plain(b)
    if (a == b)
        return 1
    # "xchg %ax,%ax" is nop, and the operands of xchg may stand in either order.
    if (a == "nop" && b ~ /^xchg %[re]?ax,%[re]?ax$/)
        return 1
    if (a ~ /^xchg/ && b ~ /^xchg/) {
        split(substr(a, 6), x, ",")
        split(substr(b, 6), y, ",")
        return x[1] == y[2] && x[2] == y[1]
    }
    return 0
}
{
    at = index($0, ":")
    address = substr($0, 1, at - 1)
    text = substr($0, at + 2)
}
FNR == NR { ours[address] = text; next }
{
    total++
    if (!(address in ours)) {
        print "only theirs: " $0
        next
    }
    mine = ours[address]
    delete ours[address]
    if (mine == text)
        equal++
    else if (mine ~ /^\.byte /)
        bytes++
    else if (same(mine, text))
        spelling++
    else
        print "differs: " address ": " mine " | " text
}
END {
    for (address in ours)
        print "only ours: " address ": " ours[address]
    printf "%d instructions, %d equal, spelling %d, bytes %d\n", total, equal, spelling, bytes
}
