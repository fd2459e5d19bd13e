/** Revocation answers kept with the evidence: once a day, verified first, and never at the cost of a certificate. */

import { readBundle, verifyEvidence } from '@sello/proof';
import { afterEach, expect, test } from 'vitest';
import { REASON, reasonCode } from '../../harness/forge-revocation.ts';
import { UNIT_SERIAL } from '../../harness/forged-provider.ts';
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

const asked = ({ counts }: LastingSello) => [counts['/root.crl'], counts['/ocsp']];

test('P75 each chain is checked once a day, whatever the number of certificates and processes', async () => {
  const world = await open();
  for (const content of ['one', 'two', 'three']) await world.certify(content);
  expect(await world.keep()).toBe(2);
  expect(await world.keep()).toBe(0);
  expect(asked(world)).toEqual([1, 1]);
  world.sello.advance(DAY_MS);
  expect(await world.keep()).toBe(2);
  expect(asked(world)).toEqual([2, 2]);
  expect(await world.rows('kept_revocation')).toHaveLength(4);
});

test('P75 the same answer on two days is stored once', async () => {
  const world = await open();
  await world.certify('one');
  const list = world.provider.crl({ thisUpdate: new Date(Math.floor(Date.now() / 1000) * 1000) });
  world.answers['/root.crl'] = ({ response }) => response.end(list);
  world.answers['/ocsp'] = ({ response }) => response.writeHead(500).end();
  await world.keep();
  world.sello.advance(DAY_MS);
  await world.keep();
  expect(await world.rows('kept_revocation')).toHaveLength(2);
  expect(await world.rows('revocation_answers')).toHaveLength(1);
});

test('P75 an address from a certificate is never followed into a private network, and certifying continues', async () => {
  const world = await open({ SELLO_REVOCATION_ALLOW: '10.0.0.0/8', SELLO_PSC_REVOCATION: 'both' });
  await world.certify('one');
  expect(await world.keep()).toBe(0);
  expect(asked(world)).toEqual([0, 0]);
  expect(world.sello.logLines.join()).toContain('revocation.unavailable');
});

test.for([
  ['a list of somebody else', (world: LastingSello) => world.provider.ocsp({ thisUpdate: new Date() })],
  ['a list that is too long', () => new Uint8Array(600 * 1024)],
  ['no list at all', () => Buffer.from('<html>')],
] as const)('P75 %s is not kept, and the next round asks again', async ([, answer]) => {
  const world = await open();
  await world.certify('one');
  world.answers['/root.crl'] = ({ response }) => response.end(answer(world));
  world.answers['/ocsp'] = ({ response }) => response.end(answer(world).subarray(0, 100));
  expect(await world.keep()).toBe(0);
  expect(await world.rows('revocation_answers')).toEqual([]);
  Object.assign(world.answers, { '/root.crl': undefined, '/ocsp': undefined });
  expect(await world.keep()).toBe(2);
});

test('P75 if a server is gone, only its answer is missing', async () => {
  const world = await open();
  const id = await world.certify('one');
  world.answers['/root.crl'] = ({ socket }) => socket.destroy();
  world.answers['/ocsp'] = ({ socket }) => socket.destroy();
  expect(await world.keep()).toBe(0);
  expect(readBundle(await world.bundle(id)).lasting.revocation).toBeUndefined();
});

test('P74 evidence whose signer was revoked before the checkpoint was stamped proves nothing', async () => {
  const world = await open();
  const id = await world.certify('one');
  await world.keep();
  const clean = await world.bundle(id);
  world.revoked.push({
    serial: UNIT_SERIAL,
    at: new Date(Date.now() + 60_000),
    extensions: [reasonCode(REASON.keyCompromise)],
  });
  world.sello.advance(DAY_MS);
  expect(await world.keep()).toBe(2);
  await world.stamp();
  const bundle = await world.bundle(id);
  const now = new Date('2046-06-01T00:00:00Z');
  const judge = (zip: Uint8Array) =>
    verifyEvidence(nodeEngine, { bundle: zip, digest: async () => sha256Of('one'), now }, world.trust);
  expect((await judge(clean)).verdict).toBe('valid');
  const verdict = await judge(bundle);
  expect(verdict.verdict).toBe('invalid');
  expect(verdict.checks.find(({ name }) => name === 'timestamp.keys')).toMatchObject({ outcome: 'fail' });
  expect(world.sello.logLines.join()).toContain('revocation.revoked');
});
