# Unit tests of lib/read.
