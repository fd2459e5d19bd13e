-- locks sessions: access exclusive, reads 100 million rows in 2 min
-- locks second_factors: access exclusive, reads 100 million rows in 2 min
-- locks recovery_codes: access exclusive, reads 100 million rows in 2 min
-- locks passkeys: access exclusive, reads 100 million rows in 2 min
-- locks password_resets: access exclusive, reads 100 million rows in 2 min
-- locks address_changes: access exclusive, reads 100 million rows in 2 min
-- locks seats: share row exclusive, instant
--
-- What somebody logs in with is found by its person. There are a few rows for each person, so all of it takes milliseconds.

alter table sessions alter column person_id set not null, alter column account_id drop not null;
create unique index sessions_of_person on sessions (person_id, id);

alter table second_factors drop constraint second_factors_pkey;
alter table second_factors alter column account_id drop not null, add primary key (person_id);
create unique index second_factors_by_account on second_factors (account_id);

alter table recovery_codes drop constraint recovery_codes_pkey;
alter table recovery_codes alter column account_id drop not null, add primary key (person_id, code_hash);
create index recovery_codes_by_account on recovery_codes (account_id);

alter table passkeys alter column person_id set not null, alter column account_id drop not null;
create index passkeys_of_person on passkeys (person_id);

alter table password_resets alter column person_id set not null, alter column account_id drop not null;
create index password_resets_of_person on password_resets (person_id);

alter table address_changes alter column person_id set not null, alter column account_id drop not null;
create index address_changes_of_person on address_changes (person_id);

-- A person who loses the account of the same name, or gets it back: older programs let in its owner alone.
create function first_seat_changed() returns trigger
  language plpgsql as $$
declare
  changed seats := coalesce(new, old);
  v_account_id text;
begin
  if owns_first_account(changed.person_id) then
    v_account_id := changed.account_id;
    update people set email = email where id = changed.person_id;
  else
    update accounts
       set email = id, password_hash = null, email_proven_at = null, proven_login_at = null, keys_in_doubt_since = null
     where id = changed.account_id and email <> id;
  end if;
  update sessions        set account_id = v_account_id where person_id = changed.person_id;
  update second_factors  set account_id = v_account_id where person_id = changed.person_id;
  update recovery_codes  set account_id = v_account_id where person_id = changed.person_id;
  update passkeys        set account_id = v_account_id where person_id = changed.person_id;
  update password_resets set account_id = v_account_id where person_id = changed.person_id;
  update address_changes set account_id = v_account_id where person_id = changed.person_id;
  return null;
end $$;
create trigger seats_made after insert on seats
  for each row when (new.account_id = first_account_of(new.person_id)) execute function first_seat_changed();
create trigger seats_changed after update of role on seats
  for each row when (new.account_id = first_account_of(new.person_id)) execute function first_seat_changed();
create trigger seats_gone after delete on seats
  for each row when (old.account_id = first_account_of(old.person_id)) execute function first_seat_changed();
