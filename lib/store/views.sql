-- Views over the tables, for people: short names and columns that stay. See doc/schema.md.
-- bytes and objects are estimates, corrected for sampling; dump and stack are ids.

-- A dump is whole when it has the live bytes that its header counts, but for 0.1 % and for what
-- rounding may bring (jp_whole.h). The header is corrected by 1 / (1 - exp(-x)); not every SQLite has
-- exp(), so that e is exp(x / 8) as the first terms of its series.
CREATE VIEW dumps AS
SELECT d.id AS dump, s.name AS series, d.seq, d.kind,
       strftime('%Y-%m-%dT%H:%M:%SZ', d.time_ns / 1000000000, 'unixepoch') AS time,
       d.time_source, d.bytes, d.objects, d.alloc_bytes, d.alloc_objects, d.stacks, d.period, d.path,
       d.format IS NOT 'jemalloc' AND NOT d.is_cut OR d.lack <= 0
       OR 3 * d.lack * d.lack <= 4.0 * d.period * d.period * (d.record_count + 1) AS is_whole
FROM (SELECT *, 0.999 * coalesce(s, 0) *
                coalesce(CASE correction WHEN 1 THEN max(1, 1 / x)
                                         WHEN 2 THEN 1 + 1 / (e*e*e*e*e*e*e*e - 1) END, 1)
                - bytes AS lack
      FROM (SELECT *, 1 + x / 8 + x*x / 128 + x*x*x / 3072 + x*x*x*x / 98304 AS e
            FROM (SELECT *, CASE WHEN period > 1 THEN s * 1.0 / n / period END AS x FROM dump))) d
JOIN series s ON s.id = d.series_id;

-- The dump that @last names: time decides, but within a process its numbers.
CREATE VIEW last AS
SELECT id AS dump
FROM (SELECT id, series_id, seq,
             CASE WHEN seq IS NULL THEN time_ns
                  ELSE max(time_ns) OVER (PARTITION BY series_id, seq IS NULL ORDER BY seq, id)
             END AS place
      FROM dump)
ORDER BY place DESC, series_id DESC, seq DESC, id DESC LIMIT 1;

CREATE VIEW stacks AS
SELECT m.dump_id AS dump, m.stack_id AS stack, t.depth, f.name AS holder,
       m.s * m.k AS bytes, m.n * m.k AS objects, m.az * m.ak AS alloc_bytes,
       m.an * m.ak AS alloc_objects, m.n / coalesce(m.done, 1) AS samples,
       CASE WHEN m.n > 0 THEN m.s * 1.0 * m.s * m.k * (coalesce(m.done, m.k) - 1) / m.n
            ELSE 0.0 END AS variance
FROM sample m JOIN stack t ON t.id = m.stack_id LEFT JOIN function f ON f.id = t.function_id;

CREATE VIEW paths AS
SELECT t.id AS stack, t.depth,
       (WITH RECURSIVE up (id, location_id, parent_id, height) AS (
            SELECT t.id, t.location_id, t.parent_id, 0
            UNION ALL
            SELECT p.id, p.location_id, p.parent_id, up.height + 1
            FROM up JOIN stack p ON p.id = up.parent_id WHERE p.parent_id IS NOT NULL)
        SELECT group_concat(name, ';')
        FROM (SELECT f.name FROM up JOIN frame r ON r.location_id = up.location_id
              JOIN function f ON f.id = r.function_id
              ORDER BY up.height DESC, r.depth DESC)) AS path
FROM stack t WHERE t.function_id IS NOT NULL;

-- In flat, cum and top, names come after the sums: what is sorted for GROUP BY stays small.
CREATE VIEW flat AS
SELECT a.dump, f.name, a.bytes, a.objects, a.alloc_bytes, a.alloc_objects, f.id AS function
FROM (SELECT m.dump_id AS dump, t.function_id, sum(m.s * m.k) AS bytes, sum(m.n * m.k) AS objects,
             sum(m.az * m.ak) AS alloc_bytes, sum(m.an * m.ak) AS alloc_objects
      FROM sample m JOIN stack t ON t.id = m.stack_id
      GROUP BY m.dump_id, t.function_id) a JOIN function f ON f.id = a.function_id;

