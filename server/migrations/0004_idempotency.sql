-- Idempotency-Key: one row per key while its request runs and for 24 hours after its answer.

create table idempotency_keys (
  account_id  text collate "C" not null references accounts on delete cascade,
  -- Method and path.
  operation   text not null,
  key         text not null,
  -- SHA-256 of what the request asked for, the same in either encoding.
  fingerprint bytea not null,
  owner       integer not null,
  created_at  timestamptz not null,
  -- Null while the request runs.
  status      integer,
  headers     jsonb,
  body        text,
  primary key (account_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Starts a certificate: claims the idempotency key (where one was sent) and sets one of the allowance aside
-- (where `p_reserve`). Outcomes: go, replay, reused, in_progress, allowance_exhausted.
--
-- Each query in here sees what was committed before it began, so a key claimed by another process between
-- two of them is seen. A claim whose process is dead is taken over at once: after a crash the caller's retry
-- runs instead of waiting a day.
create function begin_certificate(
  p_account text, p_reserve boolean, p_operation text, p_key text, p_fingerprint bytea, p_owner integer, p_now timestamptz
) returns table (outcome text, reservation bigint, status integer, headers jsonb, body text)
  language plpgsql as $$
#variable_conflict use_column
declare
  found_key idempotency_keys;
begin
  -- Losing a claim to a crash of the database host only means that the retry runs anew.
  perform set_config('synchronous_commit', 'off', true);
  if p_key is not null then
    insert into idempotency_keys (account_id, operation, key, fingerprint, owner, created_at)
    values (p_account, p_operation, p_key, p_fingerprint, p_owner, p_now)
    on conflict (account_id, operation, key) do nothing;
    if not found then
      select * into found_key from idempotency_keys k
       where k.account_id = p_account and k.operation = p_operation and k.key = p_key for update;
      if not found then
        -- Released between the two queries: let the caller try again.
        outcome := 'in_progress';
        return next;
        return;
      end if;
      if found_key.created_at <= p_now - interval '24 hours'
         or (found_key.status is null and not process_is_alive(found_key.owner)) then
        update idempotency_keys k
           set fingerprint = p_fingerprint, owner = p_owner, created_at = p_now,
               status = null, headers = null, body = null
         where k.account_id = p_account and k.operation = p_operation and k.key = p_key;
      else
        outcome := case
          when found_key.fingerprint <> p_fingerprint then 'reused'
          when found_key.status is null then 'in_progress'
          else 'replay'
        end;
        status := found_key.status;
        headers := found_key.headers;
        body := found_key.body;
        return next;
        return;
      end if;
    end if;
  end if;

  outcome := 'go';
  if p_reserve then
    update accounts set certificates_left = accounts.certificates_left - 1
     where id = p_account and accounts.certificates_left > 0;
    if found then
      insert into allowance_reservations (account_id, owner, created_at)
      values (p_account, p_owner, p_now) returning id into reservation;
    else
      outcome := 'allowance_exhausted';
      delete from idempotency_keys k
       where k.account_id = p_account and k.operation = p_operation and k.key = p_key;
    end if;
  end if;
  return next;
end $$;

-- Sets certificates of the allowance aside for requests that came together, as many as there are.
create function reserve_certificates(p_account text, p_count integer, p_owner integer, p_now timestamptz)
  returns setof bigint
  language plpgsql as $$
declare
  granted integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  select least(p_count, certificates_left) into granted from accounts where id = p_account for update;
  update accounts set certificates_left = certificates_left - granted where id = p_account and granted > 0;
  return query
    insert into allowance_reservations (account_id, owner, created_at)
    select p_account, p_owner, p_now from generate_series(1, granted) returning id;
end $$;

-- Undoes a start that led to no certificate: the allowance is whole and the key is free again. A key that
-- has its answer is left alone: the certificate was written, only its writer did not hear so.
create function abandon_certificate(p_account text, p_reservation bigint, p_operation text, p_key text, p_owner integer)
  returns void
  language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  -- Key, then account: the order of begin_certificate, so that the two never wait for each other.
  delete from idempotency_keys
   where account_id = p_account and operation = p_operation and key = p_key and owner = p_owner and status is null;
  delete from allowance_reservations where id = p_reservation;
  if found then
    update accounts set certificates_left = certificates_left + 1 where id = p_account;
  end if;
end $$;
