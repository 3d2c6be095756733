# SPDX-License-Identifier: BSD-2-Clause
# With statistics.awk, for tests/cli/golden.sh: the reports that the program has to print about the
# dumps made there, every number calculated here. -v what=NAME chooses one.

# 15.00 MiB, 200.0 MiB
function size(bytes, unit, word) {
    split("B KiB MiB GiB", word, " ")
    for (unit = 1; abs(bytes) >= 1024 && unit < 4; unit++)
        bytes /= 1024
    return sprintf(unit == 1 ? "%d %s" : abs(bytes) < 100 ? "%.2f %s" : "%.1f %s", bytes, word[unit])
}
function mega(bytes) { return sprintf("%.1f", bytes / 1048576) }
function percent(part, whole) { return sprintf("%.1f%%", 100 * part / whole) }
function whole(number) { return sprintf("%d", number) }

# The longer side of the 95 % interval of N recorded small objects, each standing for WEIGHT.
function reach(n, f) {
    f = sqrt(variance_of_one) / weight
    return ((sqrt(n + 0.375) + 0.98 * f * 1.959963984540054 / 1.96) ^ 2 - 0.375 - n) * weight
}

function trend(i, d, text, bars) {
    split("\342\226\201 \342\226\202 \342\226\203 \342\226\204 \342\226\205 \342\226\206 \342\226\207 \342\226\210",
          bars, " ")
    for (d = 1; d <= 7; d++)
        text = text bars[max(1, up(8 * count[i, d] / peak[i]))]
    return text
}
function up(x) { return x == int(x) ? x : int(x) + 1 }

# The series: recorded objects of 64 bytes at a period of 512 KiB, dump by dump, one an hour, of
# processes that nobody knows to be one.
function set_series(i, d, e, n, part) {
    period = 524288
    weight = 64 * factor(1, 64, period)
    variance_of_one = 64 * 64 * factor(1, 64, period) * (factor(1, 64, period) - 1)
    name[1] = "[unknown] 0x1001"
    name[2] = "[unknown] 0x3001"
    name[3] = "[unknown] 0x2001"
    shape[1] = "growing"
    shape[2] = "plateau"
    shape[3] = "noise"
    split("10 40 70 100 130 160 190 10 60 110 109 110 111 110 100 101 99 100 102 98 100", part, " ")
    for (i = 1; i <= 3; i++) {
        rises[i] = n = 0
        for (d = 1; d <= 7; d++) {
            count[i, d] = part[7 * (i - 1) + d]
            peak[i] = max(peak[i], count[i, d])
        }
        for (d = 1; d <= 7; d++)
            for (e = d + 1; e <= 7; e++) {
                slope[++n] = (count[i, e] - count[i, d]) / (e - d)
                rises[i] += sign(count[i, e] - count[i, d])
            }
        rate[i] = median(n) * weight
        change[i] = (count[i, 7] - count[i, 1]) * weight
        variance[i] = (count[i, 7] + count[i, 1]) * variance_of_one
        z[i] = change[i] / sqrt(variance[i])
        p[i] = chance(change[i], variance[i], period)
    }
    adjust(3)
    all = count[1, 7] + count[2, 7] + count[3, 7]
    total = all * weight
    # Nine recorded objects: log2(3 / 0.01) is less; 90 % of the time in six hours.
    least = ((1.2815515655446 + sqrt(1.2815515655446 ^ 2 + 36)) / 2) ^ 2 * period / 6
}

function leaks_text(i) {
    print "7 dumps over 6 hours, by the times in their names"
    print "One sample every 512.0 KiB; 6 dumps are not known to be of the process of the dump before (--one-process)"
    print "Growth is proven for 2 of 3 functions (of such claims 1 % are wrong, at most)"
    print "100 % of what keeps growing (+" size(rate[1]) "/h) comes through [unknown] 0x1001"
    print ""
    print "        rate      change     first       last       peak     z   tau  shape    trend    function"
    for (i = 1; i <= 2; i++)
        printf "%12s  +%s  %s  %s  %s  %4.1f  %.2f  %s  %s  %s\n", "+" size(rate[i]) "/h", size(change[i]),
            size(count[i, 1] * weight), size(count[i, 7] * weight), size(peak[i] * weight), z[i],
            rises[i] / 21, shape[i], trend(i), name[i]
    print "1 other function without proven growth, " size(count[3, 7] * weight) " in the last dump"
    print ""
    print "Smallest leak that this series would show (9 of 10 times):"
    print "  +" size(least) "/h in a function that held nothing"
    print "  +" size(noisy()) "/h in [unknown] 0x1001, which has the most noise"
    print "The first would be +" size(least / 4) "/h with a quarter of the sample period (lg_prof_sample less 2),"
    print "or with a series four times as long; the second may be smaller --by=stack."
}

