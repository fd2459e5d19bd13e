-- The second edition of the rules: a membership may bring the day from which its terms are counted, and may lose its
-- standing before its term ends. Columns without a default: no row is rewritten. The index holds few rows; building it
-- reads memberships once and blocks writing to them meanwhile.

alter table memberships add column anchor date;

-- Caches like those beside them, derived from rules, points and checklist, and checked by fsck.
alter table membership_terms add column lost_on date;
alter table memberships add column lost_on date;
create index memberships_by_loss on memberships (account_id, livemode, lost_on, program_id) where lost_on is not null;
