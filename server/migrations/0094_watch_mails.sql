-- locks accounts: share row exclusive, instant
-- locks watches: share row exclusive, instant
--
-- Addresses that are mailed about those whom an account follows. Nobody is mailed before the address was confirmed by whoever
-- reads it.
create table watch_addresses (
  id           text collate "C" primary key,
  account_id   text collate "C" not null references accounts on delete cascade,
  livemode     boolean not null,
  email        text not null,
  -- As addresses are compared.
  email_key    text not null,
  language     text not null check (language in ('es', 'en')),
  status       text not null check (status in ('unconfirmed', 'confirmed', 'unsubscribed')),
  -- Stands in the address that ends the mails.
  code         text collate "C" not null unique,
  -- Of the newest link that confirms.
  token_hash   bytea unique,
  token_until  timestamptz,
  -- When the next mail is due; null if there is nothing to say.
  due_at       timestamptz,
  -- Mails since then, so that a day has a bounded number of them.
  mails        integer not null default 0,
  mails_since  timestamptz,
  quiet_until  timestamptz,
  mailed_at    timestamptz,
  answered_at  timestamptz,
  -- Taken off the account's list. Kept where whoever reads it ended the mails, so that it is not forgotten.
  removed_at   timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  row_digest   bytea
);
create trigger zz_row_digest before insert or update on watch_addresses for each row execute function keep_row_digest();
create unique index watch_addresses_once on watch_addresses (account_id, livemode, email_key);
create index watch_addresses_due on watch_addresses (due_at) where due_at is not null;

-- What the next mail tells: a membership of a followed member, or with '' the watch itself. Not how it changed, because a
-- mail says what is so when it is sent. `taken_at`: a mail with it is being sent.
create table watch_mail_lines (
  address_id    text collate "C" not null references watch_addresses on delete cascade,
  watch_id      text collate "C" not null references watches on delete cascade,
  membership_id text collate "C" not null,
  taken_at      timestamptz,
  row_digest    bytea,
  primary key (address_id, watch_id, membership_id)
);
create trigger zz_row_digest before insert or update on watch_mail_lines for each row execute function keep_row_digest();
create index watch_mail_lines_of_watch on watch_mail_lines (watch_id);

-- Nobody is mailed for an account that was closed, and nobody can take its addresses away any more.
create function forget_watch_addresses() returns trigger
  language plpgsql as $$
begin
  delete from watch_addresses where account_id = new.id;
  return null;
end $$;
create trigger forget_watch_addresses after update of closed_at on accounts
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function forget_watch_addresses();
