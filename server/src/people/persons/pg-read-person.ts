/** Reads a person, and the seat that a call is about, from a row of a larger statement. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { ACCOUNT_COLUMNS, toAccount } from '../accounts/pg-read-account.ts';
import { ROLES } from '../teams/roles.ts';
import { LANGUAGES, type Person, type Seat } from './ports.ts';

/** Expects the table `people` under the alias `p`. */
export const PERSON_COLUMNS = `p.id as p_id, p.email as p_email, p.name as p_name, p.created_at as p_created_at,
  p.email_proven_at as p_email_proven_at, p.keys_in_doubt_since as p_keys_in_doubt_since, p.language as p_language,
  p.time_zone as p_time_zone,
  exists (select from second_factors f where f.person_id = p.id and f.secret is not null) as p_has_authenticator_app,
  (select count(*) from passkeys k where k.person_id = p.id) as p_passkeys`;

export const SEAT_COLUMNS = `${ACCOUNT_COLUMNS}, t.role as t_role`;

/**
 * Joins the seat of `p` in the account that the SQL expression `wanted` names or, if that is null, in the account used
 * last. Nobody has a seat in a closed account.
 */
export function joinSeat(wanted: string): string {
  return `left join lateral (
      select seat.* from seats seat join accounts open on open.id = seat.account_id and open.closed_at is null
       where seat.person_id = p.id and (${wanted}::text is null or seat.account_id = ${wanted})
       order by seat.last_seen_at desc nulls last, seat.created_at, seat.account_id limit 1
    ) t on true
    left join accounts a on a.id = t.account_id`;
}

export async function findPerson(database: Database, personId: PersonId): Promise<Person | undefined> {
  const [row] = await database.query(
    `select ${PERSON_COLUMNS} from people p where p.id = $1`,
    [personId],
    'person',
  );
  return row && toPerson(row);
}

export function toPerson(row: Row): Person {
  return {
    id: read.id('per', row, 'p_id'),
    email: read.text(row, 'p_email'),
    name: read.text(row, 'p_name'),
    createdAt: read.date(row, 'p_created_at'),
    emailProvenAt: read.optionalDate(row, 'p_email_proven_at'),
    keysInDoubtSince: read.optionalDate(row, 'p_keys_in_doubt_since'),
    language: read.optionalOneOf(row, 'p_language', LANGUAGES),
    timeZone: read.optionalText(row, 'p_time_zone'),
    hasAuthenticatorApp: read.boolean(row, 'p_has_authenticator_app'),
    passkeys: read.number(row, 'p_passkeys'),
  };
}

export function toSeat(row: Row): Seat | undefined {
  return read.optionalText(row, 't_role') === undefined
    ? undefined
    : { account: toAccount(row), role: read.oneOf(row, 't_role', ROLES) };
}
