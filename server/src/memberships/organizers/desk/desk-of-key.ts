/** The desk that an organiser's key opens. */

import type { Database } from '../../../database/pool.ts';
import { organizerOfKey } from '../../../keys/pg-keys.ts';
import type { KeyWho } from '../../../operations/doors/key.ts';
import { findOrganizer } from '../pg-organizers.ts';
import type { AtDesk } from './desk-operation.ts';

/** Undefined while the council has paused the organiser. */
export async function deskOfKey(
  { records: { query } }: { records: Pick<Database, 'query'> },
  { caller }: KeyWho,
): Promise<AtDesk | undefined> {
  const id = await organizerOfKey(query, caller.keyId);
  const organizer = id && (await findOrganizer({ query }, caller, id));
  if (organizer?.status !== 'active') return undefined;
  return { accountId: caller.accountId, organizer, isSuspended: false };
}
