-- locks accounts: access exclusive, instant
-- locks api_keys: access exclusive, instant
-- locks awards: access exclusive, instant
-- locks courses: access exclusive, instant
-- locks renewals: access exclusive, instant
-- locks member_links: access exclusive, instant
-- locks member_sessions: access exclusive, instant
--
-- Four eyes: whoever reported something does not decide it.

alter table accounts
  add column four_eyes boolean not null default false,
  add column require_second_factor boolean not null default false;

-- People who rotated the key: they have had its secret too. Null: nobody, as far as is known.
alter table api_keys add column rotated_by text[];

-- Who made or ever changed what is to be decided, and the people behind them. Null: nobody knows.
alter table awards   add column reporters text[];
alter table courses  add column reporters text[];
alter table renewals add column reporters text[];

-- The person or key that made the link.
alter table member_links    add column made_by text collate "C";
alter table member_sessions add column made_by text collate "C";

-- These people, keys and members, and the people behind them: who made or rotated a key, and who has a member's address.
create function people_behind(p_account_id text, p_ids text[]) returns text[]
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
    ) behind;
$$;

-- Everything as which somebody may have reported: the people behind, the keys that these made or rotated, and the members with
-- their address. `email_key` has lower-case letters of ASCII alone (members are found by it), in the form that was typed.
create function reports_as(p_account_id text, p_livemode boolean, p_id text) returns text[]
  language sql stable as $$
  with behind as (
    select unnest(people_behind(p_account_id, array[p_id])) as id
  ), member as (
    select m.id
      from people p join behind b on b.id = p.id
      cross join unnest(array[p.email, normalize(p.email, NFD)]) as spelt (email)
      join members m on m.account_id = p_account_id and m.livemode = p_livemode
       and m.email_key in (lower(spelt.email), translate(spelt.email, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))
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
    ) one;
$$;

-- What the account lets nobody decide who is one of these: null where it lets everybody. Empty for a key whose maker is not
-- known, which decides nothing.
create function four_eyes_of(p_account_id text, p_livemode boolean, p_id text) returns text[]
  language sql stable as $$
  select case
           when not a.four_eyes then null
           when exists (select from api_keys k where k.id = p_id and k.created_by is null) then '{}'
           else reports_as(p_account_id, p_livemode, p_id)
         end
    from accounts a where a.id = p_account_id;
$$;
