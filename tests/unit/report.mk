# Unit tests of lib/report.
