/**
 * Batches whose items share one time stamp: the evidence of each certificate is judged as a stranger would judge it.
 */

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { decodePem, recognise, verifyEvidence } from '../../../proof/src/index.ts';
import { makeNextLot } from '../../../server/src/certificates/batches/make-lot.ts';
import { AppError } from '../../../server/src/kernel/errors.ts';
import type { Imprint } from '../../../server/src/timestamps/ports.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { itemsNamed } from '../../harness/batch-items.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { API } from '../../harness/test-sello.ts';
import { around } from '../../harness/world.ts';

const NAMES = Array.from({ length: 5 }, (_, i) => `escrito ${i}`);

async function postShared({ sello, caller }: AnchoredSello, names: readonly string[], fields: object = {}) {
  const payload = { stamp: 'shared', items: itemsNamed(names, fields) };
  return sello.call('POST', `${API}/batches`, { key: caller.key, payload });
}

const AWAY = new AppError('psc_unavailable', { en: 'away', es: 'fuera' });

/** The findings of fsck except missing blocks, because fsck does not know the chain that the test drives. */
async function faultsIn({ sello }: AnchoredSello): Promise<unknown[]> {
  const { findings } = await fsck({ sello });
  return findings.filter(({ code }) => code !== 'block_missing');
}

/** Makes everything that waits, and counts what the provider is asked to stamp. */
async function makeCounting({ sello }: AnchoredSello, isDown = () => false): Promise<Imprint[]> {
  const asked: Imprint[] = [];
  const { live } = sello.ports.timestamps;
  const stamp: typeof live.stamp = (imprint, ...rest) => {
    asked.push(imprint);
    return isDown() ? Promise.reject(AWAY) : live.stamp(imprint, ...rest);
  };
  while (await makeNextLot({ ...sello.ports, timestamps: { ...sello.ports.timestamps, live: { stamp } } }));
  return asked;
}

/** One batch, sequenced and in a final block. */
async function openShared() {
  const world = await openAnchoredSello();
  const { sello, caller } = world;
  const left = await sello.certificatesLeft(caller.account);
  const { body } = await postShared(world, NAMES);
  const asked = await makeCounting(world);
  await sello.sequence();
  await world.anchorAndMine();
  const items = await sello.call('GET', `${API}/batches/${body.batch.id}/items`, { key: caller.key });
  const made = items.body.items.map((one: { certificate: { id: string } }) => one.certificate);
  return { ...world, batch: body.batch, asked, made, left };
}

const test = around(openShared);

const sha256Of = (name: string) => new Uint8Array(createHash('sha256').update(name).digest());

/** Judges as `sello verify` does, with the chain's root trusted and without our help. */
function judge(name: string, evidence: object, pem: string) {
  const certificates = decodePem('CERTIFICATE', pem);
  const profile = {
    name: 'given',
    roots: certificates.slice(-1),
    policies: 'any' as const,
    toleratedQuirks: [],
    accredited: false,
    from: 'demanded' as const,
  };
  const digest = async (algorithm: string) => (algorithm === 'SHA-256' ? sha256Of(name) : undefined);
  return verifyEvidence(nodeEngine, { digest, now: new Date(), certificates, ...evidence }, [profile]);
}

test('P160 the whole batch is one order of the provider and one certificate of the allowance each', async ({
  world,
}) => {
  const { sello, caller, asked, made, left, batch } = world;
  expect(batch).toMatchObject({ stamp: 'shared', total: NAMES.length });
  expect(asked).toHaveLength(1);
  expect(await sello.certificatesLeft(caller.account)).toBe(left - NAMES.length);
  for (const { nom151 } of made) expect(nom151).toMatchObject({ shared: true, tree_size: NAMES.length });
  expect(new Set(made.map(({ nom151 }: { nom151: { serial: string } }) => nom151.serial)).size).toBe(1);
  expect(await sello.database.query('select from shared_stamps', [], 'orders')).toEqual([]);
  expect(await faultsIn(world)).toEqual([]);
});

test('P160 what is handed out holds for its file and no other, and says that the stamp is shared', async ({
  world,
}) => {
  for (const [i, { id }] of world.made.entries()) {
    const { proof } = (await world.proof(id, 'type=nom151')).body;
    expect(proof).toMatchObject({ shared: true, tree_size: NAMES.length });
    expect(proof.warnings).toContainEqual(expect.objectContaining({ code: 'stamp_shared' }));
    const bytesOf = async (type: string) =>
      new Uint8Array((await world.proof(id, `type=${type}&format=raw`)).bytes);
    const [tsr, record, xml, bundle, constancia] = await Promise.all(
      ['nom151', 'record', 'blockchain', 'bundle', 'constancia'].map(bytesOf),
    );
    expect(Buffer.from(record!).toString('base64')).toBe(proof.record_base64);
    expect(new TextDecoder().decode(xml)).toContain('xmlns="urn:sello:blockchain-proof:2" version="2"');
    expect(recognise('x.zip', bundle!)?.kind).toBe('bundle');
    const ways = [
      { record },
      { tsr, record },
      { tsr, record, xml },
      { record, xml },
      { bundle },
      { constancia },
    ];
    for (const evidence of ways) {
      const told = Object.keys(evidence).join();
      const verdict = await judge(NAMES[i]!, evidence, proof.chain_pem);
      const failed = verdict.checks.filter(({ outcome }) => outcome === 'fail');
      expect({ told, failed, verdict: verdict.verdict }).toEqual({ told, failed: [], verdict: 'valid' });
      expect(
        verdict.warnings.map(({ code }) => code),
        told,
      ).toContain('stamp_shared');
      expect((await judge(NAMES[(i + 1) % NAMES.length]!, evidence, proof.chain_pem)).verdict).toBe(
        'invalid',
      );
    }
    expect((await judge(NAMES[i]!, { tsr }, proof.chain_pem)).verdict).toBe('invalid');
    expect((await judge(NAMES[i]!, { tsr, xml }, proof.chain_pem)).verdict).toBe('invalid');
  }
});

