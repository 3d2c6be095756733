# Dumps, programs and recorded outputs that tests read. The archives are unpacked once per build
# folder, into corpus/unpacked; MANIFEST.tsv changes whenever one of them does.
EXTRA_DIST += \
	corpus/MANIFEST.tsv \
	corpus/README.md \
	corpus/SYSTEM.tsv \
	corpus/TOOLS.txt \
	corpus/binaries-c.tar.xz \
	corpus/binaries-cpp.tar.xz \
	corpus/binaries-rust.tar.xz \
	corpus/binaries-shapes.tar.xz \
	corpus/build.sh \
	corpus/oracle.sh \
	corpus/pack.sh \
	corpus/pprof.py \
	corpus/recorded \
	corpus/shapes.sh \
	corpus/src \
	corpus/stores \
	corpus/unpack.sh
EXTRA_DIST += \
	corpus/c-O0 \
	corpus/c-O3-lto \
	corpus/c-aslr \
	corpus/c-buildid \
	corpus/c-clang4-nopie \
	corpus/c-clang5-pie \
	corpus/c-debuglink \
	corpus/c-deep \
	corpus/c-dwz \
	corpus/c-fork \
	corpus/c-gcc4-nopie \
	corpus/c-gcc5-pie \
	corpus/c-gz \
	corpus/c-jestatic \
	corpus/c-lld-pie \
	corpus/c-nodebug \
	corpus/c-sampling \
	corpus/c-splitdwarf \
	corpus/c-static \
	corpus/c-static-pie \
	corpus/c-stripped \
	corpus/cpp-O0 \
	corpus/cpp-clang5-pie \
	corpus/cpp-gcc4-nopie \
	corpus/cpp-gcc5-pie \
	corpus/cpp-jestatic \
	corpus/cpp-stripped \
	corpus/cpp-symtab \
	corpus/gperf \
	corpus/rust-debuglink \
	corpus/rust-legacy \
	corpus/rust-lines \
	corpus/rust-nopie \
	corpus/rust-packed \
	corpus/rust-rjem \
	corpus/rust-runs \
	corpus/rust-stripped \
	corpus/rust-symtab \
	corpus/rust-unpacked \
	corpus/rust-v0

include corpus/aarch64/local.mk
include corpus/handmade/local.mk

check_DATA += corpus/unpacked/stamp

corpus/unpacked/stamp: corpus/MANIFEST.tsv corpus/unpack.sh corpus/handmade/local.mk
	$(AM_V_GEN)$(SHELL) $(top_srcdir)/corpus/unpack.sh $(top_srcdir)/corpus corpus/unpacked && \
	  echo unpacked >$@

corpus: corpus/unpacked/stamp
.PHONY: corpus

clean-corpus:
	rm -rf corpus/unpacked
.PHONY: clean-corpus
clean-local: clean-corpus
