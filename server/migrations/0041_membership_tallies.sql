-- How many memberships of a program have which state, and begin, end and lapse on which day: the figures of a council
-- are sums of few rows, however many members it has. All of it is derived from memberships and checked by fsck.

-- A change is noted in rows of its own, which are added up later: a counter that every transaction rewrites would make
-- them wait for each other. What counts is the sum, so that it is right before, during and after the adding up.
create table membership_tallies (
  account_id text collate "C" not null,
  livemode   boolean not null,
  program_id text collate "C" not null,
  -- Of every membership its state; of the active ones also the days.
  kind       text not null check (kind in ('active', 'suspended', 'ended', 'starts', 'ends', 'lapses')),
  -- Of starts, ends and lapses; -infinity of states.
  day        date not null,
  -- Of ends: whether the newest term is met.
  is_met     boolean not null,
  count      bigint not null,
  -- Not added up yet.
  is_new     boolean not null default true
);
create index membership_tallies_by_day on membership_tallies
  (account_id, livemode, kind, day) include (program_id, is_met, count);
create index membership_tallies_new on membership_tallies (account_id, livemode) where is_new;

-- What one membership is counted under.
create function tallies_of(p_status text, p_starts date, p_ends date, p_lapses date, p_met boolean)
  returns table (kind text, day date, is_met boolean)
  language sql immutable parallel safe as $$
  select k.kind, k.day, k.is_met
    from (values (p_status, '-infinity'::date, false), ('starts', p_starts, false),
                 ('ends', p_ends, p_met), ('lapses', p_lapses, false)) as k (kind, day, is_met)
   where p_status = 'active' or k.kind = p_status
$$;

insert into membership_tallies (account_id, livemode, program_id, kind, day, is_met, count, is_new)
select m.account_id, m.livemode, m.program_id, k.kind, k.day, k.is_met, count(*), false
  from memberships m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
 group by 1, 2, 3, 4, 5, 6;

-- By triggers, so that it is right whatever version of the server writes.
create function tally_new_memberships() returns trigger
  language plpgsql as $$
begin
  insert into membership_tallies (account_id, livemode, program_id, kind, day, is_met, count)
  select m.account_id, m.livemode, m.program_id, k.kind, k.day, k.is_met, count(*)
    from written m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
   group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger memberships_made after insert on memberships
  referencing new table as written for each statement execute function tally_new_memberships();

create function tally_gone_memberships() returns trigger
  language plpgsql as $$
begin
  insert into membership_tallies (account_id, livemode, program_id, kind, day, is_met, count)
  select m.account_id, m.livemode, m.program_id, k.kind, k.day, k.is_met, -count(*)
    from gone m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
   group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger memberships_gone after delete on memberships
  referencing old table as gone for each statement execute function tally_gone_memberships();

-- Most changes of a membership change nothing that is counted: what it was and what it is then add up to nothing.
-- Old and new rows are not joined: a plan that is kept from a change of one row would compare each with each.
create function tally_changed_memberships() returns trigger
  language plpgsql as $$
begin
  insert into membership_tallies (account_id, livemode, program_id, kind, day, is_met, count)
  select account_id, livemode, program_id, kind, day, is_met, sum(change)
    from (
      select m.account_id, m.livemode, m.program_id, k.kind, k.day, k.is_met, -1 as change
        from gone m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
      union all
      select m.account_id, m.livemode, m.program_id, k.kind, k.day, k.is_met, 1
        from written m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
    ) changes
   group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0;
  return null;
end $$;
create trigger memberships_changed after update on memberships
  referencing old table as gone new table as written
  for each statement execute function tally_changed_memberships();

-- Makes one row of the new ones and the one that was there; how many rows became fewer. Two at once take each other's
-- rows once: the sum stays.
create function add_up_tallies() returns bigint
  language sql as $$
  with fresh as (
    select distinct account_id, livemode, program_id, kind, day, is_met from membership_tallies where is_new
  ), taken as (
    delete from membership_tallies t using fresh f
     where (t.account_id, t.livemode, t.program_id, t.kind, t.day, t.is_met)
         = (f.account_id, f.livemode, f.program_id, f.kind, f.day, f.is_met)
    returning t.account_id, t.livemode, t.program_id, t.kind, t.day, t.is_met, t.count
  ), added as (
    insert into membership_tallies (account_id, livemode, program_id, kind, day, is_met, count, is_new)
    select account_id, livemode, program_id, kind, day, is_met, sum(count), false
      from taken group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
    returning 1
  )
  select (select count(*) from taken) - (select count(*) from added)
$$;
