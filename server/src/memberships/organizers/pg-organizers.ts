/** Organisers. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { OrganizerId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { emailKey } from '../members/email-key.ts';
import { searchPatterns, searchTextOf } from '../search-text.ts';
import { ORGANIZER_STATUSES, type Organizer, type OrganizerStatus } from './organizer.ts';

type Ports = Pick<Tools, 'query'>;

export const ORGANIZER_COLUMNS =
  'o.id, o.livemode, o.name, o.emails, o.roster_days, o.status, o.last_seen_at, o.created_at, o.updated_at';

type OrganizerFilter = ListQuery & { q?: string; status?: OrganizerStatus };

export async function listOrganizers(tools: Ports, owner: Owner, asked: OrganizerFilter) {
  const filter = ownedBy(owner, 'o');
  for (const pattern of searchPatterns('q', asked.q ?? ''))
    where(filter, pattern, (p) => `o.search_text like ${p}`);
  where(filter, asked.status, (p) => `o.status = ${p}`);
  const source = { prefix: 'org', columns: ORGANIZER_COLUMNS, table: 'organizers', alias: 'o' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { organizers: rows.map(toOrganizer), pagination };
}

/** With a lock, it waits for other calls that change this organiser or post for it. */
export async function findOrganizer(
  { query }: Ports,
  { accountId, livemode }: Owner,
  organizerId: OrganizerId,
  lock: '' | 'for no key update' = '',
): Promise<Organizer | undefined> {
  const [row] = await query(
    `select ${ORGANIZER_COLUMNS} from organizers o
      where o.account_id = $1 and o.livemode = $2 and o.id = $3 ${lock}`,
    [accountId, livemode, organizerId],
    lock === '' ? 'find-organizer' : 'lock-organizer',
  );
  return row && toOrganizer(row);
}

/**
 * Counts the organisers of the account, which is locked first, so that two simultaneous calls cannot exceed the limit.
 */
export async function countOrganizers({ query }: Ports, { accountId, livemode }: Owner): Promise<number> {
  await query('select from accounts where id = $1 for no key update', [accountId], 'lock-for-organizers');
  const [row] = await query(
    'select count(*)::integer as organizers from organizers where account_id = $1 and livemode = $2',
    [accountId, livemode],
    'count-organizers',
  );
  return row === undefined ? 0 : read.number(row, 'organizers');
}

/** Writes all fields of a new or changed organiser, except the time when its desk was last entered. */
export async function saveOrganizer(
  { query }: Ports,
  { accountId }: Owner,
  organizer: Organizer,
): Promise<void> {
  await query(
    `insert into organizers (id, account_id, livemode, name, emails, email_keys, roster_days, status, search_text,
                             created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (id) do update set name = excluded.name, emails = excluded.emails, email_keys = excluded.email_keys,
       roster_days = excluded.roster_days, status = excluded.status, search_text = excluded.search_text,
       updated_at = excluded.updated_at`,
    [
      organizer.id,
      accountId,
      organizer.livemode,
      organizer.name,
      organizer.emails,
      organizer.emails.map(emailKey),
      organizer.rosterDays,
      organizer.status,
      searchTextOf(organizer.name, ...organizer.emails),
      organizer.createdAt,
      organizer.updatedAt,
    ],
    'save-organizer',
  );
}

export function toOrganizer(row: Row): Organizer {
  return {
    id: read.id('org', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    name: read.text(row, 'name'),
    emails: read.textList(row, 'emails'),
    rosterDays: read.number(row, 'roster_days'),
    status: read.oneOf(row, 'status', ORGANIZER_STATUSES),
    lastSeenAt: read.optionalDate(row, 'last_seen_at'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
