/** The names and figures of accounts that the operator's pages show. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { ACCOUNT_COLUMNS, toAccount } from '../../people/accounts/pg-read-account.ts';
import type { Account } from '../../people/accounts/ports.ts';
import { needsSecondFactor } from '../../people/persons/needs-second-factor.ts';
import { PERSON_COLUMNS, toPerson } from '../../people/persons/pg-read-person.ts';
import { ROLES, type Role } from '../../people/teams/roles.ts';

type Named = { id: string; name: string; email: string };

export type AccountFacts = {
  account: Account;
  owners: Named[];
  made: number;
  testMade: number;
  storedBytes: number;
  keys: number;
  lastUsedAt: Date | undefined;
  hasOpenRequest: boolean;
};

export type AccountPerson = Named & {
  role: Role;
  hasSecondFactor: boolean;
  lastSeenAt: Date | undefined;
};

export const ACCOUNT_STATES = ['open', 'suspended', 'closed'] as const;
type AccountState = (typeof ACCOUNT_STATES)[number];

const IS: Record<AccountState, string> = {
  open: 'a.closed_at is null and a.suspended_at is null',
  suspended: 'a.closed_at is null and a.suspended_at is not null',
  closed: 'a.closed_at is not null',
};

const FACTS = `${ACCOUNT_COLUMNS}, counts.*, keys.*, seen.*,
  exists (select from allowance_requests r where r.account_id = a.id and r.decided_at is null) as has_open_request,
  coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'email', p.email) order by t.created_at, p.id)
              from seats t join people p on p.id = t.person_id
             where t.account_id = a.id and t.role = 'owner'), '[]') as owners`;

const FROM = `accounts a
  cross join lateral (
    select coalesce(sum(n.total) filter (where n.livemode), 0)::bigint as made,
           coalesce(sum(n.total) filter (where not n.livemode), 0)::bigint as test_made,
           coalesce(sum(n.stored_bytes), 0)::bigint as stored_bytes
      from certificate_counts n where n.account_id = a.id
  ) counts
  cross join lateral (
    select count(*) filter (where k.revoked_at is null) as keys, max(u.last_used_at) as key_used_at
      from api_keys k left join api_key_usage u on u.key_id = k.id where k.account_id = a.id
  ) keys
  cross join lateral (select max(t.last_seen_at) as seen_at from seats t where t.account_id = a.id) seen`;

/** Searches for parts of names and addresses, and for whole ids. */
const MATCHES = `($1::text is null or a.id = $1 or strpos(lower(a.name), lower(normalize($1, NFC))) > 0
  or exists (select from seats t join people p on p.id = t.person_id
              where t.account_id = a.id
                and (p.id = $1 or strpos(lower(p.email), lower(normalize($1, NFC))) > 0
                     or strpos(lower(p.name), lower(normalize($1, NFC))) > 0)))`;

type Asked = { q?: string; state?: AccountState; after?: string; limit: number };

/** Newest first. */
export async function listAccountFacts(
  query: Query,
  { q, state, after, limit }: Asked,
): Promise<AccountFacts[]> {
  const rows = await query(
    `select ${FACTS} from ${FROM}
      where ${MATCHES} and ($2::text is null or a.id < $2) and ${state === undefined ? 'true' : IS[state]}
      order by a.id desc limit $3`,
    [q, after, limit],
  );
  return rows.map(toFacts);
}

export async function readAccountFacts(
  query: Query,
  accountId: AccountId,
): Promise<AccountFacts | undefined> {
  const [row] = await query(`select ${FACTS} from ${FROM} where a.id = $1`, [accountId], 'account-facts');
  return row && toFacts(row);
}

/** Oldest first. */
export async function readAccountPeople(query: Query, accountId: AccountId): Promise<AccountPerson[]> {
  const rows = await query(
    `select ${PERSON_COLUMNS}, t.role, t.last_seen_at from seats t join people p on p.id = t.person_id
      where t.account_id = $1 order by t.created_at, p.id`,
    [accountId],
    'account-people',
  );
  return rows.map((row) => {
    const person = toPerson(row);
    return {
      id: person.id,
      name: person.name,
      email: person.email,
      role: read.oneOf(row, 'role', ROLES),
      hasSecondFactor: needsSecondFactor(person),
      lastSeenAt: read.optionalDate(row, 'last_seen_at'),
    };
  });
}

type Endpoints = { endpoints: number; failing: number; disabled: number };

const ENDPOINTS = `count(*) as endpoints, count(*) filter (where c.failing_since is not null) as failing,
  count(*) filter (where w.status = 'disabled') as disabled`;

export async function countEndpoints(query: Query, accountId: AccountId): Promise<Endpoints> {
  const [row] = await query(
    `select ${ENDPOINTS} from webhooks w left join webhook_cursors c on c.webhook_id = w.id where w.account_id = $1`,
    [accountId],
    'account-endpoints',
  );
  return row === undefined ? { endpoints: 0, failing: 0, disabled: 0 } : toEndpoints(row);
}

type AccountEndpoints = Endpoints & { account: { id: AccountId; name: string }; waiting: number };

/**
 * Counts of endpoints for every account that has some, without their addresses. Accounts with failing endpoints come
 * first.
 */
export async function listEndpoints(query: Query): Promise<AccountEndpoints[]> {
  const rows = await query(
    `select a.id, a.name, ${ENDPOINTS},
            (select count(*) from webhook_deliveries d where d.account_id = a.id and d.status = 'waiting') as waiting
       from webhooks w join accounts a on a.id = w.account_id left join webhook_cursors c on c.webhook_id = w.id
      group by a.id, a.name order by 4 desc, 5 desc, a.id limit 500`,
    [],
    'all-endpoints',
  );
  return rows.map((row) => ({
    account: { id: read.id('acct', row, 'id'), name: read.text(row, 'name') },
    ...toEndpoints(row),
    waiting: read.number(row, 'waiting'),
  }));
}

function toEndpoints(row: Row): Endpoints {
  return {
    endpoints: read.number(row, 'endpoints'),
    failing: read.number(row, 'failing'),
    disabled: read.number(row, 'disabled'),
  };
}

function toFacts(row: Row): AccountFacts {
  const used = [read.optionalDate(row, 'key_used_at'), read.optionalDate(row, 'seen_at')].filter(
    (one) => one !== undefined,
  );
  return {
    account: toAccount(row),
    owners: read.shaped(row, 'owners', arePeople, 'people'),
    made: read.number(row, 'made'),
    testMade: read.number(row, 'test_made'),
    storedBytes: read.number(row, 'stored_bytes'),
    keys: read.number(row, 'keys'),
    lastUsedAt: used.sort((one, other) => other.getTime() - one.getTime())[0],
    hasOpenRequest: read.boolean(row, 'has_open_request'),
  };
}

function arePeople(value: unknown): value is Named[] {
  return read.isListOf(value, (one): one is Named => read.isRecord(one) && typeof one.id === 'string');
}
