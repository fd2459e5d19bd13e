-- Lists among a million members: whether the newest term is met stands on the membership too, and every filter is
-- answered by an index alone.

-- A cache like those beside it, derived from the term that `term_id` names and checked by fsck. Triggers keep it, so that
-- it is right whatever version of the server writes.
create function keep_term_met() returns trigger
  language plpgsql as $$
begin
  update memberships m set term_met = t.met from written t
   where m.id = t.membership_id and m.term_id = t.id and m.term_met <> t.met;
  return null;
end $$;
create trigger membership_terms_made after insert on membership_terms
  referencing new table as written for each statement execute function keep_term_met();
create trigger membership_terms_changed after update on membership_terms
  referencing new table as written for each statement execute function keep_term_met();

alter table memberships add column term_met boolean not null default false;
create function take_term_met() returns trigger
  language plpgsql as $$
begin
  new.term_met := coalesce((select met from membership_terms where id = new.term_id), false);
  return new;
end $$;
create trigger memberships_term_changed before update of term_id on memberships
  for each row when (old.term_id <> new.term_id) execute function take_term_met();
update memberships m set term_met = true from membership_terms t where t.id = m.term_id and t.met;

-- Each has all columns that lists of members filter by, so that matches are found and counted without reading the table:
-- by standing, by the end of the term, in the order of the list, and those that are yet to begin.
drop index memberships_by_standing;
create index memberships_by_standing on memberships
  (account_id, livemode, effective_status, lapses_on, valid_until, starts_on, program_id, term_met, member_id, id);
create index memberships_by_term_end on memberships
  (account_id, livemode, term_met, valid_until, effective_status, lapses_on, starts_on, program_id, member_id);
create index memberships_newest_members on memberships
  (account_id, livemode, member_id desc, effective_status, lapses_on, valid_until, starts_on, program_id, term_met);
create index memberships_by_start on memberships
  (account_id, livemode, starts_on, effective_status, program_id, member_id, id);
create index memberships_by_status on memberships (account_id, livemode, status, id desc) where status <> 'active';
create index memberships_by_track on memberships using gin (tracks) where tracks <> '{}';

-- Certificates that awards name as evidence; nearly all awards have none.
create index awards_by_evidence on awards using gin (evidence jsonb_path_ops) where evidence <> '[]';
create index awards_by_day on awards (account_id, livemode, completed_on, id);
-- Nearly all are of those who attended.
create index awards_by_role on awards (account_id, livemode, role, id desc) where role <> 'attendee';
