EXTRA_DIST += \
	corpus/aarch64/README.md \
	corpus/aarch64/build.sh \
	corpus/aarch64/libstore.objdump \
	corpus/aarch64/libstore.so \
	corpus/aarch64/store.c \
	corpus/aarch64/store.heap
