-- locks postings: access exclusive, few rows
--
-- There is one short row for each table that was ever posted.
--
-- A third kind of posted table: marks on the checklists of many members. Older programs ask for rosters and imports by
-- their kind, and never see one.
alter table postings drop constraint postings_kind_check;
alter table postings add constraint postings_kind_check check (kind in ('roster', 'import', 'marking'));
