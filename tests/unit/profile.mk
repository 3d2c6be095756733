# Unit tests of lib/profile.
