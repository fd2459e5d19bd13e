/**
 * Time stamps can be renewed for ever: all at once, with one call to the provider, and then in each certificate's
 * record.
 */

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeEvidenceRecord, encodePem, verifyEvidence } from '@sello/proof';
import { afterEach, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../server/src/kernel/actor.ts';
import { renewStamps } from '../../../server/src/proofs/renewals/renew-stamps.ts';
import { makeAll, someItems } from '../../harness/batch-items.ts';
import { type ForgedProvider, forgeProvider } from '../../harness/forged-provider.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { type LastingSello, openLastingSello, sha256Of } from '../../harness/lasting-sello.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { askPythonAboutRecords } from '../../harness/python-records.ts';
import { digestOf } from '../../harness/record-vectors.ts';
import { API } from '../../harness/test-sello.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
/** Classical signatures last longer here than by default, so that what ends is the certificates and SHA-256. */
const ENDS = { SELLO_ALGORITHM_ENDS: 'RSA@2070-01-01,ECDSA@2070-01-01,SHA-256@2045-01-01' };

const worlds: LastingSello[] = [];
async function open(successors: readonly ForgedProvider[] = [], env = ENDS): Promise<LastingSello> {
  const world = await openLastingSello(env, successors);
  worlds.push(world);
  return world;
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

function goTo(world: LastingSello, text: string): void {
  world.sello.advance(day(text).getTime() - world.sello.ports.now().getTime());
}

const renew = (world: LastingSello) => renewStamps(world.sello.ports);

async function recordOf(world: LastingSello, id: string, key = world.caller.key): Promise<Uint8Array> {
  const url = `${API}/certificates/${id}/proof?type=record&format=raw`;
  const answer = await world.sello.call('GET', url, { key });
  expect(answer.status).toBe(200);
  return answer.bytes;
}

const stampsIn = (record: Uint8Array) =>
  decodeEvidenceRecord(record).chains.map(({ stamps }) => stamps.length);

const heirs = () =>
  Promise.all([
    forgeProvider({ name: 'B', keys: 'ec', notBefore: day('2030-01-01'), notAfter: day('2041-01-01') }),
    forgeProvider({ name: 'C', keys: 'p384', notBefore: day('2040-01-01'), notAfter: day('2052-01-01') }),
    forgeProvider({ name: 'D', keys: 'p384', notBefore: day('2051-01-01'), notAfter: day('2061-01-01') }),
  ]);

describe('P131', () => {
  test('when three keys and SHA-256 have been broken by 2056, the record alone proves what was certified in 2026', async () => {
    const [b, c, d] = await heirs();
    const world = await open([b, c, d]);
    const id = await world.certify('one');
    await world.certify('two');
    expect(stampsIn(await recordOf(world, id))).toEqual([1]);
    expect(await renew(world)).toBe(false);

    goTo(world, '2030-08-01');
    world.stampBy(b);
    expect(await renew(world)).toBe(true);
    expect(await renew(world)).toBe(false);
    const late = await world.certify('three');
    goTo(world, '2040-08-01');
    world.stampBy(c);
    expect(await renew(world)).toBe(true);
    goTo(world, '2044-08-01');
    expect(await renew(world)).toBe(true);
    goTo(world, '2051-08-01');
    world.stampBy(d);
    expect(await renew(world)).toBe(true);
    goTo(world, '2056-01-01');
    // Three certificates and four renewals.
    expect(world.counts['/tsa']).toBe(7);

    const records = [await recordOf(world, id), await recordOf(world, late)];
    expect(records.map(stampsIn)).toEqual([
      [3, 2],
      [2, 2],
    ]);
    await world.switchOff();
    const at = day('2056-06-01');
    const broken = [{ algorithm: 'SHA-256' as const, since: day('2050-01-01') }];
    for (const [i, content] of ['one', 'three'].entries()) {
      const digest = digestOf(Buffer.from(content));
      const asked = { record: records[i]!, digest, now: at, broken };
      expect((await verifyEvidence(nodeEngine, asked, world.trust)).verdict).toBe('valid');
      const other = { ...asked, digest: digestOf(Buffer.from('another')) };
      expect((await verifyEvidence(nodeEngine, other, world.trust)).verdict).toBe('invalid');
    }
    const roots = world.trust.flatMap(({ roots: all }) => all);
    const lines = records.map((record, i) => ({
      record,
      objects: [Buffer.from(['one', 'three'][i]!)],
      roots,
      at,
      broken,
    }));
    const said = await askPythonAboutRecords(lines);
    expect(said.map(({ verdict, because }) => [verdict, because])).toEqual(
      said.map(({ because }) => ['trusted', because]),
    );
  });

  test('the command line gives the same verdict, from the record and the roots alone', async () => {
    const [b] = await heirs();
    const world = await open([b]);
    const id = await world.certify('one');
    goTo(world, '2030-08-01');
    world.stampBy(b);
    await renew(world);
    const folder = await mkdtemp(path.join(tmpdir(), 'sello-renewed-'));
    const at = (name: string) => path.join(folder, name);
    writeFileSync(at('one.txt'), 'one');
    writeFileSync(at('one.ers'), await recordOf(world, id));
    const roots = world.trust.flatMap(({ roots: all }) => all);
    writeFileSync(at('roots.pem'), roots.map((der) => encodePem('CERTIFICATE', der)).join(''));
    const asked = ['verify', at('one.txt'), '--record', at('one.ers'), '--root', at('roots.pem')];
    expect((await runInside([...asked, '--as-of', '2040-12-31'], {})).status).toBe(0);
    expect((await runInside([...asked, '--as-of', '2042-01-01'], {})).status).toBe(1);

    // As a container it is an ASiC-E: the renewed record cannot be in an ASiC-S with a time stamp.
    const url = `${API}/certificates/${id}/proof?type=asic&format=raw`;
    const container = await world.sello.call('GET', url, { key: world.caller.key });
    expect(container.headers['content-type']).toBe('application/vnd.etsi.asic-e+zip');
    writeFileSync(at('one.asice'), container.bytes);
    const contained = ['verify', at('one.asice'), '--root', at('roots.pem')];
    expect((await runInside([...contained, '--as-of', '2040-12-31'], {})).status).toBe(0);
    expect((await runInside([...contained, '--as-of', '2042-01-01'], {})).status).toBe(1);
    await rm(folder, { recursive: true });
  });

  test('the provider is called once for all certificates, and no account pays', async () => {
    const world = await open();
    for (let i = 0; i < 12; i++) await world.certify(`number ${i}`);
    const left = await world.sello.certificatesLeft(world.caller.account);
    goTo(world, '2030-08-01');
    const asked = world.counts['/tsa'];
    expect(await renew(world)).toBe(true);
    expect(world.counts['/tsa']).toBe(asked + 1);
    expect(await world.sello.certificatesLeft(world.caller.account)).toBe(left);
  });

  test('a tree with more leaves than a row holds gives each certificate its record', {
    timeout: 120_000,
  }, async () => {
    const world = await open();
    await world.sello.ports.accounts.grant(world.caller.account.id, 1_200, world.sello.ports.now(), OPERATOR);
    const items = someItems(1_100, 'many');
    const posted = await world.sello.call('POST', `${API}/batches`, {
      key: world.caller.key,
      payload: { items },
    });
    expect(posted.status).toBe(202);
    await makeAll(world.sello);
    await world.sello.sequence();
    goTo(world, '2030-08-01');
    const asked = world.counts['/tsa'];
    expect(await renew(world)).toBe(true);
    expect(world.counts['/tsa']).toBe(asked + 1);
    expect(await world.rows('stamp_renewal_tiles')).toHaveLength(3);
    const { certificates } = (
      await world.sello.call('GET', `${API}/certificates?limit=100`, { key: world.caller.key })
    ).body;
    for (const { id, file } of [certificates[0], certificates[99]]) {
      const digest = async () => Buffer.from(file.sha256, 'hex');
      const evidence = { record: await recordOf(world, id), digest, now: day('2030-09-01') };
      expect((await verifyEvidence(nodeEngine, evidence, world.trust)).verdict).toBe('valid');
    }
  });

  test('a certificate younger than a quarter of an hour waits for the next renewal', async () => {
    const world = await open();
    await world.certify('one');
    goTo(world, '2030-08-01');
    const young = await world.certify('young');
    await renew(world);
    expect(stampsIn(await recordOf(world, young))).toEqual([1]);
    goTo(world, '2030-12-05');
    expect(await renew(world)).toBe(true);
    expect(stampsIn(await recordOf(world, young))).toEqual([2]);
  });

  test('a test certificate has only its own stamp', async () => {
    const world = await open();
    const { key } = await world.sello.newKey(world.caller.account, { mode: 'test' });
    const { id } = await world.sello.certify(key, 'test');
    await world.certify('one');
    goTo(world, '2030-08-01');
    expect(await renew(world)).toBe(true);
    expect(stampsIn(await recordOf(world, id, key))).toEqual([1]);
  });

  test('without its file, the hash of a certificate is not renewed, and its record does not change', async () => {
    const world = await open([], { SELLO_ALGORITHM_ENDS: 'SHA-256@2029-01-01,RSA@2070-01-01' });
    const payload = { sha256: sha256Of('kept elsewhere').toString('hex'), file_name: 'a.txt' };
    const made = await world.sello.call('POST', `${API}/certificates`, { key: world.caller.key, payload });
    await world.certify('one');
    const { id } = made.body.certificate;
    goTo(world, '2028-08-01');
    expect(await renew(world)).toBe(true);
    expect(stampsIn(await recordOf(world, id))).toEqual([1]);
    const [other] = (await world.sello.call('GET', `${API}/certificates?limit=1`, { key: world.caller.key }))
      .body.certificates;
    expect(stampsIn(await recordOf(world, other.id))).toEqual([1, 1]);
    // The next renewal adds a stamp to the record with SHA-512, and leaves the other record as it is.
    goTo(world, '2030-08-01');
    expect(await renew(world)).toBe(true);
    expect(stampsIn(await recordOf(world, id))).toEqual([1]);
    expect(stampsIn(await recordOf(world, other.id))).toEqual([1, 2]);
  });
});

describe('P131 when something fails', () => {
  test('a renewal continues where a process died, at any step, with one order and one stamp', async () => {
    const world = await open();
    const id = await world.certify('one');
    goTo(world, '2030-08-01');
    const { ports } = world.sello;
    const orders = new Set<string>();
    const live = {
      stamp: (...args: Parameters<typeof ports.timestamps.live.stamp>) => {
        orders.add(args[1]);
        return ports.timestamps.live.stamp(...args);
      },
    };
    const dies = () => Promise.reject(new Error('killed'));
    for (const step of ['stampsAt', 'keepTile', 'tile', 'keep'] as const) {
      const renewals = { ...ports.renewals, [step]: dies };
      await expect(renewStamps({ ...ports, timestamps: { live }, renewals })).rejects.toThrow('killed');
    }
    expect(await renewStamps({ ...ports, timestamps: { live } })).toBe(true);
    expect(orders.size).toBe(1);
    expect(await world.rows('stamp_renewals')).toHaveLength(1);
    expect(stampsIn(await recordOf(world, id))).toEqual([2]);
  });

  test('two processes at once make only one renewal', async () => {
    const world = await open();
    const id = await world.certify('one');
    goTo(world, '2030-08-01');
    const other = await world.sello.another();
    const made = await Promise.all([renewStamps(world.sello.ports), renewStamps(other.ports)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await world.rows('stamp_renewals')).toHaveLength(1);
    expect(stampsIn(await recordOf(world, id))).toEqual([2]);
  });

  test('a provider that fails is asked again after a pause, for the same root', async () => {
    const world = await open();
    await world.certify('one');
    goTo(world, '2030-08-01');
    world.answers['/tsa'] = ({ response }) => response.writeHead(500).end();
    expect(await renew(world)).toBe(false);
    const asked = world.counts['/tsa'];
    expect(await renew(world)).toBe(false);
    expect(world.counts['/tsa']).toBe(asked);
    expect(await world.rows('stamp_renewals')).toMatchObject([{ tries: 1, tsr: null }]);
    delete world.answers['/tsa'];
    world.sello.advance(61_000);
    expect(await renew(world)).toBe(true);
  });

  test('a leaf that was changed in the database gives no record', async () => {
    const world = await open();
    const id = await world.certify('one');
    goTo(world, '2030-08-01');
    await renew(world);
    await world.sello.database.query(
      `update stamp_renewal_tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)`,
      [],
      'flip',
    );
    const url = `${API}/certificates/${id}/proof?type=record`;
    expect((await world.sello.call('GET', url, { key: world.caller.key })).status).toBe(500);
  });
});

test('P131 certifying does not depend on renewals', async () => {
  const world = await open();
  const fails = new Proxy({}, { get: () => () => Promise.reject(new Error('not on this way')) });
  Object.assign(world.sello.ports, { renewals: fails });
  expect(await world.certify('one')).toMatch(/^cert_/);
});
