-- Facts that `sello status` shows to the operator, each overwritten by the next of its name. Nothing depends on them.

create table if not exists operator_notes (
  name     text collate "C" primary key,
  noted_at timestamptz not null,
  details  jsonb not null
);
