lib_libjp_a_SOURCES +=
