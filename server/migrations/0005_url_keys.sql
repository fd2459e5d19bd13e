-- Keys that sign the addresses of files. Shared by all processes; the newest signs, all of them verify.

create table url_keys (
  id         text collate "C" primary key,
  secret     bytea not null,
  created_at timestamptz not null
);
