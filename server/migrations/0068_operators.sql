-- locks accounts: access exclusive, instant
-- locks sessions: access exclusive, instant
-- locks people: share row exclusive, instant
--
-- People who run the service, accounts that they suspend, and what accounts ask of them.

-- Keys of a suspended account are refused, and nothing of it is changed in the dashboard.
alter table accounts add column suspended_at timestamptz;

-- When whoever is logged in last proved again who they are, for the acts of an operator.
alter table sessions add column operator_proven_at timestamptz;

-- Besides those that the settings name by their address.
create table operators (
  person_id  text collate "C" primary key references people on delete cascade,
  added_at   timestamptz not null,
  -- Signed up before anybody else, where the service could be reached from its own machine alone.
  is_first   boolean not null default false,
  row_digest bytea
);
create unique index operators_first on operators (is_first) where is_first;
create trigger zz_row_digest before insert or update on operators for each row execute function keep_row_digest();

-- What an account asked for, and what an operator answered.
create table allowance_requests (
  id                   text collate "C" primary key,
  account_id           text collate "C" not null references accounts on delete cascade,
  -- Null once the person is erased.
  asked_by             text collate "C" references people on delete set null,
  certificates         integer not null check (certificates > 0),
  reason               text not null,
  created_at           timestamptz not null,
  decided_at           timestamptz,
  -- Null: refused, or not decided yet.
  certificates_granted integer,
  answer               text,
  row_digest           bytea
);
create unique index allowance_requests_open on allowance_requests (account_id) where decided_at is null;
create index allowance_requests_by_account on allowance_requests (account_id, id);
create index allowance_requests_by_person on allowance_requests (asked_by);
create trigger zz_row_digest before insert or update on allowance_requests
  for each row execute function keep_row_digest();

-- As before, and: a key of a suspended account is refused.
create or replace function admit_caller(p_secret_hash bytea, p_scope text, p_now timestamptz, p_calls integer default 1)
  returns table (
    verdict text, account_id text, key_id text, livemode boolean, certificates_left integer,
    counted_ms bigint, limits caller_limits, admitted integer, scopes text
  )
  language plpgsql rows 1 as $$
#variable_conflict use_column
declare
  k record;
  u api_key_usage;
  judged_at timestamptz;
  last integer;
begin
  select keys.*, least(keys.expires_at, secrets.expires_at) as ends_at, accounts.certificates_left as left,
         accounts.suspended_at
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
  scopes := array_to_string(k.scopes, ' ');
  verdict := case
    when k.revoked_at is not null then 'revoked'
    when k.ends_at <= p_now then 'expired'
    when k.suspended_at is not null then 'account_suspended'
    when not (string_to_array(p_scope, ' ') && k.scopes) then 'insufficient_scope'
  end;
  if verdict is not null then
    select * into u from api_key_usage where api_key_usage.key_id = k.id;
    u := usage_at(u, greatest(p_now, u.last_used_at));
    limits := limits_of(u, k.rate_per_minute, k.monthly_quota);
    return next;
    return;
  end if;

  -- A count of calls may lose its last instants when the database host dies; it never waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  select * into u from api_key_usage where api_key_usage.key_id = k.id for update;
  judged_at := greatest(p_now, u.last_used_at);
  u := usage_at(u, judged_at);
  admitted := greatest(0, least(p_calls, k.rate_per_minute - u.minute_calls, k.monthly_quota - u.month_calls));
  verdict := case
    when admitted = p_calls then 'admitted'
    when u.minute_calls + admitted >= k.rate_per_minute then 'rate_limit_exceeded'
    else 'quota_exceeded'
  end;
  if admitted > 0 then
    last := cardinality(u.chunk_ms);
    counted_ms := to_ms(judged_at);
    -- Calls of one millisecond leave the window together, so they share a chunk at no loss.
    if last > 0 and (u.chunk_ms[last] = counted_ms
                     or u.chunk_calls[last] + admitted <= ceil(k.rate_per_minute / 64.0)) then
      u.chunk_ms[last] := counted_ms;
      u.chunk_calls[last] := u.chunk_calls[last] + admitted;
    else
      u.chunk_ms := u.chunk_ms || counted_ms;
      u.chunk_calls := u.chunk_calls || admitted;
    end if;
    u.minute_calls := u.minute_calls + admitted;
    u.month_calls := u.month_calls + admitted;
    update api_key_usage
       set chunk_ms = u.chunk_ms, chunk_calls = u.chunk_calls, minute_calls = u.minute_calls,
           month = u.month, month_calls = u.month_calls, last_used_at = judged_at
     where api_key_usage.key_id = k.id;
  end if;
  limits := limits_of(u, k.rate_per_minute, k.monthly_quota);
  return next;
end $$;

create or replace function key_of(p_secret_hash bytea, p_now timestamptz)
  returns table (
    verdict text, account_id text, key_id text, livemode boolean, certificates_left integer, limits caller_limits,
    account_name text, key_name text, scopes text, expires_at timestamptz
  )
  language plpgsql stable rows 1 as $$
#variable_conflict use_column
declare
  k record;
  u api_key_usage;
begin
  select keys.*, least(keys.expires_at, secrets.expires_at) as ends_at, accounts.certificates_left as left,
         accounts.name as owner_name, accounts.suspended_at
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
    when k.suspended_at is not null then 'account_suspended'
    else 'admitted'
  end;
  select * into u from api_key_usage where api_key_usage.key_id = k.id;
  u := usage_at(u, greatest(p_now, u.last_used_at));
  limits := limits_of(u, k.rate_per_minute, k.monthly_quota);
  return next;
end $$;