# d^2 = z^2 (var + d R); z is the 1 - 0.01 / 3 quantile, 2.7131, but 3 at least, and 1.2816.
function noisy(z_, b) {
    z_ = 3 + 1.2815515655446
    b = z_ * z_ * period
    return (b + sqrt(b * b + 4 * z_ * z_ * variance[1])) / 2 / 6
}

function leaks_markdown(i) {
    print "7 dumps were compared, and growth is proven for 2 of 3 functions. `" name[1] "` grows by +" \
        size(rate[1]) "/h and holds " size(count[1, 7] * weight) "; 100 % of what keeps growing comes through `" \
        name[1] "`. A leak that is slower than +" size(least) "/h would not show in these dumps."
    print ""
    print "| function | rate | change | last | z | shape | trend |"
    print "| --- | ---: | ---: | ---: | ---: | --- | --- |"
    for (i = 1; i <= 2; i++)
        printf "| `%s` | +%s/h | +%s | %s | %.1f | %s | %s |\n", name[i], size(rate[i]), size(change[i]),
            size(count[i, 7] * weight), z[i], shape[i], trend(i)
}

function values(i, d, text) {
    for (d = 1; d <= 7; d++)
        text = text (d > 1 ? " " : "") whole(count[i, d] * weight)
    return text
}

# A row as text, with what stands in front of each value.
function leaks_row(i, f, n, quote, label) {
    n = split(f, label, "|")
    return label[1] i label[2] quote name[i] quote label[3] whole(count[i, 1] * weight) label[4] \
        whole(count[i, 7] * weight) label[5] whole(peak[i] * weight) label[6] whole(change[i]) label[7] \
        sprintf("%.6g", rate[i]) label[8] sprintf("%.6g", z[i]) label[9] sprintf("%.6g", p[i]) label[10] \
        sprintf("%.6g", q[i]) label[11] sprintf("%.6g", rises[i] / 21) label[12] quote shape[i] quote label[13] \
        quote (i < 3 ? "yes" : "no") quote label[14] sprintf("%.6g", rate[i] * (1 - q[i]) * max(rises[i] / 21, 0)) \
        label[15] quote values(i) quote label[16] quote trend(i) quote label[17]
}

function leaks_csv(i) {
    print "rank,name,first,last,peak,change,rate,z,p,q,tau,shape,proven,score,values,trend"
    for (i = 1; i <= 3; i++)
        print leaks_row(i, "|,|,|,|,|,|,|,|,|,|,|,|,|,|,|,|", 0, "")
}

function leaks_json(i, n, column) {
    print "{\"schema\":\"leaks\",\"version\":1,\n\"program\":\"\",\n\"metric\":\"inuse_space\",\n\"unit\":\"B\","
    print "\"by\":\"function\",\n\"dumps\":7,\n\"axis\":\"name\",\n\"axis_unit\":\"h\",\n\"axis_length\":6,"
    print "\"period\":524288,\n\"tested\":3,\n\"false_discovery\":0.01,\n\"least_new\":" whole(least) ","
    print "\"least_noisy\":" whole(noisy()) ",\n\"noisiest\":\"" name[1] "\",\n\"funnel\":\"" name[1] "\","
    print "\"funnel_share\":1,\n\"columns\":["
    n = split("rank name first:B last:B peak:B change:B rate:B z p q tau shape proven score:B values:B trend", column, " ")
    for (i = 1; i <= n; i++) {
        split(column[i] ":", part, ":")
        print "{\"name\":\"" part[1] "\",\"unit\":\"" part[2] "\"}" (i < n ? "," : "],")
    }
    print "\"rows\":["
    for (i = 1; i <= 3; i++)
        print leaks_row(i, "{\"rank\":|,\"name\":|,\"first\":|,\"last\":|,\"peak\":|,\"change\":|,\"rate\":|,\"z\":|,\"p\":|,\"q\":|,\"tau\":|,\"shape\":|,\"proven\":|,\"score\":|,\"values\":|,\"trend\":|}", 0, "\"") (i < 3 ? "," : "]}")
}

# --- gate: --max-growth=5MiB/h --max-total=150MiB. Sure are 95 % of one side: 1.645 deviations.
function sure(value, variance) { return value - 1.6448536269514722 * sqrt(variance) }

function growth_line() {
    return "+" size(rate[1]) "/h, more than 5MiB/h; grew by " size(change[1]) ", at least " \
        size(sure(change[1], variance[1]))
}
function total_line() {
    return size(total) ", more than 150MiB; at least " size(sure(total, all * variance_of_one))
}
function holder(i) { return size(count[i, 7] * weight) "  " name[i] }

