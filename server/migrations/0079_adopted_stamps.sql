-- locks certificates: access exclusive, instant
--
-- Certificates whose time stamp was bought elsewhere: their owner brought the constancia that another provider had issued.
alter table certificates
  -- The SHA-256 of the token, and null for a token that was bought for the certificate. `sello recover` appends the id of a
  -- certificate whose token it finds adopted twice.
  add column adopted_token bytea,
  alter column adopted_token set statistics 10;
