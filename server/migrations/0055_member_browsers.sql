-- locks members: access exclusive, instant
-- locks member_sessions: access exclusive, instant
-- locks accounts: share row exclusive, instant
--
-- Whose mailbox it is: consent comes only by a mailbox, or from a browser, that was the member's before.

-- The address that is the member's own, where the one on file was changed by others. Null: the one on file is. Empty: none.
alter table members add column own_email_key text;

-- By the database, so that no way of changing an address is forgotten, whichever version of the server takes it.
create function keep_own_address() returns trigger
  language plpgsql as $$
begin
  new.own_email_key := coalesce(old.own_email_key, old.email_key);
  return new;
end $$;
create trigger members_address_changed before update of email_key on members
  for each row when (old.email_key is not null and old.email_key is distinct from new.email_key)
  execute function keep_own_address();

-- Whether it was opened by the member's own mailbox or browser.
alter table member_sessions add column is_own boolean not null default true;

-- Browsers in which a member entered by their own mailbox.
create table member_browsers (
  -- SHA-256 of 32 random bytes.
  token_hash bytea not null,
  member_id  text collate "C" not null references members on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  expires_at timestamptz not null,
  primary key (member_id, token_hash)
);