test('a bundle and a constancia hold without their document too, and the way in them is checked', async ({
  world,
}) => {
  const [{ id }] = world.made;
  const { proof } = (await world.proof(id, 'type=nom151')).body;
  for (const type of ['bundle', 'constancia']) {
    const bytes = new Uint8Array((await world.proof(id, `type=${type}&format=raw`)).bytes);
    const verdict = await judge('', { digest: undefined, [type]: bytes }, proof.chain_pem);
    expect(verdict.verdict, type).toBe('valid');
    expect(verdict.checks).toContainEqual(
      expect.objectContaining({ name: 'record.object', outcome: 'pass' }),
    );
  }
});

test('the public page and the court package call the stamp shared', async ({ world }) => {
  const [{ id, qr_verification_url: url }] = world.made;
  const path = url.slice(world.sello.config.baseUrl.length);
  const page = await world.sello.call('GET', `${path}?lang=es`);
  expect(page.text).toContain('El sello de tiempo es compartido');
  expect(page.text).toContain(`${id}.ers`);
  const court = await world.proof(id, 'type=court&original=omit&format=raw');
  expect(court.bytes.includes('evidencia/evidence-record.ers')).toBe(true);
});

test('an outage makes the whole batch wait, and it is one order again afterwards', async ({ world }) => {
  const { sello, caller } = world;
  let isDown = true;
  const { body } = await postShared(world, ['a', 'b', 'c']);
  expect(await makeCounting(world, () => isDown)).toHaveLength(1);
  const read = async () =>
    (await sello.call('GET', `${API}/batches/${body.batch.id}`, { key: caller.key })).body.batch;
  expect(await read()).toMatchObject({ status: 'queued', made: 0, failed: 0 });
  const orders = () => sello.database.query('select order_id, leaves from shared_stamps', [], 'kept orders');
  const before = await orders();
  expect(before).toHaveLength(1);
  isDown = false;
  sello.advance(60_000);
  expect(await makeCounting(world)).toHaveLength(1);
  expect(await read()).toMatchObject({ status: 'completed', made: 3 });
  expect(await orders()).toEqual([]);
});

test('an item that failed is made later from the same stamp', async ({ world }) => {
  const { sello, caller } = world;
  const { body } = await postShared(world, ['uno', 'dos'], {});
  const late = await sello.call('POST', `${API}/batches`, {
    key: caller.key,
    payload: { stamp: 'shared', items: itemsNamed(['tres'], { external_id: 'mine' }) },
  });
  const taken = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: { ...itemsNamed(['otro'])[0], external_id: 'mine' },
  });
  expect(await makeCounting(world)).toHaveLength(2);
  const path = `${API}/batches/${late.body.batch.id}`;
  expect((await sello.call('GET', path, { key: caller.key })).body.batch).toMatchObject({
    failed: 1,
    made: 0,
  });
  await sello.call('PATCH', `${API}/certificates/${taken.body.certificate.id}`, {
    key: caller.key,
    payload: { external_id: null },
  });
  await sello.call('POST', `${path}/retry`, { key: caller.key });
  expect(await makeCounting(world)).toEqual([]);
  expect((await sello.call('GET', path, { key: caller.key })).body.batch).toMatchObject({
    failed: 0,
    made: 1,
  });
  expect(body.batch.total).toBe(2);
  expect(await faultsIn(world)).toEqual([]);
});

test('`stamp` belongs to the content of the request, and is refused where it cannot be', async ({
  world,
}) => {
  const { sello, caller } = world;
  const post = (path: string, payload: object | string, headers: Record<string, string> = {}) =>
    sello.call('POST', `${API}${path}`, { key: caller.key, payload, headers });
  const items = itemsNamed(['z']);
  const headers = { 'idempotency-key': 'shared-or-own' };
  expect((await post('/batches', { items, stamp: 'shared' }, headers)).status).toBe(202);
  expectRefusal(await post('/batches', { items }, headers), 422, 'idempotency_key_reused');
  const lines = `${JSON.stringify(items[0])}\n`;
  const ndjson = { ...headers, 'content-type': 'application/x-ndjson' };
  const again = await post('/batches?stamp=shared', lines, ndjson);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
  for (const payload of [
    { items, stamp: 'both' },
    { items, stamp: 7 },
    { items: [{ ...items[0], stamp: 'shared' }] },
  ])
    expect(expectRefusal(await post('/batches', payload), 422, 'validation_failed')).toContain('`stamp`');
  expectRefusal(await post('/batches?stamp=own', { items, stamp: 'shared' }), 422, 'validation_failed');
  await makeCounting(world);
});
