import { encodeOtsTree, type OtsTree } from '@sello/proof';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCalendars } from '../../../server/src/anchoring/calendars/open-calendars.ts';
import { chainsOf } from '../../../server/src/anchoring/chains.ts';
import { startWorker } from '../../../server/src/worker.ts';
import { type CalendarSello, openCalendarSello } from '../../harness/calendar-sello.ts';
import { type CalendarServer, openCalendarServer } from '../../harness/calendar-server.ts';

let world: CalendarSello;
let explorer: CalendarServer;
beforeEach(async () => {
  world = await openCalendarSello((bitcoin) => ({
    SELLO_OTS_BITCOIN_URL: bitcoin.url,
    SELLO_OTS_INTERVAL_SECONDS: '1',
  }));
  explorer = await openCalendarServer(world.bitcoin);
});
afterEach(async () => {
  await explorer.close();
  await world.close();
});

const statuses = async (id: string) =>
  (await world.proof(id, 'type=blockchain')).body.proof.calendars.map(
    ({ status }: { status: string }) => status,
  );

const block = (height: number): OtsTree => ({ attestations: [{ kind: 'bitcoin', height }], branches: [] });

/** Alice completes every stamp with these bytes. */
function answerWith(tree: OtsTree): void {
  world.alice.rewrite((body, path) => (path.startsWith('/timestamp') ? encodeOtsTree(tree) : body));
}

test('a block is confirmed if its header has the Merkle root to which the stamp leads', async () => {
  const id = await world.certified();
  await world.stamp();
  const { header } = await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  expect(await statuses(id)).toEqual(['confirmed', 'confirmed']);
  for (const row of await world.stampRows()) expect(row.header).toEqual(header);
});

test('a calendar that answers with the stamp of something else is detected, reported, and asked again', async () => {
  const id = await world.certified();
  await world.bob.refuse();
  await world.stamp();
  const { height } = await world.bitcoin.mine();
  // The stamp is well-formed, but leads to a root that the block does not have.
  answerWith({ attestations: [], branches: [{ operation: { name: 'sha256' }, tree: block(height) }] });
  world.wait();
  await world.stamp();
  expect(await statuses(id)).toEqual(['pending']);
  expect((await world.problems()).map(({ code }) => code)).toContain('wrong_root');
  expect(world.sello.logLines.filter((line) => line.includes('calendar.wrong-root'))).toHaveLength(1);
  world.alice.tellTruth();
  world.wait();
  await world.stamp();
  expect(await statuses(id)).toEqual(['confirmed']);
  expect((await world.problems()).map(({ code }) => code)).not.toContain('wrong_root');
});

test('without a header source the calendar’s claim is passed on as a claim, and checked later', async () => {
  const { ports, config } = world.sello;
  const elsewhere = openCalendars({ ots: { ...config.ots, bitcoinUrl: explorer.url } }, 400);
  ports.calendars = elsewhere;
  explorer.behave('an error status');
  const id = await world.certified();
  await world.stamp();
  await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  expect(await statuses(id)).toEqual(['attested', 'attested']);
  expect(await world.problems()).toMatchObject([{ code: 'unreachable', message: /^bitcoin: / }]);
  explorer.tellTruth();
  world.wait();
  await world.stamp();
  expect(await statuses(id)).toEqual(['confirmed', 'confirmed']);
  expect(await world.problems()).toEqual([]);
  await elsewhere.close();
});

test('a calendar that names a block that does not exist yet does not delay the others', async () => {
  const id = await world.certified();
  await world.stamp();
  await world.bitcoin.mine();
  answerWith({ attestations: [], branches: [{ operation: { name: 'sha256' }, tree: block(2 ** 40) }] });
  world.wait();
  await world.stamp();
  expect((await statuses(id)).sort()).toEqual(['confirmed', 'pending']);
});

test('P11 the worker stamps under a separate duty, and a silent calendar delays no chain', async () => {
  const { sello } = world;
  world.alice.behave('silence');
  const stop = startWorker(sello.ports, sello.identity, chainsOf(sello.config, sello.ports));
  try {
    const { id } = await sello.certify(world.caller.key);
    await vi.waitUntil(async () => (await world.record(id)).status === 'certified', {
      timeout: 60_000,
      interval: 50,
    });
    await vi.waitUntil(async () => (await world.stampRows()).some(({ state }) => state === 'pending'), {
      timeout: 60_000,
      interval: 50,
    });
    const other = await sello.another();
    expect(await other.ports.duties.take('stamp')).toBeUndefined();
    await vi.waitUntil(async () => (await world.problems()).some(({ code }) => code === 'timeout'), {
      timeout: 60_000,
      interval: 50,
    });
  } finally {
    await stop();
  }
});
