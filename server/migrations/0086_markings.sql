-- locks postings: access exclusive, instant
--
-- A third kind of posted table: marks on the checklists of many members. Older programs ask for rosters and imports by
-- their kind, and never see one. Rows from before have the narrower set, so there is nothing to look through.
alter table postings drop constraint postings_kind_check;
alter table postings add constraint postings_kind_check check (kind in ('roster', 'import', 'marking')) not valid;
