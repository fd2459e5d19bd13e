import { multipart, type Part } from '../../../harness/multipart.ts';
import { evidencePart, filePart, ISSUED_AT, sha256Of, trustOther } from '../../../harness/other-provider.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('other', FILE, ({ sello }) => trustOther(sello))
  .extend('adopt', ({ sello, client }) => (parts: readonly Part[], headers: Record<string, string> = {}) => {
    const form = multipart(parts);
    const asked = { ...form, headers: { ...form.headers, ...headers } };
    return sello.call('POST', `${API}/evidence/adopt`, { key: client.key, ...asked });
  });

test('a constancia of another provider becomes a certificate that names its origin', async ({
  sello,
  client,
  other,
  adopt,
}) => {
  const tsr = await other.stamp(sha256Of('a contract'), ISSUED_AT);
  const { status, body, headers } = await adopt([
    evidencePart(tsr),
    filePart('a contract'),
    { name: 'title', value: 'Contrato' },
    { name: 'metadata', value: '{"caso":"7"}' },
  ]);
  expect(status).toBe(201);
  const { certificate } = body;
  expect(headers.location).toBe(`${sello.config.baseUrl}${API}/certificates/${certificate.id}`);
  expect(certificate).toMatchObject({
    status: 'stamped',
    title: 'Contrato',
    metadata: { caso: '7' },
    file: { name: 'contrato.pdf', sha256: sha256Of('a contract').toString('hex'), stored: true },
    nom151: { psc: 'Otro PSC', accredited: false, gen_time: ISSUED_AT.toISOString() },
    origin: { kind: 'adopted', issued_by: 'Otro PSC', issued_at: ISSUED_AT.toISOString() },
  });
  expect(Date.parse(certificate.created_at)).toBeGreaterThan(ISSUED_AT.getTime());
  const url = `${API}/certificates/${certificate.id}/proof?type=nom151&format=raw`;
  expect(Buffer.compare((await sello.call('GET', url, { key: client.key })).bytes, tsr)).toBe(0);
});

test('it costs one certificate', async ({ sello, other }) => {
  const caller = await sello.newAccount({ certificates: 2 });
  const tsr = await other.stamp(sha256Of('counted'), ISSUED_AT);
  const form = multipart([evidencePart(tsr), filePart('counted')]);
  const answer = await sello.call('POST', `${API}/evidence/adopt`, { key: caller.key, ...form });
  expect(answer.status).toBe(201);
  const { body } = await sello.call('GET', `${API}/account`, { key: caller.key });
  expect(body.account).toMatchObject({ certificates_left: 1 });
});

test('the hash of the file is enough, as JSON, and a bare token is handed out as a response', async ({
  sello,
  client,
  other,
}) => {
  const tsr = await other.stamp(sha256Of('far away'), ISSUED_AT);
  // The granted response is SEQUENCE { SEQUENCE { INTEGER 0 }, token }: nine bytes before the token.
  const token = tsr.subarray(9);
  const { status, body } = await sello.call('POST', `${API}/evidence/adopt`, {
    key: client.key,
    payload: {
      evidence_base64: Buffer.from(token).toString('base64'),
      sha256: sha256Of('far away').toString('hex').toUpperCase(),
      file_name: 'lejos.pdf',
      file_size: 8,
      external_id: 'adopted-1',
    },
  });
  expect(status).toBe(201);
  expect(body.certificate).toMatchObject({
    external_id: 'adopted-1',
    file: { name: 'lejos.pdf', size: 8, stored: false },
    origin: { kind: 'adopted' },
  });
  const url = `${API}/certificates/${body.certificate.id}/proof?type=nom151&format=raw`;
  expect(Buffer.compare((await sello.call('GET', url, { key: client.key })).bytes, tsr)).toBe(0);
});

test('the XML of Mifiel and a stamp in base64 are accepted', async ({ other, adopt }) => {
  const record = Buffer.from(await other.stamp(sha256Of('in xml'), ISSUED_AT)).toString('base64');
  const xml = `<?xml version="1.0" encoding="UTF-8"?><electronicDocument version="1.0.1"><file name="a.pdf"/><conservancyRecord version="NOM151-2016" timestamp="2026-01-01T00:00:00Z"><caCertificate name="x">MA==</caCertificate><record>${record}</record></conservancyRecord></electronicDocument>`;
  expect((await adopt([evidencePart(xml, 'contrato.xml'), filePart('in xml')])).status).toBe(201);
  const packed = Buffer.from(await other.stamp(sha256Of('packed'), ISSUED_AT)).toString('base64');
  expect((await adopt([evidencePart(packed), filePart('packed')])).status).toBe(201);
});

test('a retry with its Idempotency-Key gets the first answer', async ({ other, adopt }) => {
  const parts = [evidencePart(await other.stamp(sha256Of('again'), ISSUED_AT)), filePart('again')];
  const first = await adopt(parts, { 'idempotency-key': 'adopt-once' });
  const second = await adopt(parts, { 'idempotency-key': 'adopt-once' });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('each account and mode can adopt the same constancia', async ({ sello, other, adopt }) => {
  const parts = [evidencePart(await other.stamp(sha256Of('shared'), ISSUED_AT)), filePart('shared')];
  expect((await adopt(parts)).status).toBe(201);
  const stranger = await sello.newAccount();
  const inTest = await sello.newAccount({ key: { mode: 'test' } });
  for (const { key } of [stranger, inTest]) {
    const answer = await sello.call('POST', `${API}/evidence/adopt`, { key, ...multipart(parts) });
    expect(answer.status).toBe(201);
  }
});
