/** The error for a change that waited too long for records that another call has locked. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { asHeldBy } from '../../../server/src/database/current-request.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import type { AppError } from '../../../server/src/kernel/errors.ts';
import { turnsOf } from '../../../server/src/operations/take-turns.ts';
import { createEmptyDatabase } from '../../harness/empty-database.ts';

let place: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
let other: Database;
beforeAll(async () => {
  place = await createEmptyDatabase();
  database = connect(place.address, 16);
  other = connect(place.address, 1);
  await other.query('create table things as select 1 as one');
});
afterAll(async () => {
  await database.close();
  await other.close();
  await place.drop();
});

const WAITS = [
  ['a lock that is not let go', 'set local lock_timeout = 20'],
  ['a statement that is ended', 'set local statement_timeout = 20'],
] as const;

/** Tries to change what another call has locked, within the given limit. */
const changeKept = (holder: string | undefined, limit: string) =>
  asHeldBy(holder, () =>
    database.transaction(async (query) => {
      await query(limit);
      await query('update things set one = 2');
    }),
  );

function whileKept<T>(work: () => Promise<T>): Promise<T> {
  return other.transaction(async (query) => {
    await query('update things set one = 3');
    return work();
  });
}

test.for(WAITS)('P105: %s refuses its own caller alone, as a call that counts', async ([, limit]) => {
  const turns = turnsOf(database);
  await whileKept(async () => {
    const all = Array.from({ length: 3 }, () => turns('a', () => changeKept('a', limit)));
    const mine = Promise.allSettled(all);
    const afterMine = mine.then(() => {});
    // More calls than there are turns, so that some of them wait in line when the first of `mine` fails.
    const theirs = Array.from({ length: 12 }, (_, i) => turns(`b${i}`, () => afterMine.then(() => i)));
    for (const done of await mine)
      expect(done).toMatchObject({
        status: 'rejected',
        reason: { code: 'rate_limit_exceeded', retryAfterSeconds: 5 },
      });
    expect(await Promise.allSettled(theirs)).toEqual(
      theirs.map((_, value) => ({ status: 'fulfilled', value })),
    );
  });
});

test('the service itself is told that storage is away', async () => {
  const refusal: AppError = await whileKept(() =>
    changeKept(undefined, WAITS[0][1]).then(
      () => expect.unreachable(),
      (error) => error,
    ),
  );
  expect(refusal.code).toBe('storage_unavailable');
});
