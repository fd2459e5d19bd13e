/** Checkpoints of a real log, offered to real witness servers over HTTP. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeCheckpoint,
  decodeNote,
  decodeProofXml,
  decodeWitnessKey,
  type NoteKey,
  verifyBlockchainProof,
  verifyCosignatures,
} from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readKnownLogs } from '../../../server/src/transparency/witness-server/known-logs.ts';
import {
  offerCheckpoint,
  SAME_OFFER_MS,
} from '../../../server/src/transparency/witnesses/offer-checkpoints.ts';
import { openWitnesses } from '../../../server/src/transparency/witnesses/witness-client.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { newWitnessKey, startTestWitness, type TestWitness } from '../../harness/test-witness.ts';

let world: AnchoredSello;
let alice: TestWitness;
let bob: TestWitness;
let logs: Map<string, readonly NoteKey[]>;
beforeEach(async () => {
  logs = new Map();
  [alice, bob] = [
    await startTestWitness('alice.example/w1', logs),
    await startTestWitness('bob.example/w1', logs),
  ];
  world = await openAnchoredSello('when sent', {
    SELLO_LOG_ORIGIN: 'log.example.com/sello',
    SELLO_WITNESSES: `${alice.setting},${bob.setting}`,
  });
  await introduce(world.sello.identity.vkey);
});
afterEach(async () => {
  await world.close();
  await alice.close();
  await bob.close();
});

async function introduce(vkey: string): Promise<void> {
  for (const [origin, keys] of await readKnownLogs(world.sello.ports, vkey)) logs.set(origin, keys);
}

const witnessOf = ({ key }: TestWitness) => {
  const found = world.sello.ports.witnesses.all.find(({ vkey }) => vkey === key.vkey);
  if (found === undefined) throw new Error('not named');
  return found;
};

/** One round in which the log offers its checkpoint to one witness. */
async function offer(witness: TestWitness): Promise<boolean> {
  return offerCheckpoint(world.sello.ports, witnessOf(witness));
}

async function cosignersOf(note: string): Promise<string[]> {
  const keys = await Promise.all(
    [alice, bob].map(async ({ key }) => decodeWitnessKey(world.sello.ports.crypto, key.vkey)),
  );
  const found = await verifyCosignatures(world.sello.ports.crypto, decodeNote(note), keys);
  if (found === 'forged') throw new Error('forged');
  return found.map(({ witness }) => witness);
}

const checkpoint = async (path = 'checkpoint') => (await world.sello.call('GET', `/log/${path}`)).text;
const problems = async () => {
  const { body } = await world.sello.call('GET', '/readyz');
  return (body.problems ?? []).filter((one: { witness?: string }) => one.witness !== undefined);
};

test('the newest checkpoint carries the cosignatures that have arrived, and is witnessed with a quorum', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  expect(await cosignersOf(await checkpoint())).toEqual([]);
  expect((await world.sello.call('GET', '/log/witnessed-checkpoint')).status).toBe(404);
  expect(await offer(alice)).toBe(true);
  expect(await cosignersOf(await checkpoint())).toEqual(['alice.example/w1']);
  expect((await world.sello.call('GET', '/log/witnessed-checkpoint')).status).toBe(404);
  expect(await offer(bob)).toBe(true);
  expect(await cosignersOf(await checkpoint())).toEqual(['alice.example/w1', 'bob.example/w1']);
  expect(await checkpoint('witnessed-checkpoint')).toBe(await checkpoint());
  expect(await offer(bob)).toBe(false);
  expect(await problems()).toEqual([]);
});

test('within two seconds all witnesses are offered the same checkpoint, however fast the log grows', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  // Moves the clock to the start of a period of two seconds, during which the log grows.
  world.sello.advance(SAME_OFFER_MS - (world.sello.ports.now().getTime() % SAME_OFFER_MS));
  expect(await offer(alice)).toBe(true);
  await world.certify();
  expect(await offer(bob)).toBe(true);
  expect(decodeCheckpoint(await checkpoint('witnessed-checkpoint')).size).toBe(1);
  expect(decodeCheckpoint(await checkpoint()).size).toBe(2);
});

