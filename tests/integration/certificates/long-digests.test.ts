/**
 * Certificates whose time stamp is over a SHA-384 or SHA-512: everything names that digest, and nothing names another.
 */

import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect } from 'vitest';
import { decodeProofXml, type StrongHash, verifyEvidence } from '../../../proof/src/index.ts';
import { openAnchoredSello } from '../../harness/anchored-sello.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { multipart } from '../../harness/multipart.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { evidencePart, filePart, ISSUED_AT, trustOther } from '../../harness/other-provider.ts';
import { API } from '../../harness/test-sello.ts';
import { queryFor, replyIn, sendQuery } from '../../harness/timestamp-query.ts';
import { openWorkbench } from '../../harness/workbench.ts';
import { around, FILE } from '../../harness/world.ts';

const hashed = (algorithm: StrongHash, text: string) =>
  createHash(algorithm.replace('-', '')).update(text).digest();
const CONTENT = 'stamped by a longer digest\n';
const ADOPTED = 'adopted by a longer digest\n';
const digest = async (algorithm: StrongHash) => Uint8Array.from(hashed(algorithm, CONTENT));

const test = around(openAnchoredSello)
  .extend('other', FILE, ({ sello }) => trustOther(sello))
  .extend('key', FILE, ({ world }) => world.caller.key)
  .extend('made', FILE, async ({ sello, key, other, world }) => {
    const stamped = async (algorithm: 'SHA-384' | 'SHA-512') => {
      const query = queryFor('', { hashAlgorithm: algorithm, digest: hashed(algorithm, CONTENT) });
      const answer = await sendQuery(sello, `Bearer ${key}`, query);
      expect(answer.status).toBe(200);
      return String(answer.headers.location).split('/').at(-1) ?? '';
    };
    const ids = { 'SHA-384': await stamped('SHA-384'), 'SHA-512': await stamped('SHA-512') };
    const tsr = await other.stamp(hashed('SHA-512', ADOPTED), ISSUED_AT, 'SHA-512');
    const form = multipart([evidencePart(tsr), filePart(ADOPTED)]);
    const { status, body } = await sello.call('POST', `${API}/evidence/adopt`, { key, ...form });
    expect([status, body.message]).toEqual([201, undefined]);
    await sello.sequence();
    await world.anchorAndMine();
    return { ...ids, adopted: String(body.certificate.id), tsr };
  })
  .extend('proof', FILE, ({ sello, key }) => async (id: string, query: string) => {
    const { status, bytes, body } = await sello.call('GET', `${API}/certificates/${id}/proof?${query}`, {
      key,
    });
    expect([status, body?.message]).toEqual([200, undefined]);
    return bytes;
  });

