/**
 * The provider stamps checkpoints of the log once in a period. No request waits for it, and the stamps are part of the
 * evidence.
 */

import { readBundle, verifyEvidence } from '@sello/proof';
import { afterEach, describe, expect, test } from 'vitest';
import { stampCheckpoint } from '../../../server/src/timestamps/checkpoints/stamp-checkpoint.ts';
import { startLasting } from '../../../server/src/timestamps/start-lasting.ts';
import { DAY_MS, type LastingSello, openLastingSello, sha256Of } from '../../harness/lasting-sello.ts';
import { nodeEngine } from '../../harness/node-engine.ts';

const worlds: LastingSello[] = [];
async function open(env = {}): Promise<LastingSello> {
  const world = await openLastingSello(env);
  worlds.push(world);
  return world;
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const judge = (world: LastingSello, bundle: Uint8Array, content: string, now: Date) =>
  verifyEvidence(
    nodeEngine,
    { bundle, digest: async () => sha256Of(content), logKeys: [world.sello.identity.vkey], now },
    world.trust,
  );

describe('one stamp in a period', () => {
  test('P73 is made over the newest checkpoint, and uses nobody’s allowance', async () => {
    const world = await open();
    expect(await world.stamp()).toBe(false);
    await world.certify('one');
    await world.certify('two');
    const left = await world.sello.certificatesLeft(world.caller.account);
    expect(await world.stamp()).toBe(true);
    const [row, ...others] = await world.rows('checkpoint_stamps');
    expect(others).toEqual([]);
    const latest = await world.sello.ports.merkleLog.latestCheckpoint();
    expect(row).toMatchObject({ tree_size: 2, note: latest?.note, tries: 0 });
    expect(await world.sello.certificatesLeft(world.caller.account)).toBe(left);
    expect(await world.stamp()).toBe(false);
    expect(world.counts['/tsa']).toBe(3);
  });

  test('P73 is one, however many processes try at once, and after a restart', async () => {
    const world = await open();
    await world.certify('one');
    const other = await world.sello.another();
    const rounds = await Promise.all(
      [world.sello, other, world.sello, other].map(({ ports }) => stampCheckpoint(ports, DAY_MS)),
    );
    expect(rounds.filter(Boolean)).toHaveLength(1);
    expect(await world.rows('checkpoint_stamps')).toHaveLength(1);
    const again = await world.sello.another();
    expect(await stampCheckpoint(again.ports, DAY_MS)).toBe(false);
  });

  test('P73 is followed by the next only when the log has grown, or after three months', async () => {
    const world = await open();
    await world.certify('one');
    await world.stamp();
    world.sello.advance(DAY_MS);
    expect(await world.stamp()).toBe(false);
    await world.certify('two');
    expect(await world.stamp()).toBe(true);
    world.sello.advance(91 * DAY_MS);
    expect(await world.stamp()).toBe(true);
    const sizes = (await world.rows('checkpoint_stamps')).map(({ tree_size }) => Number(tree_size));
    expect(sizes).toEqual([1, 2, 2]);
  });

  test('P73 ordered by a process that died, is requested again with the same order and over the same bytes', async () => {
    const world = await open();
    await world.certify('one');
    const { ports } = world.sello;
    const orders: string[] = [];
    const live = {
      stamp: (...args: Parameters<typeof ports.timestamps.live.stamp>) => {
        orders.push(args.join(' '));
        return ports.timestamps.live.stamp(...args);
      },
    };
    const dies = { ...ports.checkpointStamps, keep: () => Promise.reject(new Error('killed')) };
    const dying = { ...ports, timestamps: { live }, checkpointStamps: dies };
    await expect(stampCheckpoint(dying, DAY_MS)).rejects.toThrow('killed');
    await world.certify('two');
    expect(await stampCheckpoint({ ...ports, timestamps: { live } }, DAY_MS)).toBe(true);
    expect(orders).toEqual([orders[0], orders[0]]);
    expect(await world.rows('checkpoint_stamps')).toMatchObject([{ tree_size: 1 }]);
  });
});

describe('a provider that fails', () => {
  test('P73 is asked again after growing pauses, which start anew in the next period', async () => {
    const world = await open();
    await world.certify('one');
    world.answers['/tsa'] = ({ response }) => response.writeHead(500).end();
    const asked = async () => {
      const before = world.counts['/tsa'];
      expect(await world.stamp()).toBe(false);
      return world.counts['/tsa'] - before;
    };
    expect(await asked()).toBe(1);
    expect(await asked()).toBe(0);
    world.sello.advance(61_000);
    expect(await asked()).toBe(1);
    world.sello.advance(61_000);
    expect(await asked()).toBe(0);
    expect(await world.rows('checkpoint_stamps')).toMatchObject([{ tries: 2, tsr: null }]);
    delete world.answers['/tsa'];
    world.sello.advance(DAY_MS);
    await world.certify('two');
    expect(await world.stamp()).toBe(true);
    expect(await world.rows('checkpoint_stamps')).toMatchObject([{ tree_size: 2, tries: 0 }]);
  });

  test('P73 an answer that does not pass the checks is not kept', async () => {
    const world = await open();
    await world.certify('one');
    world.answers['/tsa'] = async ({ response }) =>
      response.end(await world.provider.stamp(sha256Of('something else'), new Date()));
    expect(await world.stamp()).toBe(false);
    expect(await world.rows('checkpoint_stamps')).toMatchObject([{ tsr: null }]);
  });
});

test('P73 certifying does not depend on it: it works even if neither stamps nor answers can be stored', async () => {
  const world = await open();
  const { ports } = world.sello;
  const fails = new Proxy({}, { get: () => () => Promise.reject(new Error('not on this way')) });
  Object.assign(ports, { checkpointStamps: fails, keptRevocation: fails, askRevocation: fails });
  expect(await world.certify('one')).toMatch(/^cert_/);
  expect(world.counts).toEqual({ '/tsa': 1, '/root.crl': 0, '/ocsp': 0 });
});

test('SELLO_CHECKPOINT_STAMP_HOURS=0 and SELLO_REVOCATION_KEEP=off start no loop', async () => {
  const world = await open({ SELLO_CHECKPOINT_STAMP_HOURS: '0', SELLO_REVOCATION_KEEP: 'off' });
  expect(startLasting(world.sello.ports)).toEqual([]);
});

describe('in the evidence', () => {
  const IN_2046 = new Date('2046-06-01T00:00:00Z');

  test('P74 today’s bundle is still proved in 2046 with every server off, and the verdict says why', async () => {
    const world = await open();
    const id = await world.certify('one');
    await world.certify('two');
    await world.stamp();
    await world.certify('three');
    await world.keep();
    const bundle = await world.bundle(id);
    await world.switchOff();
    const verdict = await judge(world, bundle, 'one', IN_2046);
    expect(verdict.verdict).toBe('valid');
    const because = (name: string) =>
      verdict.checks.find((check) => check.name === `timestamp.${name}`)?.because;
    expect(because('keys')).toMatch(
      /^"PSC unit" expired on 2031.*; the token existed before that: the checkpoint/,
    );
    expect(because('checkpoint_entry')).toMatch(/^the leaf is number 0 of 2 in the log/);
    expect(because('revocation')).toMatch(/clears "PSC unit"$/);
  });

  test('P74 a certificate after the stamp has none until the next; a test certificate never', async () => {
    const world = await open();
    await world.certify('one');
    await world.stamp();
    const late = await world.certify('late');
    expect(readBundle(await world.bundle(late)).lasting.renewals).toEqual([]);
    world.sello.advance(DAY_MS);
    await world.stamp();
    expect(readBundle(await world.bundle(late)).lasting.renewals).toHaveLength(1);
    const { key } = await world.sello.newKey(world.caller.account, { mode: 'test' });
    const { id } = await world.sello.certify(key, 'test');
    await world.sello.sequence();
    world.sello.advance(DAY_MS);
    await world.stamp();
    expect(readBundle(await world.bundle(id, key)).lasting.renewals).toEqual([]);
  });

  test('P74 the bundle’s bytes stay the same from one stamp to the next by the same signer', async () => {
    const world = await open();
    const id = await world.certify('one');
    await world.stamp();
    const first = await world.bundle(id);
    world.sello.advance(DAY_MS);
    await world.certify('two');
    await world.stamp();
    expect(Buffer.compare(Buffer.from(await world.bundle(id)), Buffer.from(first))).toBe(0);
  });
});