test('proofs carry the cosignatures, and verify with and without knowing of witnesses', async () => {
  const id = await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  await offer(bob);
  await world.anchor();
  const xml = (await world.proof(id)).bytes;
  const { checkpoint: inside, document } = decodeProofXml(xml);
  expect(await cosignersOf(inside.note)).toHaveLength(2);
  const logKeys = [world.sello.identity.vkey];
  expect(await verifyBlockchainProof(world.sello.ports.crypto, xml, document, { logKeys })).toMatchObject({
    verdict: 'consistent',
  });
  const tlog = (await world.proof(id, 'type=blockchain&format=tlog')).text;
  expect(await cosignersOf(tlog.slice(tlog.indexOf('\n\n') + 2))).toHaveLength(2);
});

test('if the anchored checkpoint was not cosigned, the proof contains the first later one that was', async () => {
  const id = await world.certify();
  await world.anchor();
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  await offer(bob);
  await world.anchor();
  const xml = (await world.proof(id)).bytes;
  const { checkpoint: inside, anchors, document } = decodeProofXml(xml);
  expect([inside.path.treeSize, anchors[0]?.path.treeSize]).toEqual([2, 1]);
  expect(await cosignersOf(inside.note)).toHaveLength(2);
  const logKeys = [world.sello.identity.vkey];
  expect(await verifyBlockchainProof(world.sello.ports.crypto, xml, document, { logKeys })).toMatchObject({
    verdict: 'consistent',
  });
});

test('a proof that was made before its witnesses answered stays as it is; its tlog-proof has them', async () => {
  const id = await world.certify();
  await world.anchor();
  const before = (await world.proof(id)).bytes;
  expect(await cosignersOf(decodeProofXml(before).checkpoint.note)).toEqual([]);
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  await offer(bob);
  expect((await world.proof(id)).bytes.equals(before)).toBe(true);
  const tlog = (await world.proof(id, 'type=blockchain&format=tlog')).text;
  expect(await cosignersOf(tlog.slice(tlog.indexOf('\n\n') + 2))).toHaveLength(2);
});

test('after a lost answer the witness is asked again, from the size that it has', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  await world.sello.database.query('delete from cosignatures', [], 'forget');
  expect(await offer(alice)).toBe(true);
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await world.sello.database.query('delete from cosignatures', [], 'forget');
  expect(await offer(alice)).toBe(true);
  expect(await cosignersOf(await checkpoint())).toEqual(['alice.example/w1']);
});

test('P67 an unreachable witness is reported and not asked for a while; other witnesses and certificates are not affected', async () => {
  await bob.close();
  const id = await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  expect([await offer(bob), await offer(alice)]).toEqual([false, true]);
  expect(await problems()).toEqual([
    {
      condition: 'witness_problem',
      witness: 'bob.example/w1',
      code: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    },
  ]);
  await world.anchor();
  expect((await world.proof(id)).status).toBe(200);
  expect(await cosignersOf(await checkpoint())).toEqual(['alice.example/w1']);
  bob = await startTestWitness('bob.example/w1', logs);
});

test('checkpoints that lack a quorum for minutes are reported', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  expect(await problems()).toEqual([]);
  world.sello.advance(6 * 60_000);
  expect(await problems()).toEqual([
    {
      condition: 'witness_problem',
      witness: 'quorum',
      code: 'quorum_missing',
      message: expect.stringContaining('lack the cosignatures of 2'),
    },
  ]);
  await offer(bob);
  expect(await problems()).toEqual([]);
});

