import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { runInside } from '../harness/inside-sello.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { type StormServer, startStormServer, type Victim } from '../harness/storm-server.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const { kills, items, victims } = FIGURES.batchKills;

let place: StormPlace;
let server: StormServer;
afterEach(async () => {
  await server?.stop();
  await place?.close();
});

const [firstVictim = 'server' as Victim] = victims;

test.for([
  ...victims.map((victim): [Victim, 'own' | 'shared'] => [victim, 'own']),
  [firstVictim, 'shared'] as [Victim, 'own' | 'shared'],
])(
  `P01 P02 P160 a batch of ${items} items, its %s killed ${kills} times, stamps: %s: no item twice, none lost, and the allowance is right`,
  { timeout: CHAOS_TIMEOUT_MS },
  async ([victim, stamp]) => {
    const random = seededRandom();
    const where = `seed ${random.seed}`;
    place = await openStormPlace('PostgreSQL, folder');
    server = await startStormServer(victim, place.env, random);
    const names = Array.from({ length: items }, (_, i) => `${where} ${i}`);
    const { id } = await postBatch(names, stamp);
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(random.below(400));
      await server.kill();
      await expectNoHalves(id, `${where}, kill ${kill}`);
      await server.restart();
    }
    await expect.poll(() => statusOf(id), { timeout: 60_000, interval: 200 }).toBe('completed');
    await expectNoHalves(id, where);
    const [told] = await query(
      'select count(distinct tst_serial) as stamps, count(stamp_way) as ways from certificates',
    );
    expect(told, where).toEqual(stamp === 'shared' ? { stamps: 1, ways: items } : { stamps: items, ways: 0 });
    const rows = await query(
      `select encode(sha256, 'hex') as sha256, count(*) as times from certificates group by sha256`,
    );
    expect(new Map(rows.map((row) => [row.sha256, row.times])), where).toEqual(
      new Map(names.map((name) => [digestOf(name), 1])),
    );
    await server.stop();
    const { status, out, error } = await runInside(['fsck'], place.env);
    expect(status, `${where}\n${out}${error}`).toBe(0);
  },
);

function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

async function call(
  method: string,
  path: string,
  body?: string,
): Promise<{ batch: { id: string; status: string } }> {
  const answer = await fetch(`${server.baseUrl}/api/public/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${place.key}`, 'content-type': 'application/x-ndjson' },
    ...(body !== undefined && { body }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { batch: { id: string; status: string } };
}

async function postBatch(names: readonly string[], stamp: 'own' | 'shared'): Promise<{ id: string }> {
  const lines = names.map((name) => JSON.stringify({ sha256: digestOf(name), file_name: name }));
  return (await call('POST', `/batches?stamp=${stamp}`, lines.join('\n'))).batch;
}

async function statusOf(id: string): Promise<string> {
  return (await call('GET', `/batches/${id}`)).batch.status;
}

const query = (text: string, params: unknown[] = []) => place.query(text, params);

/**
 * At any moment the batch lists as many outcomes as there are certificates, its counts match, and no item was paid
 * twice.
 */
async function expectNoHalves(id: string, where: string): Promise<void> {
  const [row] = await query(
    `select b.made, b.failed, (select count(*) from certificates) as certificates,
            (select count(*) from batch_lots l, jsonb_array_elements_text(l.outcomes) o (id)
              join certificates c on c.id = o.id where l.batch_id = b.id) as told,
            (select sum(waiting) from batch_lots l where l.batch_id = b.id) as waiting, b.total,
            a.certificates_granted - a.certificates_left as used
       from batches b join accounts a on a.id = b.account_id where b.id = $1`,
    [id],
  );
  const made = Number(row?.made);
  expect(row, where).toMatchObject({ failed: 0, certificates: made, told: made });
  expect([Number(row?.waiting), Number(row?.used)], where).toEqual([items - made, items]);
}
