-- How long an account wants its original files to be kept. Their certificates and proofs stay for good.

alter table accounts
  -- Null: for ever, or as long as the operator keeps files of test mode.
  add column if not exists keep_files_days integer check (keep_files_days between 1 and 36500);

comment on column certificate_counts.erased_to is
  'Files up to this number were erased because of their age, as far as they were still kept.';
