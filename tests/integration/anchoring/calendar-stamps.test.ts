import { randomBytes } from 'node:crypto';
import {
  decodeOtsFile,
  decodeOtsTree,
  encodeOtsTree,
  evaluateOts,
  mergeOtsTrees,
  type OtsTree,
} from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BITCOIN_NETWORK } from '../../../server/src/anchoring/calendars/stamp-checkpoints.ts';
import { type CalendarSello, INTERVAL_MS, openCalendarSello } from '../../harness/calendar-sello.ts';
import { API } from '../../harness/test-sello.ts';

let world: CalendarSello;
beforeEach(async () => {
  world = await openCalendarSello();
});
afterEach(() => world.close());

const states = async () => (await world.stampRows()).map(({ state }) => state);
const sizes = async () => (await world.stampRows()).map(({ tree_size }) => tree_size);
const calendarsOf = async (id: string) => (await world.proof(id, 'type=blockchain')).body.proof.calendars;
const asked = ({ requests }: { requests: { method: string }[] }) => requests.map(({ method }) => method);

async function attestedIn(ots: Uint8Array) {
  const found = await evaluateOts(world.sello.ports.crypto, decodeOtsFile(ots));
  return found.map(({ attestation, message }) => ({ ...attestation, message: Buffer.from(message) }));
}

test('every calendar stamps the newest checkpoint, and completes it when it is in a block', async () => {
  await world.certify();
  await world.stamp();
  expect(await states()).toEqual(['pending', 'pending']);
  world.wait();
  await world.stamp();
  expect(await states()).toEqual(['pending', 'pending']);
  const { height, header } = await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  const rows = await world.stampRows();
  expect(rows).toMatchObject([1, 2].map(() => ({ state: 'complete', bitcoin_height: height, header: null })));
  for (const { complete } of rows) {
    expect(await attestedIn(complete as Buffer)).toEqual([
      { kind: 'bitcoin', height, message: header.subarray(36, 68) },
    ]);
  }
  expect(await world.problems()).toEqual([]);
});

test('a checkpoint is stamped once, and the next one only after the interval', async () => {
  await world.certify();
  for (let i = 0; i < 3; i += 1) await world.stamp();
  expect(await sizes()).toEqual([1, 1]);
  await world.certify();
  world.sello.advance(INTERVAL_MS - 10_000);
  await world.stamp();
  expect(await sizes()).toEqual([1, 1]);
  world.sello.advance(10_000);
  await world.stamp();
  expect(await sizes()).toEqual([1, 1, 2, 2]);
  world.wait();
  await world.stamp();
  expect(await sizes()).toEqual([1, 1, 2, 2]);
});

test('a calendar cannot tell whose log it stamps, nor that two calendars stamp the same checkpoint', async () => {
  await world.certify();
  await world.stamp();
  const { root } = (await world.sello.ports.merkleLog.latestCheckpoint())!;
  const [first, second] = [world.alice, world.bob].map(({ requests }) => requests[0]!.body);
  expect(first!.equals(second!)).toBe(false);
  for (const digest of [first!, second!]) expect(digest.equals(Buffer.from(root))).toBe(false);
});

test('the .ots of a certificate grows from the chain to a promise to a Bitcoin block, while its XML stays', async () => {
  const id = await world.certified();
  const xml = (await world.proof(id)).bytes;
  const ots = async () => attestedIn((await world.proof(id, 'type=blockchain&format=ots')).bytes);
  expect(await ots()).toMatchObject([{ kind: 'unknown' }]);
  expect(await calendarsOf(id)).toEqual([]);
  await world.stamp();
  expect(await ots()).toHaveLength(3);
  expect(await ots()).toEqual(
    expect.arrayContaining(
      [world.alice, world.bob].map(({ url }) => ({
        kind: 'pending',
        uri: url,
        message: expect.anything(),
      })),
    ),
  );
  const { height, header } = await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  const bitcoin = (await ots()).filter(({ kind }) => kind === 'bitcoin');
  expect(bitcoin).toEqual([1, 2].map(() => ({ kind: 'bitcoin', height, message: header.subarray(36, 68) })));
  expect(await calendarsOf(id)).toEqual(
    [world.alice.url, world.bob.url]
      .sort()
      .map((calendar) => ({ calendar, status: 'attested', bitcoin_block: height })),
  );
  expect((await world.proof(id)).bytes.equals(xml)).toBe(true);
});

