-- What an account keeps in the file store, which of its files were erased, and how often people upload in the
-- dashboard.

alter table certificate_counts
  -- Sizes of the certificates whose original file is kept, one by one: the same bytes certified twice count twice.
  add column if not exists stored_bytes bigint not null default 0,
  -- Files of test certificates up to this number were erased because of their age.
  add column if not exists erased_to bigint not null default 0,
  -- Odd while files of the account are being erased, and another number after each time. A certificate is written
  -- only if this did not change since its request was admitted, or else its file is looked for first.
  add column if not exists erasures bigint not null default 0;

alter table certificates
  -- Null while the original file is kept.
  add column if not exists file_erased_at timestamptz;

-- No server can be writing certificates here: the table above is locked.
update certificate_counts n
   set stored_bytes = (select coalesce(sum(c.file_size), 0) from certificates c
                        where c.account_id = n.account_id and c.livemode = n.livemode and c.file_erased_at is null);

-- Files that no certificate may need any more, written in the statement that says so in the certificates. Erasing
-- one looks whether another certificate of the account needs it after all.
create table if not exists blob_erasures (
  account_id text collate "C" not null references accounts on delete cascade,
  sha256     bytea not null check (length(sha256) = 32),
  created_at timestamptz not null,
  primary key (account_id, sha256)
);

-- Undoes the whole statement that it is called in: what that had taken from the allowance is back.
create or replace function refuse_certificates() returns boolean
  language plpgsql as $$
begin
  raise exception 'no room for the files, or files of the account were erased meanwhile' using errcode = 'SEL01';
end $$;

-- The uploads of an account in the dashboard in the last 60 seconds, oldest first.
create table if not exists dashboard_uploads (
  account_id  text collate "C" primary key references accounts on delete cascade,
  uploaded_ms bigint[] not null
);

-- Counts one upload and returns null, or returns when there is room for one and counts nothing.
create or replace function claim_upload(p_account text, p_rate integer, p_now timestamptz) returns bigint
  language plpgsql as $$
declare
  known bigint[];
  now_ms bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into dashboard_uploads (account_id, uploaded_ms) values (p_account, '{}') on conflict do nothing;
  select uploaded_ms into known from dashboard_uploads where account_id = p_account for update;
  -- Where the clocks of two processes differ, time does not run backwards.
  now_ms := greatest(to_ms(p_now), known[cardinality(known)]);
  known := array(select ms from unnest(known) with ordinality u (ms, place) where ms > now_ms - 60000 order by place);
  if cardinality(known) >= p_rate then
    return known[cardinality(known) - p_rate + 1] + 60000;
  end if;
  update dashboard_uploads set uploaded_ms = known || now_ms where account_id = p_account;
  return null;
end $$;