function gate_text() {
    print "FAIL [unknown] 0x1001: " growth_line() "\n    [unknown] 0x1001\n    [unknown] 0x9001"
    print "FAIL total: " total_line() "\n    " holder(1) "\n    " holder(2) "\n    " holder(3)
}
function gate_markdown() {
    print "**Memory check failed:** 2 limits broken; 3 functions in 7 dumps of the program checked.\n\n```text"
    gate_text()
    print "```"
}
function gate_github() {
    print "::error title=Memory growth in [unknown] 0x1001::" growth_line() "%0A[unknown] 0x1001%0A[unknown] 0x9001"
    print "::error title=Memory held in total::" total_line() "%0A" holder(1) "%0A" holder(2) "%0A" holder(3)
    print "::notice title=Memory check::2 limits broken; 3 functions in 7 dumps of the program checked"
}
function gate_junit() {
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"jeprof-c --gate\" tests=\"2\" failures=\"2\">"
    print "  <testcase classname=\"max-growth=5MiB/h\" name=\"[unknown] 0x1001\">\n    <failure message=\"" \
        growth_line() "\">\n[unknown] 0x1001\n[unknown] 0x9001\n</failure>\n  </testcase>"
    print "  <testcase classname=\"max-total=150MiB\" name=\"total\">\n    <failure message=\"" total_line() \
        "\">\n" holder(1) "\n" holder(2) "\n" holder(3) "\n</failure>\n  </testcase>\n</testsuite>"
}
function gate_row(limit, site, measured, allowed, value, variance, shape, stack) {
    return sprintf("{\"limit\":\"%s\",\"name\":\"%s\",\"measured\":%.6g,\"allowed\":%s,\"grown\":%s,\"certain\":%s,\"possible\":%s,\"proven\":\"yes\",\"shape\":\"%s\",\"stack\":\"%s\"}",
        limit, site, measured, whole(allowed), whole(value), whole(sure(value, variance)),
        whole(2 * value - sure(value, variance)), shape, stack)
}
function gate_json() {
    print gate_row("5MiB/h", name[1], rate[1], 6 * 5 * 1048576, change[1], variance[1], "growing",
                   "[unknown] 0x9001;[unknown] 0x1001") ","
    print gate_row("150MiB", "total", total, 150 * 1048576, total, all * variance_of_one, "", "") "]}"
}

# --- one dump, the last of the series: 190, 110 and 100 objects.
function errors_text(i, sum, n) {
    printf "Total: %s B (\302\261%s at 95 %%)\n", whole(total), whole(reach(all))
    print "    flat      \302\26195%  flat%   sum%      cum      \302\26195%   cum% name"
    for (i = 1; i <= 3; i++) {
        n = count[i, 7]
        sum += n
        printf "%s \302\261%s %6s %6s %s \302\261%s %6s %s\n", whole(n * weight), whole(reach(n)), percent(n, all),
            percent(sum, all), whole(n * weight), whole(reach(n)), percent(n, all), name[i]
    }
    printf "< %s         -   0.0%% 100.0%% %s \302\261%s 100.0%% [unknown] 0x9001\n", 3 * period, whole(total),
        whole(reach(all))
}
# Widths count bytes, and the sign has two.
function errors_peek(n) {
    n = count[1, 7]
    printf "Total: %s MB (\302\261%s at 95 %%)\n\n", mega(total), mega(reach(all))
    printf "%8s %10s %6s  %s\n  callers\n", mega(n * weight), "\302\261" mega(reach(n)), percent(n, all), name[1]
    printf "    %6s %10s 100.0%%  [unknown] 0x9001\n  callees\n", mega(n * weight), "\302\261" mega(reach(n))
    printf "    %6s %10s 100.0%%  [itself]\n", mega(n * weight), "\302\261" mega(reach(n))
}
function info(sd) {
    sd = sqrt(all * variance_of_one)
    print "Dump       h-20240501T160000.heap: 6 records, one sample every 512.0 KiB, corrected for that"
    printf "Live       %s \302\261%s (95 %%; relative error %.1f %%), from %d recorded objects\n", size(total),
        size(reach(all)), 100 * sd / total, all
    print "Stacks     3, the deepest of 2 frames"
}
# Threads are corrected by themselves; here every line is of one size, so that nothing changes.
function threads(n) {
    n = count[1, 7] + count[3, 7]
    printf "Total: %s MB\n\n", mega(total)
    printf "%8s %6s  main (1 thread)\n", mega(n * weight), percent(n, all)
    printf "%10s %6s  %s\n", mega(count[1, 7] * weight), percent(count[1, 7], n), name[1]
    printf "%10s %6s  %s\n\n", mega(count[3, 7] * weight), percent(count[3, 7], n), name[3]
    printf "%8s %6s  pool-* (1 thread)\n", mega(count[2, 7] * weight), percent(count[2, 7], all)
    printf "%10s 100.0%%  %s\n", mega(count[2, 7] * weight), name[2]
}
function sizes(i) {
    printf "Total: %s MB\n", mega(total)
    print "~ has several sizes: it counts at their mean, which is all that the dump has"
    print "     class    objects    bytes  share  name"
    printf "%10d %10d %8s 100.0%%\n", 64, all * weight / 64, mega(total)
    for (i = 1; i <= 3; i++)
        printf "           %10d %8s %6s  %s\n", count[i, 7] * weight / 64, mega(count[i, 7] * weight),
            percent(count[i, 7], all), name[i]
}

