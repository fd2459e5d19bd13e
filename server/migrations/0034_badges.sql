-- Open Badges of awards, and the keys that sign them.

-- Ed25519, one series for each account and mode. Old ones stay: what they signed must verify in ten years.
create table badge_keys (
  account_id text collate "C" not null references accounts on delete cascade,
  livemode   boolean not null,
  number     integer not null check (number > 0),
  public_key bytea not null,
  -- The private key, sealed with a key of the server.
  sealed     text not null,
  created_at timestamptz not null,
  primary key (account_id, livemode, number)
);

-- A badge is signed once and given out byte for byte. Whether it is revoked is not kept here: it follows from the
-- award and its member whenever a status list is read.
create table badges (
  -- Of the public address, 128 random bits.
  code        text collate "C" primary key,
  account_id  text collate "C" not null references accounts on delete cascade,
  livemode    boolean not null,
  award_id    text collate "C" not null references awards on delete cascade,
  -- The place of its bit.
  list        integer not null check (list > 0),
  place       integer not null check (place between 0 and 131071),
  -- Null once the member is anonymised: it holds a salted hash of an address.
  credential  text,
  sha256      bytea not null,
  -- Set when another badge took its place; its bit is set from then on.
  replaced_at timestamptz,
  created_at  timestamptz not null
);
create unique index badges_of_award on badges (award_id) where replaced_at is null;
create index badges_by_award on badges (award_id) where replaced_at is not null;
create unique index badges_by_place on badges (account_id, livemode, list, place);
create index badges_replaced on badges (account_id, livemode, list) where replaced_at is not null;

-- Whether the member's page has ever been public: its address then says "gone" rather than "unknown" when it no
-- longer is. A trigger keeps it, so that no version of the program can forget to.
alter table members add column was_public boolean not null default false;
update members set was_public = true where public_profile;
create function remember_public_page() returns trigger language plpgsql as $$
begin
  new.was_public := new.public_profile or (tg_op = 'UPDATE' and old.was_public);
  return new;
end $$;
create trigger members_were_public before insert or update on members
  for each row execute function remember_public_page();
