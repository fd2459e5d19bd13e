-- locks accounts: share row exclusive, instant
-- locks members: share row exclusive, instant
-- locks certificates: share row exclusive, instant
--
-- Legal holds: what somebody must keep for a court is not erased, whichever version of the server is asked to.

create table legal_holds (
  id         text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  kind       text not null check (kind in ('account', 'member', 'certificate')),
  -- The id of the account, of the member or of the certificate.
  target     text collate "C" not null,
  -- The operator's: may be confidential, and is shown to nobody else.
  reason     text not null,
  since      timestamptz not null,
  -- A lifted hold stays, to tell why something was kept for longer than its time.
  lifted_at  timestamptz
);
create index legal_holds_standing on legal_holds (account_id) where lifted_at is null;

create function account_held(p_account_id text) returns boolean
  language sql stable
  return exists (
    select from legal_holds h where h.account_id = p_account_id and h.kind = 'account' and h.lifted_at is null);

-- Certificates whose files and descriptions standing holds keep: those named, and the papers of held members, with those of
-- members that were merged into them. Not what a hold on the whole account keeps.
create function held_certificates(p_account_id text) returns table (id text, hold text)
  language sql stable rows 4
  as $$
  with recursive held (id, hold) as (
    select h.target, h.id from legal_holds h
     where h.account_id = p_account_id and h.kind = 'member' and h.lifted_at is null
    union
    select m.member_id, held.hold from merged_members m join held on m.into_id = held.id
  )
  select h.target, h.id from legal_holds h
   where h.account_id = p_account_id and h.kind = 'certificate' and h.lifted_at is null
  union all
  select d.certificate_id, held.hold from held join documents d on d.member_id = held.id
   where d.certificate_id is not null
  union all
  select e.certificate_id, held.hold from held join member_evidence e on e.member_id = held.id
   where e.certificate_id is not null
  union all
  select item ->> 'certificate_id', held.hold
    from held join awards a on a.member_id = held.id, jsonb_array_elements(a.evidence) item
   where item ? 'certificate_id'
  union all
  select done.value ->> 'certificate_id', held.hold
    from held join memberships s on s.member_id = held.id
      join membership_terms t on t.membership_id = s.id, jsonb_each(t.checklist) done
   where done.value ->> 'certificate_id' is not null
$$;

-- Since when a hold keeps the account itself, one of these members (null: any member) or one of these certificates; null:
-- none does.
--
-- Whoever erases asks in the transaction that erases, before it locks anything else; whoever sets a hold takes the same lock
-- alone. So one of the two waits until the other has ended: nothing is erased beside a hold, and no hold comes to half of it.
create function hold_over(p_account_id text, p_members text[], p_certificates text[]) returns timestamptz
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('holds ' || p_account_id, 7355));
  if not exists (select from legal_holds h where h.account_id = p_account_id and h.lifted_at is null) then
    return null;
  end if;
  return (
    select min(held.since) from (
      select h.since from legal_holds h
       where h.account_id = p_account_id and h.lifted_at is null
         and (h.kind = 'account' or h.kind = 'member' and (p_members is null or h.target = any (p_members)))
      union all
      select h.since from held_certificates(p_account_id) c join legal_holds h on h.id = c.hold
       where c.id = any (p_certificates)
    ) held);
end $$;

-- The net below every way of erasing: one that does not ask first fails here, and nothing of it stays.
create function refuse_under_hold() returns trigger
  language plpgsql as $$
declare
  -- In this order: the account; or the account, the member and the certificate of the row.
  since timestamptz := case tg_table_name
    when 'accounts' then hold_over(old.id, '{}', '{}')
    when 'members' then hold_over(to_jsonb(old) ->> 'account_id', array[old.id], '{}')
    else hold_over(to_jsonb(old) ->> 'account_id', '{}', array[old.id])
  end;
begin
  if since is not null then
    raise exception 'a legal hold has kept this since %', since using errcode = 'LH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger accounts_held before update of closed_at on accounts
  for each row when (old.closed_at is null and new.closed_at is not null) execute function refuse_under_hold();
create trigger accounts_held_whole before delete on accounts
  for each row execute function refuse_under_hold();
create trigger members_held before update of status on members
  for each row when (new.status = 'anonymised' and old.status <> 'anonymised') execute function refuse_under_hold();
create trigger members_held_whole before delete on members
  for each row execute function refuse_under_hold();
create trigger certificates_held before update of file_erased_at on certificates
  for each row when (old.file_erased_at is null and new.file_erased_at is not null) execute function refuse_under_hold();
create trigger certificates_held_words before update of file_name on certificates
  for each row when (new.file_name = '—' and old.file_name is distinct from new.file_name)
  execute function refuse_under_hold();
create trigger certificates_held_whole before delete on certificates
  for each row execute function refuse_under_hold();
