-- Revocation lists and OCSP answers about the signers of time stamps, kept for the years in which their issuers are
-- gone.

-- Each once, however many chains and days it serves.
create table revocation_answers (
  sha256 bytea primary key check (sha256 = sha256(der)),
  kind   text not null check (kind in ('crl', 'ocsp')),
  der    bytea not null
);

-- What was said on a day about a certificate of a chain; one answer of each kind.
create table kept_revocation (
  -- Of `signing_chains`.
  chain_sha256  bytea not null,
  -- Of the certificate in its chain; the signer's is 0.
  position      smallint not null,
  kind          text not null check (kind in ('crl', 'ocsp')),
  day           date not null,
  answer_sha256 bytea not null references revocation_answers,
  -- The date in the answer, and what it says of the certificate.
  this_update   timestamptz not null,
  outcome       text not null check (outcome in ('good', 'revoked', 'unknown')),
  kept_at       timestamptz not null,
  primary key (chain_sha256, position, kind, day)
);
create index kept_revocation_by_date on kept_revocation (chain_sha256, position, kind, this_update);
create index kept_revocation_revoked on kept_revocation (chain_sha256, position, kind, this_update)
  where outcome = 'revoked';
