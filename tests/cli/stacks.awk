# SPDX-License-Identifier: BSD-2-Clause
# Stacks to a table "NAME <tab> FLAT <tab> CUM": what each frame holds itself, and with all it calls,
# counted once per stack. Lines are "STACK <tab> VALUE", with semicolons between the frames.
BEGIN { FS = "\t" }
{
    n = split($1, frames, ";")
    flat[frames[n]] += $2
    for (i in once)
        delete once[i]
    for (i = 1; i <= n; i++)
        if (!(frames[i] in once)) {
            once[frames[i]] = 1
            cum[frames[i]] += $2
        }
}
END { for (name in cum) printf "%s\t%.0f\t%.0f\n", name, flat[name], cum[name] }
