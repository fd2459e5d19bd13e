import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, openBadgeWorld } from '../../harness/badges.ts';
import { fsck, isUnfound } from '../../harness/busy-sello.ts';
import { openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { ACTS_ON, runInside } from '../../harness/inside-sello.ts';
import { seededRandom } from '../../harness/seeded-random.ts';

let world: BadgeWorld;
let tamperer: Tamperer;
beforeAll(async () => {
  world = await openBadgeWorld();
  tamperer = await openTamperer(world.sello.database.url);
  const { council, award, badge } = world;
  const [, revoked, nobody] = await Promise.all(
    [award(), award(), award()].map(async (given) => {
      const { id, member_id } = await given;
      await badge(id);
      return { id, member_id };
    }),
  );
  await council.must('POST', `/awards/${revoked?.id}/revoke`, { reason: 'x' });
  await council.must('POST', `/members/${nobody?.member_id}/anonymise`, { reason: 'x' });
});
afterAll(async () => {
  await tamperer?.close();
  await world?.sello.close();
});

/** Columns in which a change cannot be found: times that our own clock gave. */
const BEYOND = ['badges.created_at', 'badge_keys.created_at'];

test('P06 one changed value of a badge or of a key that signs badges is found', async () => {
  const random = seededRandom();
  expect((await fsck(world)).findings).toEqual([]);
  const columns = (await tamperer.columns()).filter(({ table }) => ['badges', 'badge_keys'].includes(table));
  expect(columns.length).toBeGreaterThan(12);
  const unfound: string[] = [];
  for (const column of columns) {
    const name = `${column.table}.${column.name}`;
    if (BEYOND.includes(name) || column.name === 'row_digest') continue;
    // The bytes of an anonymised member's badge are gone, so there is nothing to compare the rest with.
    const only = column.table === 'badges' ? 'credential is not null' : undefined;
    const flip = await tamperer.flip(column, random, undefined, only);
    if (typeof flip !== 'object') continue;
    if (await isUnfound(world)) unfound.push(`${name}: ${flip.row}`);
    await flip.undo();
  }
  expect({ unfound, seed: random.seed }).toEqual({ unfound: [], seed: random.seed });
  expect((await fsck(world)).findings).toEqual([]);
});

test('the operator gives an account a new key; the old keys stay in its document, and the audit log records it', async () => {
  const { sello, council, award, badge } = world;
  const env = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  const { status, out, error } = await runInside(['badge-key', 'rotate', council.accountId], env);
  expect([status, error]).toEqual([0, expect.stringMatching(ACTS_ON)]);
  expect(out).toContain('key-2');
  const { assertionMethod, id } = await world.fetch(
    `${sello.config.baseUrl}/i/${council.accountId}/did.json`,
  );
  expect(assertionMethod).toEqual(['key-1', 'key-2', 'jwk-1', 'jwk-2'].map((name) => `${id}#${name}`));
  expect((await badge((await award()).id)).proof[0].verificationMethod).toBe(`${id}#key-2`);
  const [noted] = await sello.database.query("select 1 from audit_events where action = 'badge_key.rotate'");
  expect(noted).toBeDefined();
  expect((await runInside(['badge-key', 'turn'], env)).status).toBe(2);
});