test('P67 a log whose history was changed is refused by its witnesses, and the operator is told', async () => {
  await world.certify();
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  // An old backup is restored, and other certificates follow.
  await world.sello.database.query('delete from cosignatures', [], 'restore');
  await world.sello.database.query('delete from checkpoints', [], 'restore');
  await world.sello.database.query('delete from log_nodes', [], 'restore');
  await world.sello.database.query(`update log_state set size = 0, frontier = '{}'`, [], 'restore');
  await world.sello.database.query('delete from log_places', [], 'restore');
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  expect(await offer(alice)).toBe(false);
  expect(await problems()).toMatchObject([{ witness: 'alice.example/w1', code: 'ahead' }]);
  for (let i = 0; i < 3; i += 1) await world.certify();
  world.sello.advance(60_000);
  expect(await offer(alice)).toBe(false);
  expect((await problems())[0]).toMatchObject({ witness: 'alice.example/w1', code: 'fork' });
  expect(world.sello.logLines.filter((line) => line.includes('witness.contradicts'))).toHaveLength(2);
});

test('for a log that the witness does not know, the operator is told how to register it', async () => {
  logs.clear();
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  expect(await offer(alice)).toBe(false);
  expect(await problems()).toMatchObject([
    { code: 'unknown_log', message: expect.stringContaining('/log/key') },
  ]);
});

/** A server that gives the same answer to everything, instead of a witness. */
async function withAnswer(status: number, body: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    if (status > 0) response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const BAD_ANSWERS = [
  [0, '', 'timeout'],
  [200, '', 'garbage'],
  [200, 'hello\n', 'garbage'],
  [200, `— alice.example/w1 ${Buffer.alloc(76).toString('base64')}\n`, 'garbage'],
  [200, 'x'.repeat(100_000), 'garbage'],
  [409, 'many\n', 'garbage'],
  [409, '0\n', 'garbage'],
  [409, '99\n', 'ahead'],
  [302, '', 'unreachable'],
  [500, '', 'unreachable'],
] as const;

test('P67 no answer, nonsense, forged lines, endless answers and wrong sizes are separate named failures', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  for (const [status, body, code] of BAD_ANSWERS) {
    await withAnswer(status, body, async (url) => {
      const witnesses = openWitnesses({ witnesses: [{ vkey: alice.key.vkey, url }] }, 300);
      expect(await offerCheckpoint(world.sello.ports, witnesses.all[0]!)).toBe(false);
      await witnesses.close();
    });
    const where = `${status} ${body.slice(0, 20)}`;
    expect(await problems(), where).toMatchObject([{ witness: 'alice.example/w1', code }]);
    expect(await cosignersOf(await checkpoint()), where).toEqual([]);
    await world.sello.database.query('update cosigners set failures = 0, next_try_at = null', [], 'again');
  }
});

test('a cosignature by a key other than the named one does not count', async () => {
  const impostor = await startTestWitness('alice.example/w1', logs, {
    key: await newWitnessKey('alice.example/w1'),
  });
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  const witnesses = openWitnesses({ witnesses: [{ vkey: alice.key.vkey, url: impostor.url }] });
  expect(await offerCheckpoint(world.sello.ports, witnesses.all[0]!)).toBe(false);
  expect(await problems()).toMatchObject([{ code: 'garbage' }]);
  await witnesses.close();
  await impostor.close();
});

test('a witness that is no longer named does not count for a quorum, and its cosignatures stay', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  await offer(bob);
  await world.sello.ports.cosignatures.name([alice.key.vkey]);
  expect(await cosignersOf(await checkpoint())).toHaveLength(2);
  expect((await world.sello.call('GET', '/log/witnessed-checkpoint')).status).toBe(404);
});

test('metrics show the progress of each witness and its problem', async () => {
  await world.certify();
  world.sello.advance(SAME_OFFER_MS);
  await offer(alice);
  logs.clear();
  await offer(bob);
  const text = await world.sello.world.metrics.read();
  expect(text).toContain('sello_witness_size{witness="alice.example/w1"} 1');
  expect(text).toContain('sello_witness_size{witness="bob.example/w1"} 0');
  expect(text).toContain('sello_witness_problems{witness="bob.example/w1",code="unknown_log"} 1');
  expect(text).toMatch(/sello_witness_cosigned_timestamp_seconds\{witness="alice.example\/w1"\} \d+/);
});
