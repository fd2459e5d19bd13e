-- locks nothing
--
-- What the operator has stated about a provider of time stamps: its legal name, its accredited service, and when the
-- accreditation was published in the Diario Oficial de la Federación. A court package shows what was stated when the
-- stamp was made, so a statement is never changed: a later one has a row of its own.
create table issuer_statements (
  -- The name of the provider, as certificates show it.
  psc        text not null,
  since      timestamptz not null,
  legal_name text,
  -- CCMD: constancias de conservación de mensajes de datos. SDT: sellos digitales de tiempo.
  service    text check (service in ('ccmd', 'sdt')),
  dof_date   text check (dof_date ~ '^\d{4}-\d{2}-\d{2}$'),
  row_digest bytea,
  primary key (psc, since)
);
create trigger zz_row_digest before insert or update on issuer_statements
  for each row execute function keep_row_digest();
