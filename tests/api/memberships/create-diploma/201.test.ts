import { createHash } from 'node:crypto';
import { decodeTimestampResponse } from '@sello/proof';
import { approvedAward, pageOf } from '../../../harness/documents.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('M9 the SHA-256 of the diploma is that of its certificate and the imprint of its time stamp', async ({
  sello,
  council,
}) => {
  const award = await approvedAward(council);
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  expect(diploma).toMatchObject({
    object: 'diploma',
    award_id: award.id,
    member_id: award.member_id,
    status: 'certified',
    error: null,
    folio: expect.stringMatching(/^D-20\d\d-000001$/),
    replaced_by: null,
  });
  const pdf = await sello.call('GET', `${API}/awards/${award.id}/diploma?format=raw`, { key: council.key });
  expect(pdf.status).toBe(200);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  const { certificate } = await council.ask('GET', `/certificates/${diploma.certificate_id}`, 200);
  expect(certificate).toMatchObject({
    document_type: 'diploma',
    qr_verification_url: diploma.qr_verification_url,
    file: { sha256: sha256(pdf.bytes), name: `${diploma.folio}.pdf`, mime: 'application/pdf' },
  });
  const proof = await sello.call(
    'GET',
    `${API}/certificates/${diploma.certificate_id}/proof?type=nom151&format=raw`,
    { key: council.key },
  );
  expect(proof.status, proof.text).toBe(200);
  const imprint = decodeTimestampResponse(proof.bytes).token?.info.imprint;
  expect(Buffer.from(imprint?.digest ?? []).toString('hex')).toBe(sha256(pdf.bytes));
  // The code of the diploma's own certificate, chosen before the diploma is rendered.
  expect(pdf.bytes.includes(diploma.qr_verification_url)).toBe(true);
});

test('the award shows its diploma, and lists can be filtered by its status', async ({ council }) => {
  const [award, other] = [await approvedAward(council), await approvedAward(council)];
  expect(award.diploma).toBeNull();
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const { award: after } = await council.ask('GET', `/awards/${award.id}`, 200);
  expect(after.diploma).toEqual({
    status: 'certified',
    error: null,
    folio: diploma.folio,
    certificate_id: diploma.certificate_id,
    qr_verification_url: diploma.qr_verification_url,
  });
  const idsOf = async (filter: string) =>
    (await council.ask('GET', `/awards?diploma=${filter}&limit=100`, 200)).awards.map(
      ({ id }: { id: string }) => id,
    );
  expect(await idsOf('certified')).toContain(award.id);
  expect(await idsOf('none')).toContain(other.id);
  expect(await idsOf('none')).not.toContain(award.id);
  expect(await idsOf('queued')).toEqual([]);
});

test('the folios of a year have no gaps, test and live are numbered separately, and a test diploma uses no allowance', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 10 });
  const own = await openProgramCouncil(sello, key);
  const folios: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await approvedAward(own);
    folios.push((await own.ask('POST', `/awards/${id}/diploma`, 201, {})).diploma.folio.slice(-6));
  }
  expect(folios).toEqual(['000001', '000002', '000003']);
  expect(await sello.certificatesLeft(account)).toBe(7);
  const test = await openProgramCouncil(sello, (await sello.newKey(account, { mode: 'test' })).key);
  const { id } = await approvedAward(test);
  const { diploma } = await test.ask('POST', `/awards/${id}/diploma`, 201, {});
  expect([diploma.folio.slice(-6), diploma.livemode]).toEqual(['000001', false]);
  expect(await sello.certificatesLeft(account)).toBe(7);
});

test('many requests at once make one diploma and one certificate', async ({ sello }) => {
  const { account, key } = await sello.newAccount({ certificates: 10 });
  const own = await openProgramCouncil(sello, key);
  const { id } = await approvedAward(own);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => sello.call('POST', `${API}/awards/${id}/diploma`, { key, payload: {} })),
  );
  expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
  expect(new Set(answers.map(({ body }) => body.diploma.certificate_id)).size).toBe(1);
  expect(await sello.certificatesLeft(account)).toBe(9);
});

test('a reissued diploma has a new folio and the present name, and the old page names its replacement', async ({
  sello,
  council,
}) => {
  const award = await approvedAward(council, {
    fields: { consent: { given_at: '2026-01-01', notice_version: '1', channel: 'web' } },
  });
  const first = (await council.ask('POST', `/awards/${award.id}/diploma`, 201, {})).diploma;
  await council.ask('PATCH', `/members/${award.member_id}`, 200, { first_surname: 'Sol' });
  const second = (
    await council.ask('POST', `/awards/${award.id}/diploma`, 201, { reissue: true, reason: 'Apellido' })
  ).diploma;
  expect(second.folio > first.folio).toBe(true);
  expect(second).toMatchObject({ reason: 'Apellido', status: 'certified', replaced_by: null });
  expect((await pageOf(sello, first.qr_verification_url)).document).toMatchObject({
    holder: 'Ana Luna',
    state: 'replaced',
    replaced_by: { folio: second.folio, url: second.qr_verification_url },
  });
  expect((await pageOf(sello, second.qr_verification_url)).document).toMatchObject({
    holder: 'Ana Sol',
    state: 'valid',
    replaced_by: null,
  });
  expect((await council.ask('POST', `/awards/${award.id}/diploma`, 200, {})).diploma).toEqual(second);
});

test('a retry with the same Idempotency-Key gets the first answer, and another request with that key is refused', async ({
  sello,
  council,
}) => {
  const { id } = await approvedAward(council);
  const ask = (payload: object) =>
    sello.call('POST', `${API}/awards/${id}/diploma`, {
      key: council.key,
      payload,
      headers: { 'idempotency-key': 'd-1' },
    });
  const first = await ask({});
  expect(first.status).toBe(201);
  const again = await ask({});
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
  const other = await ask({ reissue: true, reason: 'x' });
  expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
});