test('the earliest complete stamp over a leaf is shown, and later leaves have their own', async () => {
  const first = await world.certified();
  await world.stamp();
  const early = await world.bitcoin.mine();
  world.wait();
  const second = await world.certified();
  await world.stamp();
  const late = await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  for (const [id, { height }] of [[first, early] as const, [second, late] as const]) {
    expect(await calendarsOf(id)).toMatchObject([{ bitcoin_block: height }, { bitcoin_block: height }]);
  }
});

test('a test certificate never appears to be in Bitcoin, and no certificate waits for a calendar', async () => {
  const { key } = await world.sello.newKey(world.caller.account, { mode: 'test' });
  const { id } = await world.sello.certify(key);
  await world.sello.sequence();
  await world.stamp();
  // Test certificates are anchored on the embedded chain, which has a different network here.
  await world.sello.ports.anchors.setWitnesses(world.driver.network, world.driver.network, new Date());
  await world.anchor();
  const url = `${API}/certificates/${id}/proof?type=blockchain`;
  const { body } = await world.sello.call('GET', url, { key });
  expect(body.proof.calendars).toEqual([]);
  const { bytes } = await world.sello.call('GET', `${url}&format=ots`, { key });
  expect(await attestedIn(bytes)).toMatchObject([{ kind: 'unknown' }]);
});

test('a calendar that is down delays no other, is reported by /readyz, and catches up', async () => {
  await world.alice.refuse();
  await world.certify();
  await world.stamp();
  expect(await states()).toEqual(expect.arrayContaining(['written', 'pending']));
  expect(await world.problems()).toEqual([
    {
      condition: 'chain_problem',
      network: BITCOIN_NETWORK,
      code: 'unreachable',
      message: `${world.alice.url}: cannot be reached (ECONNREFUSED)`,
    },
  ]);
  await world.alice.listen();
  // For a while the calendar is not asked; after that it is asked again.
  await world.stamp();
  expect(await states()).toEqual(expect.arrayContaining(['written', 'pending']));
  world.sello.advance(31_000);
  await world.stamp();
  expect(await states()).toEqual(['pending', 'pending']);
  expect(await world.problems()).toEqual([]);
  expect(world.sello.logLines.filter((line) => line.includes('calendar.failed'))).toHaveLength(1);
});

test('pauses grow while a calendar fails, up to an hour', async () => {
  world.alice.behave('an error status');
  await world.certify();
  const triesWithin = async (ms: number) => {
    world.alice.requests.length = 0;
    for (let passed = 0; passed < ms; passed += 60_000) {
      await world.stamp();
      world.sello.advance(60_000);
    }
    return world.alice.requests.length;
  };
  expect(await triesWithin(3_600_000)).toBeLessThan(9);
  world.sello.advance(6 * 3_600_000);
  expect(await triesWithin(3_600_000)).toBeLessThan(3);
});

test('P37 an address in a promise that the operator did not name is never followed', async () => {
  world.alice.callItself(world.bob.url.replace('127.0.0.1', 'localhost'));
  await world.certify();
  await world.stamp();
  await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  expect(asked(world.alice)).toEqual(['POST', 'POST']);
  // Bob was asked about his own stamps only.
  expect(asked(world.bob)).toEqual(['POST', 'GET']);
  expect(await world.problems()).toMatchObject([{ code: 'foreign_calendar' }]);
  expect((await world.stampRows()).map(({ state }) => state).sort()).toEqual(['complete', 'written']);
});

test('stamps that a calendar forwards to another configured one are fetched there', async () => {
  world.alice.callItself(`${world.bob.url}/`);
  await world.certify();
  await world.stamp();
  await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  expect(asked(world.alice)).toEqual(['POST']);
  expect(asked(world.bob)).toEqual(['POST', 'GET', 'GET']);
  expect(await states()).toEqual(['complete', 'complete']);
});

