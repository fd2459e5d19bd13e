import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { seededRandom } from '../harness/seeded-random.ts';
import { openStormCouncil, type StormCouncil } from '../harness/storm-council.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { type StormServer, startStormServer } from '../harness/storm-server.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let place: StormPlace;
let server: StormServer;
let council: StormCouncil;
afterEach(async () => {
  await server?.stop();
  await place?.close();
});

const { kills, rows } = FIGURES.markingKills;

test(`M4 a marking of ${rows} rows, killed at ${kills} random moments: all rows or none, posted again the same state`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  place = await openStormPlace('PostgreSQL, folder');
  server = await startStormServer('server', place.env, random);
  council = openStormCouncil(place, server);
  const checklist = Array.from({ length: kills + 1 }, (_, i) => ({ code: `p${i}`, name: `Punto ${i}` }));
  await council.withMembers(rows, { checklist });
  const start = performance.now();
  expect((await postMarking('p0')).status).toBe(201);
  const usualMs = performance.now() - start;
  await expectWhole('p0', 'undisturbed');
  for (let kill = 1; kill <= kills; kill += 1) {
    const where = `kill ${kill}, seed ${random.seed}`;
    const item = `p${kill}`;
    const posted = postMarking(item).catch(() => undefined);
    await sleep(random.below(usualMs * 1.2));
    await server.kill();
    const answer = await posted;
    expect([0, rows], where).toContain(await countMarked(item));
    await server.restart();
    expect([0, rows], where).toContain(await countMarked(item));
    // Everything that was acknowledged exists.
    if (answer?.status === 201) expect(await countMarked(item), where).toBe(rows);
    await expectWhole(item, where);
  }
});

function postMarking(item: string): Promise<Response> {
  const lines = Array.from({ length: rows }, (_, i) => `N${i},${item},31/01/2026`);
  return council.call('POST', '/markings', ['Número de socio,Requisito,Fecha de pago', ...lines].join('\n'));
}

/** After the table is posted once more, the item is marked for every member, on the day that the table states. */
async function expectWhole(item: string, where: string): Promise<void> {
  const answer = await postMarking(item);
  const text = await answer.text();
  expect(answer.status, `${where}: ${text}`).toBe(201);
  const { marking } = JSON.parse(text) as { marking: { summary: Record<string, number> } };
  const { updated, duplicate, rejected } = marking.summary;
  expect([rejected, (updated ?? 0) + (duplicate ?? 0)], where).toEqual([0, rows]);
  const again = await council.made(
    'POST',
    '/markings?dry_run=true',
    'member_number,item,done_on\nN0,p0,2026-01-31',
  );
  expect(again.marking.summary, where).toEqual({ rows: 1, updated: 0, duplicate: 1, rejected: 0 });
  expect(await countMarked(item), where).toBe(rows);
  const [days] = await place.query(
    `select count(*)::integer as wrong from membership_terms t, jsonb_each(t.checklist) m
      where m.value ->> 'done_on' <> '2026-01-31' or m.value ->> 'done' <> 'true'`,
  );
  expect(days, where).toEqual({ wrong: 0 });
}

async function countMarked(item: string): Promise<number> {
  const [row] = await place.query(
    'select count(*)::integer as count from membership_terms where checklist ? $1',
    [item],
  );
  return Number(row?.count);
}