CREATE VIEW cum AS
SELECT a.dump, f.name, a.bytes, a.objects, a.alloc_bytes, a.alloc_objects, f.id AS function
FROM (SELECT m.dump_id AS dump, c.function_id, sum(m.s * m.k) AS bytes, sum(m.n * m.k) AS objects,
             sum(m.az * m.ak) AS alloc_bytes, sum(m.an * m.ak) AS alloc_objects
      FROM sample m CROSS JOIN stack_function c ON c.stack_id = m.stack_id
      GROUP BY m.dump_id, c.function_id) a JOIN function f ON f.id = a.function_id;

-- The report of the last dump, the largest first; flat and cum have all dumps.
CREATE VIEW top AS
SELECT a.dump, f.name, a.flat, a.cum,
       a.cum / nullif((SELECT bytes FROM dump WHERE id = a.dump), 0) AS share, f.id AS function
FROM (SELECT m.dump_id AS dump, c.function_id,
             sum(CASE WHEN t.function_id = c.function_id THEN m.s * m.k ELSE 0.0 END) AS flat,
             sum(m.s * m.k) AS cum
      FROM sample m CROSS JOIN stack t ON t.id = m.stack_id
      CROSS JOIN stack_function c ON c.stack_id = m.stack_id
      WHERE m.dump_id = (SELECT dump FROM last)
      GROUP BY m.dump_id, c.function_id) a JOIN function f ON f.id = a.function_id
ORDER BY a.flat DESC, a.cum DESC, f.name;

CREATE VIEW diff AS
SELECT a.id AS a, b.id AS b, m.stack_id AS stack, f.name AS holder,
       sum(CASE WHEN m.dump_id = b.id THEN m.s * m.k ELSE -m.s * m.k END) AS bytes,
       sum(CASE WHEN m.dump_id = b.id THEN m.n * m.k ELSE -m.n * m.k END) AS objects,
       sum(CASE WHEN m.n > 0 THEN m.s * 1.0 * m.s * m.k * (coalesce(m.done, m.k) - 1) / m.n
                ELSE 0.0 END) AS variance
FROM dump a JOIN dump b ON b.id <> a.id JOIN sample m ON m.dump_id IN (a.id, b.id)
JOIN stack t ON t.id = m.stack_id JOIN function f ON f.id = t.function_id
GROUP BY a.id, b.id, m.stack_id;

-- Where each dump stands in its series, counted from 0, and when: hours after the first dump. The
-- numbers in the names decide, unless they repeat, or people or names told every time. Times are of
-- use when they ascend in that order and lie a second or more apart on average, as for --leaks:
-- files that were copied or unpacked have the time of that. Else hours is NULL.
CREATE VIEW timeline AS
SELECT id AS dump, series_id, dumps, turn,
       CASE WHEN min(step) OVER w > 0 AND max(since) OVER w >= 1e9 * (dumps - 1) AND is_timed
            THEN since / 3.6e12 END AS hours
FROM (SELECT d.id, d.series_id, z.dumps, z.is_timed, row_number() OVER o - 1 AS turn,
             d.time_ns - lag(d.time_ns) OVER o AS step,
             d.time_ns - first_value(d.time_ns) OVER o AS since
      FROM dump d JOIN (SELECT series_id AS of_series, count(*) AS dumps,
                               count(DISTINCT seq) = count(*)
                               AND max(time_source IN ('mtime', 'import')) AS by_number,
                               min(time_source <> 'import') AS is_timed
                        FROM dump GROUP BY series_id) z ON z.of_series = d.series_id
      WINDOW o AS (PARTITION BY d.series_id
                   ORDER BY CASE WHEN z.by_number THEN d.seq ELSE d.time_ns END, d.seq, d.id))