# --- churn: 100 objects of 112 bytes live, 1000 and two hours later 1400 allocated; 2 of 5120 bytes.
function churn_row(live, allocated, rate, name) {
    printf "%10s  %10s  %5.1f %%  %15s  %11s  %s\n", size(live), size(allocated), 100 * (1 - live / allocated),
        size(rate) "/h", rate && live < allocated ? sprintf("%.3g min", 60 * live / rate) : "-", name
}
function churn() {
    print "      live   allocated    freed             rate     lifetime  function"
    churn_row(100 * 112 + 10240, 1400 * 112 + 10240, 400 * 112 / 2, "total")
    churn_row(100 * 112, 1400 * 112, 400 * 112 / 2, "[unknown] 0x1001")
    churn_row(10240, 10240, 0, "[unknown] 0x2001")
}

# --- malloc-stats: the three classes of tests/data/malloc-stats.json; 40 of 50 objects of 112 bytes
# and all of 5120 are in the profile.
function stats_class(class, slabs, slab, objects, seen, bytes) {
    bytes = slabs * slab - class * objects
    printf "%8d %8d %10d %6.1f %% %10s %6.1f %%\n", class, slabs, objects, 100 * seen / objects, size(bytes),
        100 * bytes / slabs / slab
    return bytes
}
function stats_site(bytes, objects, all, name) {
    printf "%28d            %9s %6.1f %%  %s\n", objects, size(bytes * objects / all), 100 * objects / all, name
}
function stats_line(word, bytes, text) {
    printf "%-9s %12s %6.1f %%  %s\n", word, size(bytes), 100 * bytes / 204800, text
}
function malloc_stats(waste) {
    print "Of what is resident:"
    stats_line("profile", 30 * 112 + 10 * 112 + 2 * 5120, "live, estimated from the dump")
    stats_line("allocated", 20640, "in objects, rounded up to size classes")
    stats_line("active", 102400, "in pages that hold objects")
    stats_line("metadata", 4096, "jemalloc's own")
    stats_line("resident", 204800, "in memory")
    stats_line("mapped", 409600, "of the address space")
    stats_line("retained", 8192, "given back, addresses kept")
    print "Slabs hold " size(12288 + 2 * 28672 + 20480) ", of which " \
        size(12288 - 100 * 48 + 2 * 28672 - 50 * 112 + 20480 - 2 * 5120) \
        " are empty places; in classes that the profile knows nobody for: " size(12288 - 100 * 48)
    print "Which objects lie in which slab is not known: a class's waste is shared out by the number of"
    print "objects that each has there, at mean sizes. \"seen\" is how many of jemalloc's objects are in the profile."
    print "\n   class    slabs    objects     seen       waste    share  function"
    waste = stats_class(112, 2, 28672, 50, 40)
    stats_site(waste, 30, 40, "[unknown] 0x1001")
    stats_site(waste, 10, 40, "[unknown] 0x2001")
    waste = stats_class(5120, 1, 20480, 2, 2)
    stats_site(waste, 2, 2, "[unknown] 0x3001")
    printf "%8d %8d %10d    0.0 %%   %s %6.1f %%  (not in the profile)\n", 48, 1, 100, size(12288 - 4800),
        100 * (12288 - 4800) / 12288
}

BEGIN {
    set_series()
    if (what == "leaks") leaks_text()
    if (what == "leaks-markdown") leaks_markdown()
    if (what == "leaks-csv") leaks_csv()
    if (what == "leaks-json") leaks_json()
    if (what == "gate") { gate_text(); print "2 limits broken; 3 functions in 7 dumps checked" }
    if (what == "gate-markdown") gate_markdown()
    if (what == "gate-github") gate_github()
    if (what == "gate-junit") gate_junit()
    if (what == "gate-json-rows") gate_json()
    if (what == "errors-text") errors_text()
    if (what == "errors-peek") errors_peek()
    if (what == "info") info()
    if (what == "threads") threads()
    if (what == "sizes") sizes()
    if (what == "churn") churn()
    if (what == "malloc-stats") malloc_stats()
}
