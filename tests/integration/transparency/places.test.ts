import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientOptions } from '../../../server/src/database/connections/client.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { API } from '../../harness/test-sello.ts';

let world: AnchoredSello;
beforeEach(async () => {
  world = await openAnchoredSello();
});
afterEach(() => world.close());

const query = (text: string, params: unknown[] = []) =>
  world.sello.database.query(text, params, text.slice(-60));
const runs = async () =>
  (await query('select * from log_places order by first_leaf_index')).map((run) => Object.values(run));
const certify = async (count: number) => {
  for (let i = 0; i < count; i += 1) await world.sello.certify(world.caller.key, `file ${i}`);
};

/** A transaction that has taken its ticket and is not committed yet. */
async function takeTicket(leaf: Buffer): Promise<{ ticket: number; end(how: string): Promise<void> }> {
  const client = new pg.Client(clientOptions({ url: world.sello.database.url }));
  await client.connect();
  await client.query('begin');
  const { rows } = await client.query('insert into log_queue (leaf_hash) values ($1) returning id', [leaf]);
  return {
    ticket: rows[0].id,
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}

/** Asserts that every leaf of the log belongs to the ticket at its place. */
async function expectPlacesToHold(late: { ticket: number; leaf: Buffer }): Promise<void> {
  const rows = await query(
    `select ticket, leaf_hash from certificates c join certificate_tokens t on t.certificate_id = c.id
     union all select $1::bigint, $2::bytea`,
    [late.ticket, late.leaf],
  );
  for (const { ticket, leaf_hash } of rows) {
    const [place] = await query('select leaf_index from log_place($1)', [ticket]);
    const [node] = await world.sello.ports.merkleLog.readNodes([
      { level: 0, index: place!.leaf_index as number },
    ]);
    expect(node).toEqual(leaf_hash);
  }
}

test('batches with consecutive tickets are one run, however many they are', async () => {
  for (const count of [3, 1, 4]) {
    await certify(count);
    expect(await world.sello.sequence()).toBe(count);
  }
  expect(await runs()).toEqual([[0, 1, 8]]);
});

test('a ticket committed late gets its place in the next batch', async () => {
  await certify(2);
  const leaf = Buffer.alloc(32, 7);
  const late = await takeTicket(leaf);
  await certify(2);
  expect(await world.sello.sequence()).toBe(4);
  expect(await query('select from log_place($1)', [late.ticket])).toEqual([]);
  await late.end('commit');
  expect(await world.sello.sequence()).toBe(1);
  await certify(1);
  expect(await world.sello.sequence()).toBe(1);
  expect(await runs()).toEqual([
    [0, 1, 2],
    [2, 4, 5],
    [4, 3, 3],
    [5, 6, 6],
  ]);
  await expectPlacesToHold({ ticket: late.ticket, leaf });
});

test('a ticket that is never committed leaves a gap in the tickets but not in the log', async () => {
  await certify(1);
  const never = await takeTicket(Buffer.alloc(32, 7));
  await certify(1);
  await never.end('rollback');
  expect(await world.sello.sequence()).toBe(2);
  expect(await runs()).toEqual([
    [0, 1, 1],
    [1, 3, 3],
  ]);
  expect(await query('select from log_place($1)', [never.ticket])).toEqual([]);
});

test('a status filter finds exactly the certificates with that status, whatever the order of tickets and blocks', async () => {
  const random = seededRandom();
  const open: Awaited<ReturnType<typeof takeTicket>>[] = [];
  const steps: (() => Promise<unknown>)[] = [
    () => certify(1 + random.below(3)),
    () => world.sello.sequence(),
    () => world.anchor(),
    () => world.anchorAndMine(),
    () => world.chain.mine(),
    async () => (await world.rootsOnChain()).length > 0 && world.chain.drop(1),
    async () => open.push(await takeTicket(Buffer.from(world.sello.ports.randomBytes(32)))),
    async () => open.shift()?.end(random.below(3) === 0 ? 'rollback' : 'commit'),
  ];
  await certify(1);
  for (let i = 0; i < 40; i += 1) {
    const step = random.below(steps.length);
    await steps[step]!();
    world.driver.isFinalityHeld = random.below(4) === 0;
    await expectFiltersToAgree(`step ${i}, seed ${random.seed}`);
  }
  for (const ticket of open) await ticket.end('rollback');
});

async function expectFiltersToAgree(because: string): Promise<void> {
  const list = async (filter: string) =>
    (await world.sello.call('GET', `${API}/certificates?limit=100${filter}`, { key: world.caller.key })).body
      .certificates as { id: string; status: string }[];
  const all = await list('');
  for (const status of ['stamped', 'anchoring', 'certified']) {
    const expected = all.filter((one) => one.status === status);
    expect(await list(`&status=${status}`), `${status}, ${because}`).toEqual(expected);
  }
  // A page looks up anchors for many at once; a single certificate must give the same result.
  const one = all[Math.floor(all.length / 2)]!;
  expect(await world.record(one.id), because).toEqual(one);
}
