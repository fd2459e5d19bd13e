/** The watchers of a member, shown on the member's own page: those who follow the member, and those who ask to. */

import { type Static, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { readWatchersOf } from './pg-watches.ts';
import { WATCH_BASES } from './watch.ts';

export const MyWatchSchema = Type.Object(
  {
    id: Type.String(),
    watcher: Type.String({ description: 'The name that the account gives itself.' }),
    status: oneOf(['asked', 'active']),
    basis: oneOf(WATCH_BASES),
    since: Type.String({ format: 'date-time' }),
  },
  { title: 'MyWatch' },
);

export async function listOwnWatches(
  tools: Pick<Tools, 'query'>,
  memberId: MemberId,
): Promise<Static<typeof MyWatchSchema>[]> {
  const watchers = await readWatchersOf(tools, memberId);
  return watchers.map(({ id, watcher, status, basis, since }) => ({
    id,
    watcher,
    status: status === 'asked' ? 'asked' : 'active',
    basis: basis === 'public' ? 'public' : 'consent',
    since: since.toISOString(),
  }));
}
