-- API keys, and the one statement that admits a caller.

create table api_keys (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  name            text not null,
  livemode        boolean not null,
  scopes          text[] not null,
  rate_per_minute integer not null check (rate_per_minute > 0),
  monthly_quota   integer not null check (monthly_quota > 0),
  created_at      timestamptz not null,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  revoked_reason  text
);
create index api_keys_by_account on api_keys (account_id, created_at desc, id desc);

-- A key may have two secrets for a while: the new one, and the old one until its grace ends.
create table api_key_secrets (
  secret_hash bytea primary key,
  key_id      text collate "C" not null references api_keys on delete cascade,
  -- What a person may see of it: prefix and last four characters.
  hint        text not null,
  created_at  timestamptz not null,
  expires_at  timestamptz
);
create index api_key_secrets_by_key on api_key_secrets (key_id);

-- The hot row of a key, rewritten by every admitted call; room is left on its page so that this stays a
-- heap-only update.
--
-- The sliding minute is a log of calls, oldest first: chunk_ms[i] is the time of the newest call in chunk i
-- and chunk_calls[i] their number. Up to 64 calls a minute every chunk is one call and the window is exact.
-- Above that a chunk holds about rate / 64 calls and is let go when its newest call leaves the window: never
-- more than the rate in any 60 seconds, at most one sixty-fourth of it late, and a row that stays small.
create table api_key_usage (
  key_id       text collate "C" primary key references api_keys on delete cascade,
  chunk_ms     bigint[] not null default '{}',
  chunk_calls  integer[] not null default '{}',
  minute_calls integer not null default 0,
  -- Calendar month in UTC as yyyymm; month_calls counts in it.
  month        integer not null default 0,
  month_calls  integer not null default 0,
  -- Never runs backwards, and is the time that calls are judged by: where the clocks of two processes differ
  -- by a little, neither brings back a month or a minute that the other has left behind.
  last_used_at timestamptz
) with (fillfactor = 40);

-- What a caller is told of its limits. `minute_frees_ms`: when the window next lets a call go;
-- `minute_opens_ms`: when the next call would be admitted (null: now).
create type caller_limits as (
  rate_per_minute integer,
  minute_calls    integer,
  minute_frees_ms bigint,
  minute_opens_ms bigint,
  monthly_quota   integer,
  month_calls     integer
);

create function utc_month(at timestamptz) returns integer
  language sql immutable parallel safe
  return extract(year from at at time zone 'UTC')::integer * 100 + extract(month from at at time zone 'UTC')::integer;

create function to_ms(at timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(extract(epoch from at) * 1000)::bigint;

-- The window as it stands at a time: calls that left it are dropped, and a new month starts from zero.
create function usage_at(u api_key_usage, at timestamptz) returns api_key_usage
  language plpgsql immutable as $$
declare
  now_ms bigint := to_ms(at);
  this_month integer := utc_month(at);
  gone integer := 0;
begin
  while gone < cardinality(u.chunk_ms) and u.chunk_ms[gone + 1] <= now_ms - 60000 loop
    gone := gone + 1;
    u.minute_calls := u.minute_calls - u.chunk_calls[gone];
  end loop;
  if gone > 0 then
    u.chunk_ms := u.chunk_ms[gone + 1:];
    u.chunk_calls := u.chunk_calls[gone + 1:];
  end if;
  if u.month <> this_month then
    u.month := this_month;
    u.month_calls := 0;
  end if;
  return u;
end $$;

create function limits_of(u api_key_usage, rate integer, quota integer) returns caller_limits
  language plpgsql immutable as $$
declare
  l caller_limits;
  still integer := u.minute_calls;
begin
  l.rate_per_minute := rate;
  l.minute_calls := u.minute_calls;
  l.minute_frees_ms := u.chunk_ms[1] + 60000;
  l.monthly_quota := quota;
  l.month_calls := u.month_calls;
  -- The rate may have been lowered below what the window holds: wait until enough chunks have left it.
  for i in 1 .. cardinality(u.chunk_ms) loop
    exit when still < rate;
    still := still - u.chunk_calls[i];
    l.minute_opens_ms := u.chunk_ms[i] + 60000;
  end loop;
  return l;
end $$;

-- Judges calls and counts those that it admits, in one round trip. Refused calls are not counted. Of several
-- calls that came together as many are admitted as there is room for; `verdict` tells why the rest is refused.
-- The row lock on api_key_usage makes the count exact over any number of processes.
create function admit_caller(p_secret_hash bytea, p_scope text, p_now timestamptz, p_calls integer default 1)
  returns table (
    verdict text, account_id text, key_id text, livemode boolean, certificates_left integer,
    counted_ms bigint, limits caller_limits, admitted integer
  )
  language plpgsql as $$
#variable_conflict use_column
declare
  k record;
  u api_key_usage;
  judged_at timestamptz;
  last integer;
begin
  select keys.*, least(keys.expires_at, secrets.expires_at) as ends_at, accounts.certificates_left as left
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
  verdict := case
    when k.revoked_at is not null then 'revoked'
    when k.ends_at <= p_now then 'expired'
    when p_scope <> all (k.scopes) then 'insufficient_scope'
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

-- Gives one counted call back: our own failures cost the caller nothing.
create function give_call_back(p_key_id text, p_counted_ms bigint, p_now timestamptz) returns caller_limits
  language plpgsql as $$
declare
  k api_keys;
  u api_key_usage;
  judged_at timestamptz;
  counted_month integer := utc_month(to_timestamp(p_counted_ms / 1000.0));
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into k from api_keys where id = p_key_id;
  select * into u from api_key_usage where key_id = p_key_id for update;
  if not found then
    return null;
  end if;
  if u.month = counted_month then
    u.month_calls := greatest(u.month_calls - 1, 0);
  end if;
  judged_at := greatest(p_now, u.last_used_at);
  for i in 1 .. cardinality(u.chunk_ms) loop
    -- A slow call may have left the window before it failed; another's place is not given back for it.
    exit when p_counted_ms <= to_ms(judged_at) - 60000;
    -- The call is in the first chunk that ends at or after its time.
    if u.chunk_ms[i] >= p_counted_ms then
      u.minute_calls := u.minute_calls - 1;
      u.chunk_calls[i] := u.chunk_calls[i] - 1;
      if u.chunk_calls[i] = 0 then
        u.chunk_ms := u.chunk_ms[:i - 1] || u.chunk_ms[i + 1:];
        u.chunk_calls := u.chunk_calls[:i - 1] || u.chunk_calls[i + 1:];
      end if;
      exit;
    end if;
  end loop;
  update api_key_usage
     set chunk_ms = u.chunk_ms, chunk_calls = u.chunk_calls, minute_calls = u.minute_calls,
         month_calls = u.month_calls
   where key_id = p_key_id;
  return limits_of(usage_at(u, judged_at), k.rate_per_minute, k.monthly_quota);
end $$;
