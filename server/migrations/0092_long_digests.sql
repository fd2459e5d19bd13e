-- locks certificates: access exclusive, instant
--
-- Certificates whose time stamp is over the SHA-384 or SHA-512 of the file. Where only that digest was sent, nobody knows the
-- SHA-256. Older programs cannot read such a row, so none is written while one runs (`certificates/long-digests/in-use.ts`).
alter table certificates
  -- The digest that the time stamp is of, if it is longer than SHA-256: 48 or 64 bytes.
  add column long_digest bytea,
  alter column long_digest set statistics 10,
  alter column sha256 drop not null,
  add constraint certificates_digest check (
    case when long_digest is null then sha256 is not null else length(long_digest) in (48, 64) end
  ) not valid;
