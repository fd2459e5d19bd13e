-- locks sessions: access exclusive, reads 100 million rows in 2 min
-- locks people: share row exclusive, instant
--
-- Somebody whom an issuer of OpenID Connect knows, and the person that they are here. An address may change hands at the
-- issuer; issuer and subject together never do.
create table identities (
  issuer        text not null,
  subject       text not null,
  person_id     text collate "C" not null references people on delete cascade,
  created_at    timestamptz not null,
  last_login_at timestamptz not null,
  row_digest    bytea,
  primary key (issuer, subject)
);
-- One at each issuer: whoever gets the address of somebody who left does not become them.
create unique index identities_of_person on identities (person_id, issuer);
create trigger zz_row_digest before insert or update on identities for each row execute function keep_row_digest();

-- Hashes of what is good once: the state of a login, the id of a message that ends sessions.
create table sso_used (
  hash       bytea primary key,
  expires_at timestamptz not null
);

-- Empty for a session that was opened here.
alter table sessions
  add column sso_issuer   text,
  add column sso_subject  text,
  -- The issuer's own name of its session.
  add column sso_session  text,
  -- Sealed: with it the issuer ends its session when somebody logs out here.
  add column sso_id_token text,
  -- When somebody last proved again, at the issuer, who they are.
  add column sso_proven_at timestamptz;
create index sessions_of_identity on sessions (sso_issuer, sso_subject) where sso_issuer is not null;