WINDOW w AS (PARTITION BY series_id);

-- Least squares over the whole dumps of a series: what another one lacks was not freed. A stack that a
-- dump does not have holds nothing there, so that only the places of all dumps and the bytes of those
-- that have it are needed.
CREATE VIEW growth AS
SELECT s.name AS series, m.stack_id AS stack, f.name AS holder, x.dumps,
       count(DISTINCT x.dump) AS seen,
       sum(x.hours * m.s * m.k) / nullif(x.square_hours, 0) AS bytes_per_hour,
       sum(x.place * m.s * m.k) / nullif(x.square_places, 0) AS bytes_per_dump,
       sum(((x.turn = x.dumps - 1) - (x.turn = 0)) * m.s * m.k) AS bytes
FROM (SELECT dump, series_id, dumps, turn, hours, place,
             sum(hours * hours) OVER w AS square_hours, sum(place * place) OVER w AS square_places
      FROM (SELECT dump, series_id, dumps, turn, hours - avg(hours) OVER w AS hours,
                   turn - (dumps - 1) / 2.0 AS place
            FROM (SELECT dump, series_id, hours, count(*) OVER (PARTITION BY series_id) AS dumps,
                         row_number() OVER (PARTITION BY series_id ORDER BY turn) - 1 AS turn
                  FROM timeline WHERE dump IN (SELECT dump FROM dumps WHERE is_whole))
            WINDOW w AS (PARTITION BY series_id))
      WINDOW w AS (PARTITION BY series_id)) x
JOIN series s ON s.id = x.series_id
JOIN sample m ON m.dump_id = x.dump JOIN stack t ON t.id = m.stack_id
JOIN function f ON f.id = t.function_id
GROUP BY x.series_id, m.stack_id;

CREATE VIEW threads AS
SELECT m.dump_id AS dump, t.uid AS thread, t.name, sum(m.s * m.k) AS bytes,
       sum(m.n * m.k) AS objects, sum(m.az * m.ak) AS alloc_bytes, sum(m.an * m.ak) AS alloc_objects
FROM thread_sample m
JOIN dump_thread d ON d.dump_id = m.dump_id AND d.seq = m.thread_seq
JOIN thread t ON t.id = d.thread_id
GROUP BY m.dump_id, m.thread_seq;

CREATE VIEW modules AS
SELECT m.id AS module, m.name, m.kind, lower(hex(m.build_id)) AS build_id, m.path, m.file,
       m.debug_file, count(l.id) AS locations,
       sum(NOT EXISTS (SELECT 1 FROM frame r JOIN function f ON f.id = r.function_id
                       WHERE r.location_id = l.id AND f.is_place = 1)) AS named
FROM module m LEFT JOIN location l ON l.module_id = m.id WHERE m.id > 0
GROUP BY m.id;

-- The mean size of a stack's objects, which is one size for most stacks.
CREATE VIEW sizes AS
SELECT m.dump_id AS dump, f.name AS holder, m.s / m.n AS size, sum(m.n * m.k) AS objects,
       sum(m.s * m.k) AS bytes
FROM sample m JOIN stack t ON t.id = m.stack_id JOIN function f ON f.id = t.function_id
WHERE m.n > 0
GROUP BY m.dump_id, f.id, m.s / m.n;

CREATE VIEW churn AS
SELECT m.dump_id AS dump, m.stack_id AS stack, f.name AS holder, m.s * m.k AS bytes,
       m.az * m.ak AS alloc_bytes, m.an * m.ak AS alloc_objects,
       1 - m.n * m.k / (m.an * m.ak) AS freed_share
FROM sample m JOIN stack t ON t.id = m.stack_id JOIN function f ON f.id = t.function_id
WHERE m.an > 0;
