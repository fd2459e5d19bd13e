-- What the second product shares: callers with all their scopes, sealed answers, numbers
-- without gaps.

-- As before, and: several scopes separated by spaces mean any of them; `scopes` are all of the key's. A server of the
-- version before asks for columns by name and finds them all.
drop function admit_caller(bytea, text, timestamptz, integer);
create function admit_caller(p_secret_hash bytea, p_scope text, p_now timestamptz, p_calls integer default 1)
  returns table (
    verdict text, account_id text, key_id text, livemode boolean, certificates_left integer,
    counted_ms bigint, limits caller_limits, admitted integer, scopes text
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
  scopes := array_to_string(k.scopes, ' ');
  verdict := case
    when k.revoked_at is not null then 'revoked'
    when k.ends_at <= p_now then 'expired'
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

-- Answers with personal data or links are kept sealed until they are replayed.
alter table idempotency_keys add column sealed boolean not null default false;

-- Member numbers and folios. A number is taken in the transaction that uses it, so none is lost and none given twice.
create table membership_numbers (
  account_id text collate "C" not null references accounts on delete cascade,
  livemode   boolean not null,
  -- `member`, `aval:2026`, `diploma:2026`.
  series     text collate "C" not null,
  last       bigint not null,
  primary key (account_id, livemode, series)
);