test('a calendar removed from the settings is no longer asked, and its stamps stay', async () => {
  const id = await world.certified();
  await world.stamp();
  const { calendars } = world.sello.ports;
  world.sello.ports.calendars = { ...calendars, all: calendars.all.slice(0, 1) };
  await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  expect(asked(world.bob)).toEqual(['POST']);
  expect((await calendarsOf(id)).map(({ status }: { status: string }) => status).sort()).toEqual([
    'attested',
    'pending',
  ]);
});

const others: OtsTree = {
  attestations: [
    { kind: 'pending', uri: 'http://169.254.169.254/latest' },
    { kind: 'unknown', tag: randomBytes(8), payload: Buffer.from('advertisement') },
    { kind: 'litecoin', height: 7 },
  ],
  branches: [
    {
      operation: { name: 'sha1' },
      tree: { attestations: [{ kind: 'bitcoin', height: 3 }], branches: [] },
    },
  ],
};

test('anything else in a calendar’s answers is neither stored nor passed on', async () => {
  const id = await world.certified();
  world.alice.rewrite((body) => encodeOtsTree(mergeOtsTrees(decodeOtsTree(body), others)));
  await world.bob.refuse();
  const seen = async () => {
    const { bytes } = await world.proof(id, 'type=blockchain&format=ots');
    expect(bytes.includes('advertisement')).toBe(false);
    return (await attestedIn(bytes)).map(({ kind }) => kind).filter((kind) => kind !== 'unknown');
  };
  await world.stamp();
  expect(await seen()).toEqual(['pending']);
  await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  expect(await seen()).toEqual(['bitcoin']);
});

test.for([
  ['no promise', () => encodeOtsTree({ attestations: [{ kind: 'bitcoin', height: 5 }], branches: [] })],
  [
    'messages that grow without end',
    () => {
      let tree: OtsTree = { attestations: [{ kind: 'bitcoin', height: 5 }], branches: [] };
      for (let i = 0; i < 9; i += 1) {
        tree = { attestations: [], branches: [{ operation: { name: 'hexlify' }, tree }] };
      }
      return encodeOtsTree(tree);
    },
  ],
] as const)('an answer with %s is not accepted as a stamp', async ([, body]) => {
  world.alice.rewrite(body);
  await world.certify();
  await world.stamp();
  expect((await states()).sort()).toEqual(['pending', 'written']);
  expect(await world.problems()).toMatchObject([{ code: 'garbage' }]);
});

test('an answer that leads to no Bitcoin block leaves the stamp pending, and the stamps after it are still processed', async () => {
  await world.bob.refuse();
  await world.certify();
  await world.stamp();
  world.wait();
  await world.certify();
  await world.stamp();
  await world.bitcoin.mine();
  let answers = 0;
  world.alice.rewrite((body, path) => {
    if (!path.startsWith('/timestamp')) return body;
    answers += 1;
    return answers > 1 ? body : encodeOtsTree({ ...others, branches: [] });
  });
  world.sello.advance(1_200_001);
  await world.stamp();
  expect((await world.problems()).map(({ code }) => code)).toContain('garbage');
  world.sello.advance(31_000);
  await world.stamp();
  expect((await states()).filter((state) => state === 'complete')).toHaveLength(1);
  world.wait();
  await world.stamp();
  expect((await states()).filter((state) => state === 'complete')).toHaveLength(2);
});

test('a promise not kept within two days is reported', async () => {
  await world.certify();
  await world.stamp();
  for (let day = 0; day < 3; day += 1) {
    world.sello.advance(86_400_000);
    await world.stamp();
  }
  const problems = await world.problems();
  expect(problems.map(({ code }) => code)).toEqual(['overdue', 'overdue']);
  expect(problems[0]!.message).toMatch(
    /: 1 stamps wait for a block, the oldest since \d{4}-\d\d-\d\dT\d\d:\d\dZ$/,
  );
  // From then on the calendar is asked once a day.
  const before = world.alice.requests.length;
  for (let hour = 0; hour < 48; hour += 1) {
    await world.stamp();
    world.sello.advance(3_600_000);
  }
  expect(world.alice.requests.length - before).toBeLessThanOrEqual(2);
  await world.bitcoin.mine();
  world.sello.advance(86_400_001);
  await world.stamp();
  expect(await world.problems()).toEqual([]);
});
