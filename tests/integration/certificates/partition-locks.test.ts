/** A request touches only the partition that it is about: somebody may have locked all others. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type Query } from '../../../server/src/database/pool.ts';
import { makePartitions } from '../../../server/src/upkeep/partitions/make-partitions.ts';
import { REST, readPartitions } from '../../../server/src/upkeep/partitions/pg-partitions.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestAccount } from '../../harness/test-sello.ts';

const YEAR_MS = 365 * 86_400_000;

let caller: TestAccount;
let holder: Database;
// Generic plans, which fit any parameters, lock most: requests must not depend on plans made for a single call.
const sello = forFile(() =>
  openTestSello(
    {},
    ({ url }) => `${url}&options=${encodeURIComponent('-c plan_cache_mode=force_generic_plan')}`,
  ),
);
beforeAll(async () => {
  holder = connect({ url: sello.database.url }, 2, 0);
  for (const years of [1, 2, 3, 4]) {
    await makePartitions({ database: holder, now: () => new Date(Date.now() + years * YEAR_MS) });
  }
  caller = await sello.newAccount();
});
afterAll(async () => {
  await holder.close();
});

async function whileOthersAreLocked(work: () => Promise<void>): Promise<number> {
  return holder.transaction(async (query: Query) => {
    const others = (await readPartitions(query)).filter(({ from }) => from !== undefined);
    for (const { name } of others) await query(`lock table ${name} in access exclusive mode`);
    await query(`lock table ${REST} in access exclusive mode`);
    await work();
    return others.length + 1;
  });
}

test('P99 certifying, verifying, listing, proofs, pages and the log wait only for their own partition', async () => {
  const locked = await whileOthersAreLocked(async () => {
    const { key } = caller;
    const made = await sello.certify(key, 'alone');
    // Certificates that arrive together are written by one statement.
    await Promise.all(['a', 'b', 'c', 'd'].map((content) => sello.certify(key, content)));
    expect(await sello.sequence()).toBe(5);
    const status = async (url: string) => (await sello.call('GET', url, { key })).status;
    expect(await status(`${API}/certificates?limit=20`)).toBe(200);
    expect(await status(`${API}/certificates/${made.id}`)).toBe(200);
    expect(await status(`${API}/verify/${made.file.sha256}`)).toBe(200);
    expect(await status(`${API}/certificates/${made.id}/proof?type=nom151&format=raw`)).toBe(200);
    expect(await status(`${API}/certificates/${made.id}/proof?type=bundle&format=raw`)).toBe(200);
    expect((await sello.call('GET', new URL(made.qr_verification_url).pathname)).status).toBe(200);
    await sello.world.ports.pastKeeper.keep(true);
  });
  expect(locked).toBeGreaterThan(16);
});
