-- Checkpoints stamped in Bitcoin through OpenTimestamps calendars. Beside the chains of `log_witnesses`: no
-- certificate's status depends on these rows.

-- Who is asked: each calendar by its address, and `bitcoin`, the source of block headers. What went wrong with it
-- last, until it answers again.
create table calendars (
  name            text primary key,
  failures        integer not null default 0,
  failure_code    text,
  failure_message text,
  next_try_at     timestamptz
);

-- One row per checkpoint and calendar, written before anything is sent. An answer that is lost is asked for again:
-- the calendar then has stamped the same bytes twice, which costs nobody anything.
create table calendar_stamps (
  id             bigint generated always as identity primary key,
  calendar       text not null references calendars,
  tree_size      bigint not null,
  root           bytea not null,
  nonce          bytea not null,
  -- written → pending → complete; complete → pending when the named block turns out to be another.
  state          text not null check (state in ('written', 'pending', 'complete')),
  -- Detached OpenTimestamps files over the root: up to the calendar's promise, and all the way to the block.
  pending        bytea check (pending is not null or state = 'written'),
  complete       bytea check ((complete is not null) = (state = 'complete')),
  bitcoin_height bigint check ((bitcoin_height is not null) = (state = 'complete')),
  -- The block's header, where it was compared with what the calendar says.
  header         bytea check (header is null or state = 'complete'),
  tries          integer not null default 0,
  next_try_at    timestamptz,
  written_at     timestamptz not null,
  pending_at     timestamptz,
  complete_at    timestamptz,
  unique (calendar, tree_size)
);
create index calendar_stamps_by_size on calendar_stamps (calendar, state, tree_size);
create index calendar_stamps_due on calendar_stamps (calendar, next_try_at) where state = 'pending';
create index calendar_stamps_unconfirmed on calendar_stamps (id) where state = 'complete' and header is null;

-- What calendars say of a leaf: of each, the smallest complete stamp over it, or else the smallest pending one.
create function covering_stamps(p_leaf_index bigint) returns setof calendar_stamps
  language sql stable
begin atomic
  select s.* from calendars c, lateral (
    (select * from calendar_stamps
      where calendar = c.name and state = 'complete' and tree_size > p_leaf_index order by tree_size limit 1)
    union all
    (select * from calendar_stamps
      where calendar = c.name and state = 'pending' and tree_size > p_leaf_index order by tree_size limit 1)
    limit 1
  ) s
  order by s.calendar;
end;
