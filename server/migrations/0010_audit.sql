-- Who did what, when and from where: one chain of hashes for each account, appended to and never changed.

create table audit_events (
  account_id text collate "C" not null,
  -- 1, 2, 3 … without gaps: a row that is taken out leaves one.
  number     bigint not null,
  at         timestamptz not null,
  action     text not null,
  actor_type text not null check (actor_type in ('person', 'operator', 'key')),
  -- An id and no name: people may ask to be forgotten, and this row stays.
  actor_id   text not null,
  ip         text,
  user_agent text,
  target     text,
  -- As text of its own (not jsonb), because its very bytes are hashed.
  details    json not null,
  -- The hash of the row before; 32 zero bytes for the first.
  prev_hash  bytea not null,
  hash       bytea not null,
  primary key (account_id, number)
);

-- The end of each chain: the lock that puts its writers in line, and what shows that a last row is missing.
create table audit_heads (
  account_id text collate "C" primary key,
  number     bigint not null,
  hash       bytea not null
) with (fillfactor = 50);

-- Mistakes are stopped here. Who may switch this off can still be found out by the hashes.
create function refuse_audit_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();

-- Length and bytes: no two lists of fields give the same text. A null is told apart from an empty text.
create function audit_field(value text) returns bytea
  language sql stable
  return case
    when value is null then '\xffffffff'::bytea
    else int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8')
  end;

-- `app/audit.ts` derives the same hash again when the chain is checked.
create function audit_hash(e audit_events) returns bytea
  language sql stable
  return sha256(
    audit_field('sello audit 1') || audit_field(e.account_id) || audit_field(e.number::text)
    || audit_field((extract(epoch from e.at) * 1000000)::bigint::text) || audit_field(e.action)
    || audit_field(e.actor_type) || audit_field(e.actor_id) || audit_field(e.ip) || audit_field(e.user_agent)
    || audit_field(e.target) || audit_field(e.details::text) || e.prev_hash
  );

-- Called within the statement that makes the change it tells of: both are there, or neither.
create function write_audit(
  p_account_id text, p_at timestamptz, p_action text, p_actor_type text, p_actor_id text, p_ip text,
  p_user_agent text, p_target text, p_details json
) returns bigint
  language plpgsql as $$
declare
  head audit_heads;
  e audit_events;
begin
  insert into audit_heads as h (account_id, number, hash) values (p_account_id, 1, decode(repeat('00', 32), 'hex'))
  on conflict (account_id) do update set number = h.number + 1
  returning * into head;
  e := row(
    p_account_id, head.number, p_at, p_action, p_actor_type, p_actor_id, p_ip, p_user_agent, p_target, p_details,
    head.hash, null
  );
  e.hash := audit_hash(e);
  insert into audit_events select e.*;
  update audit_heads set hash = e.hash where account_id = p_account_id;
  return e.number;
end $$;

-- Accounts that are older than this log get its first entry now: every account has a chain, so that one that
-- was taken out whole is missed.
select write_audit(id, created_at, 'account.create', 'operator', 'operator', null, null, null, '{"written":"later"}')
  from accounts order by created_at, id;
