-- Certificates of files whose fingerprint alone was sent, and what callers attach to a certificate for themselves.

alter table certificates
  -- From now on: the bytes that were sent, which `stored_bytes` sums. Null where only the fingerprint was sent.
  alter column file_size drop not null,
  -- The size that the caller stated, where only the fingerprint was sent.
  add column if not exists stated_size bigint,
  add column if not exists external_id text,
  -- Texts by name; null where there are none.
  add column if not exists metadata jsonb,
  -- When title, description, document type, external id or metadata last changed; null if they never did.
  add column if not exists changed_at timestamptz;

-- Not checked for the rows that are there, which would read them all: none of them has one.
alter table certificates
  drop constraint if exists certificates_stated_size,
  add constraint certificates_stated_size
    check (stated_size is null or (stated_size > 0 and file_size is null)) not valid;

-- Both hold only the certificates that have one, so that the others cost no entry.
create unique index if not exists certificates_external_id
  on certificates (account_id, livemode, external_id) where external_id is not null;

-- One number for each key and value of the metadata, mixed with account and mode: an index over it finds the
-- certificates of one account, however many others have the same metadata. Two texts may give the same number, so a
-- search compares the metadata too:
--   metadata_terms(account_id, livemode, metadata) @> metadata_terms(<account>, <mode>, <wanted>) and metadata @> <wanted>
create or replace function metadata_terms(p_account text, p_livemode boolean, p_metadata jsonb) returns bigint[]
  language sql immutable parallel safe
begin atomic
  select array_agg(hashtextextended(p_account || case when p_livemode then ' live ' else ' test ' end || key || ' ' || value, 0))
    from jsonb_each_text(p_metadata);
end;
create index if not exists certificates_metadata
  on certificates using gin (metadata_terms(account_id, livemode, metadata)) where metadata is not null;
