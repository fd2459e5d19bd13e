-- locks people: row exclusive, writes 100 million rows in 3 h
-- locks seats: row exclusive, instant
-- locks sessions: row exclusive, writes 100 million rows in 20 min
-- locks second_factors: row exclusive, writes 100 million rows in 20 min
-- locks recovery_codes: row exclusive, writes 100 million rows in 20 min
-- locks passkeys: row exclusive, writes 100 million rows in 20 min
-- locks password_resets: row exclusive, writes 100 million rows in 20 min
-- locks address_changes: row exclusive, writes 100 million rows in 20 min
--
-- Every account that there is gets its person and its owner's seat, and what it logged in with goes to the person. Rows of
-- accounts are held for reading until all are done, so that no change of an older program is missed: meanwhile whoever
-- writes a live certificate waits, a second for a hundred thousand accounts.
with source as materialized (
  select * from accounts where closed_at is null order by created_at, id for share
), spelt as (
  -- Of two addresses that differ only in how an accent is written, the one in NFC keeps it, else the older.
  select distinct on (lower(normalize(email, NFC))) id
    from source order by lower(normalize(email, NFC)), email <> normalize(email, NFC), created_at, id
), made as (
  insert into people (id, email, name, language, time_zone, password_hash, email_proven_at, proven_login_at,
                      keys_in_doubt_since, created_at, accounts_opened)
  select first_owner_of(a.id),
         case when a.email = a.id then first_owner_of(a.id) when s.id is null then a.email else normalize(a.email, NFC) end,
         a.name, a.language, a.time_zone, a.password_hash, a.email_proven_at, a.proven_login_at, a.keys_in_doubt_since,
         a.created_at, 1
    from source a left join spelt s on s.id = a.id
  on conflict (id) do nothing
)
insert into seats (account_id, person_id, role, created_at)
select id, first_owner_of(id), 'owner', created_at from source
on conflict do nothing;

-- Every person has a log, so that one that was taken out whole is missed.
select write_audit(p.id, p.created_at, 'person.create', 'operator', 'operator', null, null, null, '{"written":"later"}')
  from people p where not exists (select from audit_heads h where h.account_id = p.id)
 order by p.created_at, p.id;

-- An older operator could make a link that resets the password of a closed account. It lets nobody in, and has no person.
delete from password_resets r using accounts a where a.id = r.account_id and a.closed_at is not null;

-- Second factors, recovery codes and passkeys have digests (0058): their trigger digests each row anew, unless it does not match
-- its digest already.
update sessions        set person_id = first_owner_of(account_id) where person_id is null;
update second_factors  set person_id = first_owner_of(account_id) where person_id is null;
update recovery_codes  set person_id = first_owner_of(account_id) where person_id is null;
update passkeys        set person_id = first_owner_of(account_id) where person_id is null;
update password_resets set person_id = first_owner_of(account_id) where person_id is null;
update address_changes set person_id = first_owner_of(account_id) where person_id is null;
