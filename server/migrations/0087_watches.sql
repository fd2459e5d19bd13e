-- locks accounts: share row exclusive, instant
-- locks members: share row exclusive, instant
-- locks memberships: share row exclusive, instant
--
-- Watches: an account follows the standing of members of other accounts, who agreed or whose pages are public.
create table watches (
  id          text collate "C" primary key,
  -- Who follows.
  account_id  text collate "C" not null references accounts on delete cascade,
  livemode    boolean not null,
  council_id  text collate "C" not null references accounts on delete cascade,
  -- Null if nobody was found, which the watcher is not told, and once the member was erased.
  member_id   text collate "C" references members on delete set null,
  -- The number or the code of the public page by which the watcher named the member. Empty once the member was erased.
  named       text not null,
  external_id text,
  basis       text not null check (basis in ('public', 'consent')),
  status      text not null check (status in ('asked', 'active', 'declined', 'withdrawn', 'ended')),
  -- By membership, the state that the watcher was last told of.
  told        jsonb not null default '{}',
  -- Whether the watcher is still to be told of the status itself.
  is_untold   boolean not null default false,
  -- Taken off the watcher's list. Kept where the member had sent the watcher away, so that it is not forgotten.
  removed_at  timestamptz,
  answered_at timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_digest  bytea
);
create trigger zz_row_digest before insert or update on watches for each row execute function keep_row_digest();
create unique index watches_named on watches (account_id, livemode, council_id, lower(named)) where named <> '';
create unique index watches_once on watches (account_id, livemode, member_id) where member_id is not null;
create index watches_listed on watches (account_id, livemode, id desc) where removed_at is null;
create index watches_of_member on watches (member_id) where member_id is not null;
create index watches_of_council on watches (council_id);
create index watches_untold on watches (id) where is_untold;

-- Whoever erases a member ends the watches of it, and with them what the watcher had typed.
create function end_watch_of_nobody() returns trigger
  language plpgsql as $$
begin
  new.named := '';
  new.told := '{}';
  if new.status in ('asked', 'active') then
    new.status := 'ended';
    new.is_untold := true;
  end if;
  return new;
end $$;
create trigger end_watch_of_nobody before update of member_id on watches
  for each row when (old.member_id is not null and new.member_id is null)
  execute function end_watch_of_nobody();

-- Members of whose standing something has changed, if anybody follows them. A row is taken away when the watchers are told.
create table watch_news (
  number     bigserial primary key,
  member_id  text collate "C" not null,
  row_digest bytea
);
create trigger zz_row_digest before insert or update on watch_news for each row execute function keep_row_digest();

-- By the database, so that it is written whichever way and by whichever version of the server a standing changes. Nothing is
-- written for members whom nobody follows, and no row that others lock is touched.
create function note_watched(p_member text) returns void
  language sql as $$
  insert into watch_news (member_id)
  select p_member where exists (select from watches w where w.member_id = p_member and w.status = 'active')
$$;

create function note_watched_membership() returns trigger
  language plpgsql as $$
begin
  perform note_watched(new.member_id);
  return null;
end $$;
create trigger note_watched_membership after update of effective_status, starts_on, valid_until, lapses_on, lost_on
  on memberships for each row
  when ((old.effective_status, old.starts_on, old.valid_until, old.lapses_on, old.lost_on)
        is distinct from (new.effective_status, new.starts_on, new.valid_until, new.lapses_on, new.lost_on))
  execute function note_watched_membership();
create trigger note_watched_new_membership after insert on memberships
  for each row execute function note_watched_membership();

create function note_watched_member() returns trigger
  language plpgsql as $$
begin
  perform note_watched(new.id);
  return null;
end $$;
create trigger note_watched_member after update of public_profile, consent on members
  for each row
  when ((old.public_profile, old.consent is null) is distinct from (new.public_profile, new.consent is null))
  execute function note_watched_member();
