/** Statements about providers in PostgreSQL. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { type IssuerStatementStore, type KeptStatement, PSC_SERVICES } from './ports.ts';

/** Inserts nothing if the latest statement says the same, or if there is none and this one says nothing. */
const KEEP = `
  with latest as (
    select legal_name, service, dof_date from issuer_statements where psc = $1 order by since desc limit 1
  )
  insert into issuer_statements (psc, since, legal_name, service, dof_date)
  select $1, $2, $3, $4, $5
   where (exists (select from latest) or coalesce($3, $4, $5) is not null)
     and not exists (select from latest
                      where (legal_name, service, dof_date) is not distinct from ($3::text, $4::text, $5::text))
  on conflict do nothing`;

const AT = `
  select since, legal_name, service, dof_date from issuer_statements where psc = $1
   order by since > $2, case when since <= $2 then $2 - since else since - $2 end limit 1`;

export function makeIssuerStatementStore(database: Database): IssuerStatementStore {
  return {
    async keep(psc, { legalName, service, dofDate }, now) {
      const params = [psc, now, legalName ?? null, service ?? null, dofDate ?? null];
      await database.query(KEEP, params, 'keep-issuer-statement');
    },

    async at(psc, time) {
      const [row] = await database.query(AT, [psc, time], 'issuer-statement');
      return row && toStatement(row);
    },
  };
}

function toStatement(row: Row): KeptStatement {
  return {
    since: read.date(row, 'since'),
    legalName: read.optionalText(row, 'legal_name'),
    service: read.optionalOneOf(row, 'service', PSC_SERVICES),
    dofDate: read.optionalText(row, 'dof_date'),
  };
}
