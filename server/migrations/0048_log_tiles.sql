-- locks nothing
--
-- Full tiles of the log, and full bundles of its entries, never change. Where the operator wants it (SELLO_LOG_TILES=files)
-- they are kept beside the files, and the rows of log_nodes and log_entries that they hold are deleted: the database keeps
-- the right edge of the tree, and what is newest.
--
-- Both numbers count leaves from the beginning of the log, in whole tiles of 256; the full tiles of every level follow from
-- them. No row: nothing was moved.

create table log_tiles (
  only_row boolean primary key default true check (only_row),
  -- Tiles and bundles over these leaves are in the file store, and were read back from it.
  stored   bigint not null default 0 check (stored % 256 = 0),
  -- Rows that hold nothing but these are deleted.
  dropped  bigint not null default 0 check (dropped % 256 = 0),
  check (0 <= dropped and dropped <= stored)
);
