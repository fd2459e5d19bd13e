/** An adopted constancia is handled like every certificate, and nothing claims that this service issued it. */

import { expect } from 'vitest';
import { acr2SeProfile, verifyEvidence } from '../../../proof/src/index.ts';
import { examineStamp } from '../../../server/src/proofs/verify-evidence/examine-stamp.ts';
import { openAnchoredSello } from '../../harness/anchored-sello.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { multipart } from '../../harness/multipart.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { evidencePart, filePart, ISSUED_AT, sha256Of, trustOther } from '../../harness/other-provider.ts';
import { readVector } from '../../harness/read-vector.ts';
import { API } from '../../harness/test-sello.ts';
import { openWorkbench } from '../../harness/workbench.ts';
import { around, FILE } from '../../harness/world.ts';

const test = around(openAnchoredSello)
  .extend('other', FILE, ({ sello }) => trustOther(sello))
  .extend('key', FILE, ({ world }) => world.caller.key)
  .extend('adopted', FILE, async ({ sello, key, other, world }) => {
    const tsr = await other.stamp(sha256Of('adopted'), ISSUED_AT);
    const form = multipart([evidencePart(tsr), filePart('adopted')]);
    const { body } = await sello.call('POST', `${API}/evidence/adopt`, { key, ...form });
    await sello.sequence();
    await world.anchorAndMine();
    return body.certificate as { id: string; qr_verification_url: string; created_at: string };
  });

test('it is anchored, and its bundle is judged only by its own root', async ({
  sello,
  key,
  other,
  adopted,
}) => {
  const read = await sello.call('GET', `${API}/certificates/${adopted.id}`, { key });
  expect(read.body.certificate).toMatchObject({ status: 'certified', origin: { issued_by: 'Otro PSC' } });
  const url = `${API}/certificates/${adopted.id}/proof?type=bundle&format=raw`;
  const { bytes: bundle } = await sello.call('GET', url, { key });
  const digest = async () => Uint8Array.from(sha256Of('adopted'));
  const judged = (trust: Parameters<typeof verifyEvidence>[2]) =>
    verifyEvidence(nodeEngine, { bundle, digest }, trust);
  expect((await judged([other.profile])).verdict).toBe('valid');
  expect((await judged([acr2SeProfile()])).verdict).toBe('unconfirmed');
});

test('the public page begins with the day on which it was adopted', async ({ sello, adopted }) => {
  const { pathname } = new URL(adopted.qr_verification_url);
  const { body } = await sello.call('GET', `${pathname}.json`);
  expect(body).toMatchObject({ origin: { kind: 'adopted' }, nom151: { own_authority: false } });
  const { text } = await sello.call('GET', `${pathname}?lang=es`);
  expect(text).toContain('Este servicio guarda la constancia de este documento desde el');
  expect(text.indexOf(adopted.created_at)).toBeLessThan(text.indexOf(ISSUED_AT.toISOString().slice(0, 10)));
  expect(text).not.toContain('autoridad propia');
  const english = await sello.call('GET', `${pathname}?lang=en`);
  expect(english.text).toContain('Another provider issued it');
});

test('the PDF and the package for a court say who issued it and since when it is kept', async ({
  sello,
  key,
  adopted,
}) => {
  const bench = await openWorkbench();
  const proof = async (type: string) =>
    (await sello.call('GET', `${API}/certificates/${adopted.id}/proof?type=${type}&format=raw`, { key }))
      .bytes;
  await bench.write('sheet.pdf', await proof('constancia'));
  const sheet = (await bench.run('pdftotext', '-layout', 'sheet.pdf', '-')).output.replace(/\s+/g, ' ');
  expect(sheet).toContain('Este servicio guarda esta constancia desde el');
  await bench.write('court.zip', await proof('court'));
  await bench.run('unzip', '-q', 'court.zip');
  const { output } = await bench.run('cat', 'LEAME.txt');
  await bench.close();
  expect(output.replace(/\s+/g, ' ')).toContain(
    'La emitió otro prestador y la trajo el titular de la cuenta',
  );
  expect(output).toContain('Kept by this service since');
});

test('fsck finds nothing wrong, and notices a removed or invented origin', async ({
  sello,
  key,
  adopted,
  world,
}) => {
  const bought = await sello.certify(key, 'bought here');
  await sello.sequence();
  const problems = async () =>
    (await fsck(world)).findings.filter(({ level, code }) => level === 'problem' && code === 'facts_differ');
  const origins = await sello.database.query('select id, adopted_token from certificates');
  const set = (id: string, token: unknown) =>
    sello.database.query('update certificates set adopted_token = $2 where id = $1', [id, token]);
  expect((await fsck(world)).findings).toEqual([]);
  await set(adopted.id, null);
  await set(bought.id, Buffer.alloc(32));
  expect(new Set((await problems()).map(({ where }) => where.split(' ')[1]))).toEqual(
    new Set([adopted.id, bought.id]),
  );
  for (const { id, adopted_token } of origins) await set(String(id), adopted_token);
});

test('its file is erased like any other, and its proofs stay', async ({ sello, world, adopted }) => {
  const scopes = ['files:erase'] as const;
  const { key } = await sello.newKey(world.caller.account, { scopes: [...scopes] });
  const { status, body } = await sello.call('DELETE', `${API}/certificates/${adopted.id}/file`, { key });
  expect(status).toBe(200);
  expect(body.certificate).toMatchObject({ file: { stored: false }, origin: { kind: 'adopted' } });
});

test('a genuine constancia leads to ACR2-SE until its signer expires', async () => {
  const examined = (now: string) =>
    examineStamp({
      digests: {
        'SHA-256': Buffer.from('6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e', 'hex'),
      },
      evidence: { name: 'constancia.asn1', bytes: readVector('nom151/advantage-2018-07-18.tsr') },
      trust: [acr2SeProfile()],
      now: new Date(now),
    });
  expect(await examined('2026-11-19T00:00:00Z')).toMatchObject({
    facts: { psc: 'Advantage Security PSC NOM151', accredited: true, genTime: '2018-07-18T20:59:03.190Z' },
  });
  expect(await examined('2027-08-25T00:00:01Z')).toMatchObject({
    failed: { check: 'timestamp.signer_expired' },
  });
  expect(await examined('2018-07-18T20:50:00Z')).toMatchObject({ failed: { check: 'timestamp.gen_time' } });
});
