/** A PDF and its sealed copy have two certificates, which are linked to each other. */

import { inspectPdf } from '../../../../proof/src/pdf-stamps/inspect-pdf.ts';
import { fsck } from '../../../harness/busy-sello.ts';
import { uploadAs } from '../../../harness/dashboard-upload.ts';
import { multipart } from '../../../harness/multipart.ts';
import { ODD_PDFS } from '../../../harness/odd-pdfs.ts';
import { originalOf, postWithSeal, recordOf, sealAll } from '../../../harness/sealed.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

const PDF = Buffer.from(ODD_PDFS['several-revisions'] as Uint8Array);

test('the copy begins with the original, holds a time stamp of all of it, and is a certificate of its own', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 10 });
  const { status, body, text } = await postWithSeal(sello, key, PDF, { title: 'Contrato' });
  expect(status, text).toBe(201);
  const made = body.certificate;
  expect(made.sealed).toEqual({
    status: 'queued',
    certificate_id: null,
    sha256: null,
    url: null,
    reason: null,
  });
  expect(made.sealed_from).toBeNull();
  expect(await sello.certificatesLeft(account)).toBe(8);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });

  await sealAll(sello);
  const original = await recordOf(sello, key, made.id);
  expect(original.sealed).toMatchObject({ status: 'sealed', reason: null });
  expect(original.updated_at > made.updated_at).toBe(true);
  const copy = await recordOf(sello, key, original.sealed.certificate_id);
  expect(copy).toMatchObject({
    title: 'Contrato',
    file: {
      name: 'contrato (sellado).pdf',
      mime: 'application/pdf',
      sha256: original.sealed.sha256,
      stored: true,
    },
    qr_verification_url: original.sealed.url,
    sealed: null,
    sealed_from: { certificate_id: made.id, sha256: made.file.sha256, url: made.qr_verification_url },
    key_id: made.key_id,
  });
  const bytes = await originalOf(sello, key, copy.id);
  expect(bytes.subarray(0, PDF.length).equals(PDF)).toBe(true);
  const { ranges, changedAfter, validation } = inspectPdf(bytes);
  expect(ranges).toMatchObject([{ isStamp: true, problem: undefined }]);
  expect(changedAfter).toBeUndefined();
  expect(validation.certificates.length).toBeGreaterThan(0);
  expect(await sello.certificatesLeft(account)).toBe(8);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  const told = await sello.call('GET', `${API}/events?type=certificate.sealed`, { key });
  expect(told.body.events).toMatchObject([
    { type: 'certificate.sealed', data: { id: made.id, sealed: original.sealed } },
  ]);
});

test('evidence of the copy is judged together with the original that it was made from', async ({ sello }) => {
  const { key } = await sello.newAccount();
  const { body } = await postWithSeal(sello, key, PDF);
  await sealAll(sello);
  const { sealed } = await recordOf(sello, key, body.certificate.id);
  const proof = await sello.call('GET', `${API}/certificates/${sealed.certificate_id}/proof?type=nom151`, {
    key,
  });
  const form = multipart([
    { name: 'evidence', value: await originalOf(sello, key, sealed.certificate_id), filename: 'sellado.pdf' },
    { name: 'file', value: PDF, filename: 'contrato.pdf' },
    { name: 'root', value: proof.body.proof.chain_pem },
  ]);
  const judged = await sello.call('POST', `${API}/evidence/verify`, { key, ...form });
  expect(judged.body.evidence).toMatchObject({ verdict: 'valid', accredited: false });
});

test('with seal=pdf_if_possible a file that cannot be sealed is certified as it is, and the record says why', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 2 });
  const { status, body } = await postWithSeal(sello, key, 'no PDF', { seal: 'pdf_if_possible' });
  expect(status).toBe(201);
  expect(body.certificate.sealed).toMatchObject({
    status: 'refused',
    reason: 'not_pdf',
    certificate_id: null,
  });
  expect(await sello.certificatesLeft(account)).toBe(1);
  await sealAll(sello);
  expect(await recordOf(sello, key, body.certificate.id)).toEqual(body.certificate);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});

test('a retry with the same Idempotency-Key orders one copy, and another wish is another request', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 10 });
  const headers = { 'idempotency-key': 'sealed-once' };
  const first = await postWithSeal(sello, key, PDF, {}, headers);
  const again = await postWithSeal(sello, key, PDF, {}, headers);
  expect([again.status, again.body]).toEqual([201, first.body]);
  const other = await postWithSeal(sello, key, PDF, { seal: 'pdf_if_possible' }, headers);
  expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
  await sealAll(sello);
  expect(await sello.certificatesLeft(account)).toBe(8);
  expect((await sello.call('GET', `${API}/certificates`, { key })).body.pagination.total).toBe(2);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});

test('JSON and the dashboard take the same field, and test mode needs no allowance', async ({
  sello,
  person,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 0, key: { mode: 'test' } });
  const payload = { file_name: 'a.pdf', file_base64: PDF.toString('base64'), seal: 'pdf' };
  const json = await sello.call('POST', `${API}/certificates`, { key, payload });
  expect(json.body.certificate.sealed).toMatchObject({ status: 'queued' });
  const uploaded = await uploadAs(person, PDF, { fields: { seal: 'pdf' } });
  expect(uploaded.body.certificate.sealed).toMatchObject({ status: 'queued' });
  await sealAll(sello);
  expect((await recordOf(sello, key, json.body.certificate.id)).sealed.status).toBe('sealed');
  expect(await sello.certificatesLeft(account)).toBe(0);
});

test('erasing the original or the copy erases both, because each holds the other', async ({ sello }) => {
  const { key } = await sello.newAccount();
  for (const which of ['original', 'copy']) {
    const { body } = await postWithSeal(sello, key, Buffer.concat([PDF, Buffer.from(`\n% ${which}\n`)]));
    await sealAll(sello);
    const original = await recordOf(sello, key, body.certificate.id);
    const copy = original.sealed.certificate_id;
    const erased = which === 'copy' ? copy : original.id;
    expect((await sello.call('DELETE', `${API}/certificates/${erased}/file`, { key })).status).toBe(200);
    for (const id of [original.id, copy]) expect((await recordOf(sello, key, id)).file.stored).toBe(false);
  }
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});
