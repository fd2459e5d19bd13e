-- locks memberships: access exclusive, instant
-- locks membership_terms: access exclusive, instant
--
-- The second edition of the rules: a membership may bring the day from which its terms are counted, and may lose its
-- standing before its term ends. Columns without a default: no row is rewritten.

alter table memberships add column anchor date;

-- Caches like those beside them, derived from rules, points and checklist, and checked by fsck.
alter table membership_terms add column lost_on date;
alter table memberships add column lost_on date;