describe.each(['SHA-384', 'SHA-512'] as const)('of a %s', (algorithm) => {
  const value = hashed(algorithm, CONTENT).toString('hex');

  test('the record has no SHA-256 and names the digest, in one record and in the list', async ({
    sello,
    key,
    made,
  }) => {
    const { body } = await sello.call('GET', `${API}/certificates/${made[algorithm]}`, { key });
    expect(body.certificate).toMatchObject({
      status: 'certified',
      title: `${algorithm === 'SHA-384' ? 'sha384' : 'sha512'}-${value.slice(0, 16)}`,
      file: { sha256: null, digest: { algorithm, value }, stored: false },
    });
    for (const q of [value, value.slice(0, 12), value.slice(0, 97)]) {
      const list = await sello.call('GET', `${API}/certificates?q=${q}`, { key });
      expect(list.body.certificates).toEqual([body.certificate]);
    }
    const found = await sello.call('GET', `${API}/verify/${value.toUpperCase()}`, { key });
    expect(found.body).toEqual({ certified: true, hash: value, certificates: [body.certificate] });
    const again = createHash('sha256').update(Buffer.from(value, 'hex')).digest('hex');
    for (const hash of [again, hashed('SHA-256', CONTENT).toString('hex')]) {
      const none = await sello.call('GET', `${API}/verify/${hash}`, { key });
      expect(none.body.certified).toBe(false);
    }
  });

  test('the bundle, the sheet and the proofs are valid with the file, and with no other', async ({
    sello,
    made,
    proof,
  }) => {
    const id = made[algorithm];
    const logKeys = (await sello.call('GET', '/log/keys')).body.keys.map(
      ({ key: vkey }: { key: string }) => vkey,
    );
    const xml = await proof(id, 'type=blockchain&format=raw');
    expect(decodeProofXml(xml).leaf.scheme).toBe('SELLO-LEAF-v3');
    const tsr = await proof(id, 'type=nom151&format=raw');
    const bundle = await proof(id, 'type=bundle&format=raw');
    const constancia = await proof(id, 'type=constancia&format=raw');
    for (const given of [{ xml, tsr }, { bundle }, { constancia }]) {
      const right = await verifyEvidence(nodeEngine, { ...given, digest, logKeys }, []);
      expect([right.verdict, right.checks.filter(({ outcome }) => outcome === 'fail')]).toEqual([
        'valid',
        [],
      ]);
      const other = async (one: StrongHash) => Uint8Array.from(hashed(one, 'another'));
      expect((await verifyEvidence(nodeEngine, { ...given, digest: other, logKeys }, [])).verdict).toBe(
        'invalid',
      );
    }
    const record = await proof(id, 'type=record&format=raw');
    const judged = await verifyEvidence(nodeEngine, { record, digest, now: new Date() }, []);
    expect(judged.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  });

  test('there is no OpenTimestamps file and no receipt, and the tlog-proof and the public page name the digest', async ({
    sello,
    key,
    made,
    proof,
  }) => {
    const id = made[algorithm];
    const ots = `${API}/certificates/${id}/proof?type=blockchain&format=ots`;
    expect((await sello.call('GET', ots, { key })).status).toBe(422);
    const receipt = await sello.call('GET', `${API}/certificates/${id}/proof?type=receipt`, { key });
    expectRefusal(receipt, 422, 'validation_failed');
    const asic = await sello.call('GET', `${API}/certificates/${id}/proof?type=asic`, { key });
    expectRefusal(asic, 404, 'file_not_stored');
    expect((await proof(id, 'type=blockchain&format=tlog')).toString()).toContain('tlog-proof@v1');
    const { body } = await sello.call('GET', `${API}/certificates/${id}`, { key });
    const { pathname } = new URL(body.certificate.qr_verification_url);
    const page = await sello.call('GET', `${pathname}?lang=en`);
    expect(page.text).toContain(`data-digest="${value}" data-algorithm="${algorithm}"`);
    expect(page.text).toContain(`${algorithm} fingerprint`);
    expect(page.text).toContain(`--hash ${value}`);
    expect((await sello.call('GET', `${pathname}.json`)).body.file).toMatchObject({
      sha256: null,
      digest: { algorithm, value },
    });
  });

  test('the package for a court says how to check it, and its steps hold', async ({ made, proof }) => {
    const bench = await openWorkbench();
    await bench.write('court.zip', await proof(made[algorithm], 'type=court&original=omit&format=raw'));
    await bench.run('unzip', '-q', 'court.zip');
    const { output } = await bench.run('cat', 'LEAME.txt');
    const place = /original\/original(?:\.\w+)?/.exec(output)?.[0] ?? '';
    await bench.write(place, CONTENT);
    const spanish = output.slice(0, output.search(/STATEMENT|Statement of the evidence/));
    const commands = [...spanish.matchAll(/^ +(?:\$ )?((?:find|sha\d+sum|openssl|mkdir|tail) .*)$/gm)].map(
      ([, one]) => one ?? '',
    );
    expect(commands.join('\n')).toContain(`${algorithm === 'SHA-384' ? 'sha384sum' : 'sha512sum'} ${place}`);
    for (const command of commands) await bench.run('sh', '-c', command);
    const { output: listed } = await bench.run('sh', '-c', commands[0] ?? '');
    expect(listed).toContain('SIN CAMBIOS');
    await bench.close();
  });
});

test('an adopted constancia of a SHA-512 keeps its file, and is found by both digests', async ({
  sello,
  key,
  made,
  proof,
}) => {
  const { body } = await sello.call('GET', `${API}/certificates/${made.adopted}`, { key });
  const sha256 = hashed('SHA-256', ADOPTED).toString('hex');
  const value = hashed('SHA-512', ADOPTED).toString('hex');
  expect(body.certificate).toMatchObject({
    origin: { kind: 'adopted' },
    file: { sha256, digest: { algorithm: 'SHA-512', value }, stored: true },
  });
  for (const hash of [sha256, value]) {
    const found = await sello.call('GET', `${API}/verify/${hash}`, { key });
    expect(found.body.certificates.map(({ id }: { id: string }) => id)).toEqual([made.adopted]);
  }
  const bundle = await proof(made.adopted, 'type=bundle&format=raw');
  const own = async (one: StrongHash) => Uint8Array.from(hashed(one, ADOPTED));
  const logKeys = (await sello.call('GET', '/log/keys')).body.keys.map(
    ({ key: vkey }: { key: string }) => vkey,
  );
  expect((await verifyEvidence(nodeEngine, { bundle, digest: own, logKeys }, [])).verdict).toBe('valid');
  // The certificate's container holds the original and the stamp over the longer digest. No root is given here, so
  // nobody vouches for the stamp.
  const asic = await proof(made.adopted, 'type=asic&format=raw');
  const contained = await verifyEvidence(nodeEngine, { asic, digest: own }, []);
  expect(contained.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(contained.verdict).toBe('unconfirmed');
  const form = multipart([evidencePart(made.tsr), filePart(ADOPTED)]);
  const again = await sello.call('POST', `${API}/evidence/adopt`, { key, ...form });
  expect([again.status, again.body.error]).toEqual([409, 'evidence_known']);
  expect(again.body.message).toContain(made.adopted);
  const erased = await proof(made.adopted, 'type=court&format=raw');
  expect(erased.length).toBeGreaterThan(1_000);
});

test('lists, exports and the archive of the account hold them, and fsck finds nothing wrong', async ({
  sello,
  key,
  made,
  world,
}) => {
  for (const format of ['csv', 'ndjson', 'zip']) {
    const { status } = await sello.call('GET', `${API}/certificates/export?format=${format}`, { key });
    expect(status, format).toBe(200);
  }
  const csv = (await sello.call('GET', `${API}/certificates/export?format=csv`, { key })).text;
  expect(csv).toContain(hashed('SHA-512', CONTENT).toString('hex'));
  expect((await sello.call('GET', `${API}/events?limit=20`, { key })).status).toBe(200);
  expect((await fsck(world)).findings).toEqual([]);
  await sello.database.query('update certificates set long_digest = $2 where id = $1', [
    made['SHA-512'],
    Buffer.alloc(64),
  ]);
  const codes = (await fsck(world)).findings.map(({ code }) => code);
  expect(codes).toContain('stamp_invalid');
  await sello.database.query('update certificates set long_digest = $2 where id = $1', [
    made['SHA-512'],
    hashed('SHA-512', CONTENT),
  ]);
});

test('P95 while an older process runs nothing of the kind is written, and none can start afterwards', async ({
  sello,
  key,
  made,
}) => {
  const noted = () =>
    sello.database.query(`select from migrations where name = '0092_long_digests_used.contract.sql'`);
  expect(made.adopted).not.toBe('');
  expect(await noted()).toHaveLength(1);
  const fresh = await openAnchoredSello();
  const client = new pg.Client({ connectionString: fresh.sello.database.url });
  try {
    await client.connect();
    await client.query('select pg_advisory_lock(7355, 999999), pg_advisory_lock_shared(7360, 91)');
    const query = queryFor('', { hashAlgorithm: 'SHA-512', digest: hashed('SHA-512', CONTENT) });
    const refused = await sendQuery(fresh.sello, `Bearer ${fresh.caller.key}`, query);
    expect([refused.status, replyIn(refused).failInfo]).toEqual([503, ['systemFailure']]);
    expect((await sendQuery(fresh.sello, `Bearer ${fresh.caller.key}`, queryFor('x'))).status).toBe(200);
    await client.end();
    await expect
      .poll(async () => (await sendQuery(fresh.sello, `Bearer ${fresh.caller.key}`, query)).status)
      .toBe(200);
  } finally {
    await client.end().catch(() => {});
    await fresh.close();
  }
  expect(key).not.toBe('');
});
