-- locks nothing
--
-- Admits a caller with one statement, where that is all there is to do: the key is good, its window has lost no call since
-- the last one, and the calls fit into the newest chunk of it. That is so for most calls of a key that is used much, and takes
-- the database 160 instead of 270 microseconds. Everything else goes the way that it went before: refusals, calls that leave
-- the window, a new month or chunk, a key that has reached its rate or quota, clocks that differ.
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
  now_ms bigint := to_ms(p_now);
  this_month integer := utc_month(p_now);
begin
  -- A count of calls may lose its last instants when the database host dies; it never waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- Whoever waits here for another call of the key is judged by what that one has left behind.
  update api_key_usage u
     set chunk_ms[cardinality(u.chunk_ms)] = now_ms,
         chunk_calls[cardinality(u.chunk_calls)] = u.chunk_calls[cardinality(u.chunk_calls)] + p_calls,
         minute_calls = u.minute_calls + p_calls,
         month_calls = u.month_calls + p_calls,
         last_used_at = p_now
    from api_key_secrets s, api_keys keys, accounts a
   where s.secret_hash = p_secret_hash and keys.id = s.key_id and a.id = keys.account_id and u.key_id = keys.id
     and keys.revoked_at is null and (keys.expires_at is null or keys.expires_at > p_now)
     and (s.expires_at is null or s.expires_at > p_now) and a.suspended_at is null
     and string_to_array(p_scope, ' ') && keys.scopes
     and u.last_used_at <= p_now and u.month = this_month and u.chunk_ms[1] > now_ms - 60000
     and (u.chunk_ms[cardinality(u.chunk_ms)] = now_ms
          or u.chunk_calls[cardinality(u.chunk_calls)] + p_calls <= ceil(keys.rate_per_minute / 64.0))
     and u.minute_calls + p_calls < keys.rate_per_minute and u.month_calls + p_calls <= keys.monthly_quota
  returning keys.account_id, keys.id, keys.livemode, keys.scopes, keys.rate_per_minute, keys.monthly_quota,
            a.certificates_left, u.chunk_ms[1] as first_ms, u.minute_calls, u.month_calls
    into k;
  if found then
    verdict := 'admitted';
    account_id := k.account_id;
    key_id := k.id;
    livemode := k.livemode;
    certificates_left := k.certificates_left;
    counted_ms := now_ms;
    limits := row(k.rate_per_minute, k.minute_calls, k.first_ms + 60000, null, k.monthly_quota, k.month_calls);
    admitted := p_calls;
    scopes := array_to_string(k.scopes, ' ');
    return next;
    return;
  end if;

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
