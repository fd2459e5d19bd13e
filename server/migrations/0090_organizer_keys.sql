-- locks api_keys: access exclusive, reads 100 million rows in 100 s
-- locks organizers: share row exclusive, instant
--
-- A key may be of an organiser of courses. It then has the one scope of its desk, which no other key has: older programs know no
-- operation with that scope, and refuse it everywhere.
alter table api_keys add column organizer_id text collate "C";
alter table api_keys add constraint api_keys_organizer foreign key (organizer_id) references organizers not valid;
alter table api_keys add constraint api_keys_of_desk_alone
  check ((organizer_id is not null) = ('desk' = any (scopes)) and (organizer_id is null or cardinality(scopes) = 1)) not valid;
create index api_keys_of_organizer on api_keys (organizer_id) where organizer_id is not null;

-- Four eyes (0083), with keys of organisers: behind such a key is whoever made it, and the organiser's people too.
create or replace function people_behind(p_account_id text, p_ids text[]) returns text[]
  language sql stable as $$
  with asked as (
    select unnest(p_ids) as id
    union
    select k.organizer_id from api_keys k
     where k.id = any (p_ids) and k.account_id = p_account_id and k.organizer_id is not null
  )
  select array_agg(distinct behind.id order by behind.id)
    from (
      select id from asked
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
        from asked a join organizers o on o.id = a.id
        cross join unnest(o.emails) as typed (email)
        join people p on lower(p.email) = lower(normalize(typed.email, NFC))
       where o.account_id = p_account_id
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
  ), organizer as (
    select o.id from spelling s
      join organizers o on o.email_keys @> array[s.key] and o.account_id = p_account_id and o.livemode = p_livemode
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
      select id from organizer
      union all
      select k.id from api_keys k join organizer o on o.id = k.organizer_id
    ) one;
$$;
