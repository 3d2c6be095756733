-- --db-info: what is in a store. One table for each statement.

SELECT (SELECT user_version FROM pragma_user_version) AS schema_version,
       (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)
           AS file_bytes,
       (SELECT freelist_count FROM pragma_freelist_count) * (SELECT page_size FROM pragma_page_size)
           AS free_bytes,
       (SELECT count(*) FROM dump) AS dumps, (SELECT count(*) FROM series) AS series,
       (SELECT count(*) - 1 FROM stack) AS stacks, (SELECT count(*) - 1 FROM location) AS locations,
       (SELECT count(*) - 1 FROM module) AS modules;

SELECT s.name AS series, count(*) AS dumps, min(d.time) AS first, max(d.time) AS last,
       sum(d.bytes) / count(*) AS mean_bytes, max(d.bytes) AS most_bytes
FROM dumps d JOIN series s ON s.name = d.series GROUP BY s.id ORDER BY first, s.name;

SELECT dump, series, time, kind, bytes, stacks, path FROM dumps ORDER BY dump;
