/** `kill -9` at each step of a stamp that single calls share: nothing is paid for twice, and nothing is lost. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Query } from '../../../server/src/database/pool.ts';
import { type ChildSello, startChildSello } from '../../harness/child-sello.ts';
import { type FaultyPsc, openFaultyPsc } from '../../harness/faulty-psc.ts';
import {
  askedOf,
  faultsIn,
  ordersIn,
  postOver,
  postShared,
  SHORT_WINDOW,
} from '../../harness/shared-calls.ts';
import { takeStock } from '../../harness/take-stock.ts';
import {
  openTestSello,
  type TestAccount,
  type TestAnswer,
  type TestSello,
} from '../../harness/test-sello.ts';

let psc: FaultyPsc;
let sello: TestSello;
let child: ChildSello;
let caller: TestAccount;
let unlocks: (() => Promise<void>)[] = [];
beforeEach(async () => {
  psc = await openFaultyPsc();
  sello = await openTestSello({ ...psc.env, ...SHORT_WINDOW });
  child = await startChildSello({
    ...psc.env,
    // Long enough for all calls to come within one window, on a busy machine too.
    SELLO_SHARED_STAMP_SECONDS: '3',
    DATABASE_URL: sello.database.url,
    SELLO_DATA_DIR: sello.dataDir,
  });
  caller = await sello.newAccount({ certificates: CALLS + 1 });
});
afterEach(async () => {
  for (const unlock of unlocks) await unlock();
  unlocks = [];
  await child.kill('SIGKILL');
  await sello.close();
  await psc.close();
});

const CALLS = 3;
/** The last call has no Idempotency-Key. It is refused at once if no certificate is left, so one more is granted. */
const onceOf = (i: number) => (i < CALLS - 1 ? { once: `call-${i}` } : {});

/** Sends the calls to the process that will be killed. Resolves with what they were answered, if anything. */
function callChild(): Promise<number[]> {
  const over = postOver(child.baseUrl);
  const calls = Array.from({ length: CALLS }, (_, i) =>
    postShared(over, caller.key, `killed ${i}`, onceOf(i)).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  return Promise.all(calls);
}

/** Ends sessions that wait for a lock: PostgreSQL would carry out what a killed process had sent, once the lock is free. */
async function endWaiting(): Promise<void> {
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await sello.database.query(`select pg_terminate_backend(pid) ${waiting}`);
  await expect.poll(() => sello.database.query(`select pid ${waiting}`)).toEqual([]);
}

async function killChild(): Promise<void> {
  await child.kill('SIGKILL');
  // Until the database notices the kill, a repeated call gets 409 with a Retry-After of one second.
  await expect
    .poll(
      () =>
        sello.database.query(
          'select owner from idempotency_keys where status is null and process_is_alive(owner)',
          [],
          'claimants',
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);
}

const repeat = () =>
  Promise.all(
    Array.from({ length: CALLS }, (_, i) => postShared(sello, caller.key, `killed ${i}`, onceOf(i))),
  );

const sizesOf = (answers: readonly TestAnswer[]) =>
  answers.map(({ status, body }) => [status, body.certificate?.nom151.tree_size]);

/** Every call has one certificate and has used one of the allowance. */
async function expectEachOnce(): Promise<void> {
  expect(await takeStock(sello, caller)).toMatchObject({
    certificates: CALLS,
    certificatesLeft: 1,
    reservations: 0,
    incoming: [],
  });
  expect(await faultsIn(sello)).toEqual([]);
}

/** Holds a lock until the returned function is called. */
async function lock(take: (query: Query) => Promise<unknown>): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = sello.ports.records.transaction(async (query) => {
    await take(query);
    taken.resolve();
    await end.promise;
  });
  await taken.promise;
  const unlock = async () => {
    end.resolve();
    await done;
  };
  unlocks.push(unlock);
  return unlock;
}

/** Stops the commit of every certificate, and nothing else. */
const lockCounts = () =>
  lock((query) =>
    query('select from certificate_counts where account_id = $1 for update', [caller.account.id]),
  );

const isStamped = async () => (await ordersIn(sello))[0]?.is_stamped;

test('P160 while the window is open: nothing was ordered, and the repeated calls share a new stamp', async () => {
  const answers = callChild();
  await expect.poll(async () => (await takeStock(sello, caller)).reservations).toBe(CALLS);
  await killChild();
  expect(await answers).toEqual([0, 0, 0]);
  expect([psc.calls, await ordersIn(sello)]).toEqual([0, []]);
  expect(sizesOf(await repeat())).toEqual(Array(CALLS).fill([201, CALLS]));
  expect(psc.calls).toBe(1);
  await expectEachOnce();
});

test('P160 while the provider is asked: the repeated calls order the same root again, once', async () => {
  const release = psc.hold();
  const answers = callChild();
  await psc.arrived(1);
  await killChild();
  release();
  expect(await answers).toEqual([0, 0, 0]);
  expect(await ordersIn(sello)).toMatchObject([{ leaves: CALLS, is_stamped: false, is_waited_for: false }]);
  expect(sizesOf(await repeat())).toEqual([
    [201, CALLS],
    [201, CALLS],
    // Without a key the repeated call cannot be recognised.
    [201, 1],
  ]);
  const [first, again] = askedOf(psc);
  expect([first, psc.calls]).toEqual([again, 3]);
  await expectEachOnce();
});

test('P160 after the stamp and before the certificates: the repeated calls get that very stamp', async () => {
  const answers = callChild();
  await expect.poll(async () => (await takeStock(sello, caller)).reservations).toBe(CALLS);
  const unlock = await lockCounts();
  await expect.poll(isStamped, { timeout: 10_000 }).toBe(true);
  const killed = killChild();
  expect(await answers).toEqual([0, 0, 0]);
  await endWaiting();
  await unlock();
  await killed;
  expect((await takeStock(sello, caller)).certificates).toBe(0);
  expect(sizesOf((await repeat()).slice(0, 2))).toEqual(Array(2).fill([201, CALLS]));
  // One stamp was bought in the first attempt, and one for the call without a key.
  expect(psc.calls).toBe(2);
  await expectEachOnce();
});

test('P160 after the certificates and before the order is forgotten: the repeated calls get their answers', async () => {
  const release = psc.hold();
  const answers = callChild();
  await psc.arrived(1);
  const unlockCounts = await lockCounts();
  release();
  await expect.poll(isStamped, { timeout: 10_000 }).toBe(true);
  const unlockOrder = await lock((query) => query('select from shared_stamps for update', []));
  await unlockCounts();
  expect(await answers).toEqual([201, 201, 201]);
  await killChild();
  await unlockOrder();
  const again = await Promise.all([0, 1].map((i) => postShared(sello, caller.key, `killed ${i}`, onceOf(i))));
  expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(['true', 'true']);
  expect(psc.calls).toBe(1);
  await expectEachOnce();
});
