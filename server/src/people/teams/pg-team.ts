/** The SQL of seats, within a transaction that holds the account. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';
import { PERSON_COLUMNS, toPerson } from '../persons/pg-read-person.ts';
import { ROLES, type Role } from './roles.ts';
import type { TakenSeat } from './team.ts';

const SEATS = `
  select ${PERSON_COLUMNS}, t.role, t.created_at, t.last_seen_at, t.invited_by
    from seats t join people p on p.id = t.person_id where t.account_id = $1`;

/**
 * Must be called before seats are added, changed or ended. Changes then come one after the other, so that of two
 * owners who leave at once, each sees what the other did. Accounts are locked before people, as in
 * `login/pg-credentials.ts`. False for a closed account.
 */
export async function lockTeam(query: Query, accountId: AccountId): Promise<boolean> {
  const sql = 'select id from accounts where id = $1 and closed_at is null for no key update';
  return (await query(sql, [accountId], 'lock-team')).length === 1;
}

export async function isSuspended(query: Query, accountId: AccountId): Promise<boolean> {
  const sql = 'select from accounts where id = $1 and suspended_at is not null';
  return (await query(sql, [accountId], 'is-suspended')).length === 1;
}

/** Reads the seats in the order in which the people joined. */
export async function readSeats(query: Query, accountId: AccountId): Promise<TakenSeat[]> {
  const rows = await query(`${SEATS} order by t.created_at, t.person_id`, [accountId], 'seats');
  return rows.map(toTakenSeat);
}

export async function findSeat(
  query: Query,
  accountId: AccountId,
  personId: PersonId,
): Promise<TakenSeat | undefined> {
  const [row] = await query(`${SEATS} and t.person_id = $2`, [accountId, personId], 'seat');
  return row && toTakenSeat(row);
}

export async function hasSeatWithAddress(
  query: Query,
  accountId: AccountId,
  email: string,
): Promise<boolean> {
  const rows = await query(
    `select from seats t join people p on p.id = t.person_id
      where t.account_id = $1 and lower(p.email) = lower(normalize($2, NFC))`,
    [accountId, email],
    'seat-by-address',
  );
  return rows.length > 0;
}

export async function countOwners(query: Query, accountId: AccountId): Promise<number> {
  const sql = `select count(*) as owners from seats where account_id = $1 and role = 'owner'`;
  return read.number(read.firstRow(await query(sql, [accountId], 'count-owners')), 'owners');
}

/** False if the person has a seat already, which stays as it is. */
export async function addSeat(
  query: Query,
  seat: { accountId: AccountId; personId: PersonId; role: Role; invitedBy: string; createdAt: Date },
): Promise<boolean> {
  const rows = await query(
    `insert into seats (account_id, person_id, role, invited_by, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning person_id`,
    [seat.accountId, seat.personId, seat.role, seat.invitedBy, seat.createdAt],
    'add-seat',
  );
  return rows.length === 1;
}

export async function setRole(
  query: Query,
  accountId: AccountId,
  personId: PersonId,
  role: Role,
): Promise<void> {
  await query(
    'update seats set role = $3 where account_id = $1 and person_id = $2',
    [accountId, personId, role],
    'set-role',
  );
}

export async function endSeat(query: Query, accountId: AccountId, personId: PersonId): Promise<void> {
  await query(
    'delete from seats where account_id = $1 and person_id = $2',
    [accountId, personId],
    'end-seat',
  );
}

/**
 * A person without any seat is logged out. The person's own log records it without the origin of the request, which
 * came from somebody else.
 */
export async function endSessionsWithoutSeat(
  query: Query,
  personId: PersonId,
  now: Date,
  by: Pick<Actor, 'type' | 'id'>,
): Promise<void> {
  await query(
    `with gone as (
       delete from sessions s
        where s.person_id = $1 and not exists (
          select from seats t join accounts a on a.id = t.account_id and a.closed_at is null where t.person_id = $1
        )
       returning s.id
     )
     select write_audit($1, $2, 'session.close', $3, $4, null, null, gone.id, '{"because":"seat_ended"}') from gone`,
    [personId, now, by.type, by.id],
    'end-sessions-without-seat',
  );
}

function toTakenSeat(row: Row): TakenSeat {
  return {
    person: toPerson(row),
    role: read.oneOf(row, 'role', ROLES),
    createdAt: read.date(row, 'created_at'),
    lastSeenAt: read.optionalDate(row, 'last_seen_at'),
    invitedBy: read.optionalText(row, 'invited_by'),
  };
}
