-- What the dashboard shows of use, and what lists are searched by.

-- Calls and certificates per key and day (UTC), for charts. Limits and allowance are counted elsewhere, exactly;
-- these counts are written about once a second and lose that second when a process dies.
create table usage_days (
  account_id    text collate "C" not null references accounts on delete cascade,
  day           date not null,
  -- Empty for what a person did in the dashboard.
  key_id        text collate "C" not null,
  livemode      boolean not null,
  requests      bigint not null,
  ok            bigint not null,
  client_errors bigint not null,
  server_errors bigint not null,
  certificates  bigint not null,
  primary key (account_id, day, key_id, livemode)
) with (fillfactor = 50);

-- What lists are filtered by, in narrow rows beside the certificates: the sequencer rewrites those, and every
-- index on them would be written twice for each. These are written once, with the certificate, and never change.
create table certificate_search (
  account_id    text collate "C" not null,
  livemode      boolean not null,
  number        bigint not null,
  created_at    timestamptz not null,
  document_type text,
  -- Title and file name in lower case, a line each.
  search_text   text not null,
  primary key (account_id, livemode, number)
);
insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
select account_id, livemode, number, created_at, document_type, lower(title) || E'\n' || lower(file_name)
  from certificates order by account_id, livemode, number;
create index certificate_search_by_time on certificate_search (account_id, livemode, created_at, number);
create index certificate_search_by_type on certificate_search (account_id, livemode, document_type, number)
  where document_type is not null;

-- Finds a part of a text without looking at every row. Both extensions come with PostgreSQL and may be created by
-- the owner of a database; where they are missing or forbidden, the narrow rows are read one after the other. The
-- list of entries that wait to be sorted in is kept short: whoever fills it does the sorting, in a certificate's time.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index certificate_search_by_text on certificate_search
    using gin (account_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 1024);
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'Lists are searched without an index: %', sqlerrm;
end $$;
analyze certificate_search;

-- The last number of an account and mode whose place in the log is below `p_size`; 0 where there is none. Places are
-- given in the order of numbers (a certificate takes its number and its place in the queue under the lock of its
-- account's counter), so this halves its way to the answer, and a status is a range of numbers.
create function last_number_below(p_account text, p_livemode boolean, p_size bigint) returns bigint
  language plpgsql stable as $$
declare
  low  bigint := 0;
  high bigint;
  middle bigint;
  place bigint;
begin
  select total into high from certificate_counts where account_id = p_account and livemode = p_livemode;
  while low < high loop
    middle := (low + high + 1) / 2;
    select p.leaf_index into place from certificates c left join lateral log_place(c.ticket) p on true
     where c.account_id = p_account and c.livemode = p_livemode and c.number = middle;
    if place < p_size then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
