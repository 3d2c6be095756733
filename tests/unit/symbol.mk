# Unit tests of lib/symbol.
