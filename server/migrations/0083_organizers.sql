-- locks accounts: share row exclusive, instant
-- locks courses: access exclusive, reads 100 million rows in 1 min
-- locks postings: access exclusive, reads 100 million rows in 1 min
-- locks audit_events: access exclusive, instant
--
-- Organisers: providers of courses, parties of their own beside the council, with a desk that their people enter by mail.

create table organizers (
  id           text collate "C" primary key,
  account_id   text collate "C" not null references accounts on delete cascade,
  livemode     boolean not null,
  name         text not null,
  -- Of the people who may enter the desk, as typed and as compared.
  emails       text[] not null,
  email_keys   text[] not null,
  -- How many days after the end of a course its roster is expected.
  roster_days  integer not null check (roster_days between 1 and 365),
  status       text not null check (status in ('active', 'paused')),
  search_text  text not null,
  last_seen_at timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  row_digest   bytea,
  check (cardinality(emails) = cardinality(email_keys))
);
create trigger zz_row_digest before insert or update on organizers for each row execute function keep_row_digest();
create index organizers_listed on organizers (account_id, livemode, id desc);
create index organizers_by_address on organizers using gin (email_keys);

-- A session of somebody who reads the mail of this address; it ends when the address is taken from the organiser.
create table organizer_sessions (
  token_hash   bytea primary key,
  account_id   text collate "C" not null references accounts on delete cascade,
  organizer_id text collate "C" not null references organizers on delete cascade,
  email_key    text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  row_digest   bytea
);
create trigger zz_row_digest before insert or update on organizer_sessions
  for each row execute function keep_row_digest();
create index organizer_sessions_by_organizer on organizer_sessions (organizer_id);

-- Browsers in which a right code was typed: strangers who ask for codes do not lock them out.
create table organizer_browsers (
  organizer_id text collate "C" not null references organizers on delete cascade,
  token_hash   bytea not null,
  account_id   text collate "C" not null references accounts on delete cascade,
  email_key    text not null,
  expires_at   timestamptz not null,
  row_digest   bytea,
  primary key (organizer_id, token_hash)
);
create trigger zz_row_digest before insert or update on organizer_browsers
  for each row execute function keep_row_digest();

alter table courses add column organizer_id text collate "C";
alter table courses add constraint courses_organizer foreign key (organizer_id) references organizers not valid;
create index courses_of_organizer on courses (organizer_id, id desc) where organizer_id is not null;

-- The organiser that posted the roster at its desk.
alter table postings add column organizer_id text collate "C";
alter table postings add constraint postings_organizer foreign key (organizer_id) references organizers not valid;
create index postings_of_organizer on postings (organizer_id, id desc) where organizer_id is not null;

-- An organiser is an actor too. Rows from before have the narrower set, so there is nothing to look through.
alter table audit_events drop constraint audit_events_actor_type_check;
alter table audit_events add constraint audit_events_actor_type_check
  check (actor_type in ('person', 'operator', 'key', 'member', 'organizer')) not valid;

-- Four eyes (0065), with organisers: whoever has one of its addresses counts as the organiser, and the other way round.
create or replace function people_behind(p_account_id text, p_ids text[]) returns text[]
  language sql stable as $$
  select array_agg(distinct behind.id order by behind.id)
    from (
      select unnest(p_ids) as id
      union all
      select maker.id
        from api_keys k cross join unnest(array_append(k.rotated_by, k.created_by)) as maker (id)
       where k.id = any (p_ids) and k.account_id = p_account_id and maker.id is not null
      union all
      select p.id
        from members m join people p on lower(p.email) = lower(normalize(m.email, NFC))
       where m.id = any (p_ids) and m.account_id = p_account_id
      union all
      select p.id
        from organizers o cross join unnest(o.emails) as typed (email)
        join people p on lower(p.email) = lower(normalize(typed.email, NFC))
       where o.id = any (p_ids) and o.account_id = p_account_id
    ) behind;
$$;

create or replace function reports_as(p_account_id text, p_livemode boolean, p_id text) returns text[]
  language sql stable as $$
  with behind as (
    select unnest(people_behind(p_account_id, array[p_id])) as id
  ), spelling as (
    select key
      from people p join behind b on b.id = p.id
      cross join unnest(array[p.email, normalize(p.email, NFD)]) as spelt (email)
      cross join unnest(array[lower(spelt.email), translate(spelt.email, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')]) as one (key)
  ), member as (
    select m.id
      from spelling s
      join members m on m.account_id = p_account_id and m.livemode = p_livemode and m.email_key = s.key
  )
  select array_agg(distinct one.id)
    from (
      select id from behind
      union all
      select k.id from api_keys k join behind b on b.id = k.created_by or b.id = any (k.rotated_by)
       where k.account_id = p_account_id
      union all
      select id from member
      union all
      select g.member_id from merged_members g join member on member.id = g.into_id
      union all
      select o.id from spelling s
        join organizers o on o.email_keys @> array[s.key] and o.account_id = p_account_id and o.livemode = p_livemode
    ) one;
$$;
