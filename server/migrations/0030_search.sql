-- What `q` finds: the words of a certificate beside it, indexed by the worker in lots. Certifying writes none of them;
-- the newest certificates, which are not indexed yet, are looked through one by one.

-- Lower-case and without accents: "medicina" finds "MÉDICINA".
create or replace function plain_text(p_text text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'));

-- A line each, so that no word is found across two of them.
create or replace function search_words(p_title text, p_file_name text, p_document_type text, p_external_id text) returns text
  language sql immutable parallel safe
  return plain_text(p_title || E'\n' || p_file_name || coalesce(E'\n' || p_document_type, '') || coalesce(E'\n' || p_external_id, ''));

create table certificate_words (
  account_id text collate "C" not null,
  livemode   boolean not null,
  number     bigint not null,
  words      text not null,
  primary key (account_id, livemode, number)
);

-- Numbers up to `indexed_to` are in certificate_words. `changes` grows whenever a certificate is changed that lists are
-- filtered by: a total that was counted before is then counted anew.
create table search_progress (
  account_id text collate "C" not null,
  livemode   boolean not null,
  indexed_to bigint not null default 0,
  changes    bigint not null default 0,
  primary key (account_id, livemode)
) with (fillfactor = 50);

insert into certificate_words (account_id, livemode, number, words)
select account_id, livemode, number, search_words(title, file_name, document_type, external_id)
  from certificates order by account_id, livemode, number;
insert into search_progress (account_id, livemode, indexed_to)
select account_id, livemode, max(number) from certificate_words group by account_id, livemode;

-- See 0009_usage.sql for what happens without the extensions.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index certificate_words_by_text on certificate_words
    using gin (account_id, words gin_trgm_ops) with (gin_pending_list_limit = 1024);
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'Lists are searched without an index: %', sqlerrm;
end $$;
analyze certificate_words;

-- A server of the version before still searches this column, without the index.
drop index if exists certificate_search_by_text;

-- Indexes the next certificates of an account and mode; how many. Numbers are given under the lock of the account's
-- counter, so that none below a visible one is still to come.
create function index_certificates(p_account text, p_livemode boolean, p_most integer) returns integer
  language plpgsql as $$
declare
  first bigint;
  last bigint;
  done integer;
begin
  insert into search_progress (account_id, livemode) values (p_account, p_livemode) on conflict do nothing;
  -- A change of a certificate waits here, or is seen by the next statement.
  select indexed_to into first from search_progress
   where account_id = p_account and livemode = p_livemode for update;
  with added as (
    insert into certificate_words (account_id, livemode, number, words)
    select account_id, livemode, number, search_words(title, file_name, document_type, external_id)
      from certificates
     where account_id = p_account and livemode = p_livemode and number > first order by number limit p_most
    on conflict do nothing
    returning number
  )
  select count(*), max(number) into done, last from added;
  if done > 0 then
    update search_progress set indexed_to = last where account_id = p_account and livemode = p_livemode;
  end if;
  return done;
end $$;

create function certificate_changed() returns trigger
  language plpgsql as $$
begin
  insert into search_progress as p (account_id, livemode, changes) values (new.account_id, new.livemode, 1)
  on conflict (account_id, livemode) do update set changes = p.changes + 1;
  update certificate_words
     set words = search_words(new.title, new.file_name, new.document_type, new.external_id)
   where account_id = new.account_id and livemode = new.livemode and number = new.number;
  return null;
end $$;
create trigger certificate_changed
  after update of title, file_name, document_type, external_id, metadata on certificates
  for each row execute function certificate_changed();

-- Whose key it is, and how much of its limits is left, without counting a call.
create function key_of(p_secret_hash bytea, p_now timestamptz)
  returns table (
    verdict text, account_id text, key_id text, livemode boolean, certificates_left integer, limits caller_limits,
    account_name text, key_name text, scopes text, expires_at timestamptz
  )
  language plpgsql stable as $$
#variable_conflict use_column
declare
  k record;
  u api_key_usage;
begin
  select keys.*, least(keys.expires_at, secrets.expires_at) as ends_at, accounts.certificates_left as left, accounts.name as owner_name
    into k
    from api_key_secrets secrets
    join api_keys keys on keys.id = secrets.key_id
    join accounts on accounts.id = keys.account_id
   where secrets.secret_hash = p_secret_hash;
  if not found then
    verdict := 'unknown';
    return next;
    return;
  end if;
  account_id := k.account_id;
  key_id := k.id;
  livemode := k.livemode;
  certificates_left := k.left;
  account_name := k.owner_name;
  key_name := k.name;
  scopes := array_to_string(k.scopes, ' ');
  expires_at := k.ends_at;
  verdict := case
    when k.revoked_at is not null then 'revoked'
    when k.ends_at <= p_now then 'expired'
    else 'admitted'
  end;
  select * into u from api_key_usage where api_key_usage.key_id = k.id;
  u := usage_at(u, greatest(p_now, u.last_used_at));
  limits := limits_of(u, k.rate_per_minute, k.monthly_quota);
  return next;
end $$;
