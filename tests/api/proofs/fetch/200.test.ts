import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('certificate', FILE, ({ sello, client }) =>
    sello.certify(client.key, 'proven', { title: 'Título' }),
  )
  .extend(
    'proof',
    ({ sello, certificate, client }) =>
      (query: string) =>
        sello.call('GET', `${API}/certificates/${certificate.id}/proof?${query}`, { key: client.key }),
  )
  .extend('storedTsr', ({ sello, certificate }) => async (): Promise<Buffer> => {
    const [row] = await sello.database.query(
      'select tsr from certificate_tokens where certificate_id = $1',
      [certificate.id],
      'tsr',
    );
    return row!.tsr as Buffer;
  });

test('file: an address that is valid for five minutes, with the facts of the file', async ({
  sello,
  certificate,
  proof,
}) => {
  const before = sello.ports.now().getTime();
  const { status, body } = await proof('type=file');
  const after = sello.ports.now().getTime();
  expect(status).toBe(200);
  expect(body).toEqual({
    proof: {
      type: 'file',
      certificate_id: certificate.id,
      url: expect.stringMatching(new RegExp(`^http://localhost:3000/files/${certificate.id}\\?`)),
      expires_at: expect.any(String),
      file_name: 'contract.pdf',
      size: 6,
      sha256: createHash('sha256').update('proven').digest('hex'),
    },
  });
  const expiresAt = new Date(body.proof.expires_at).getTime();
  expect(expiresAt).toBeGreaterThanOrEqual(before + 300_000);
  expect(expiresAt).toBeLessThanOrEqual(after + 300_000);
  expect((await sello.call('GET', body.proof.url)).text).toBe('proven');
});

test('format=json is the default', async ({ proof }) => {
  expect((await proof('type=nom151&format=json')).body).toEqual((await proof('type=nom151')).body);
  expect((await proof('type=file&format=json')).body.proof.type).toBe('file');
});

test('nom151: the exact response of the provider, and its decoded facts', async ({
  certificate,
  proof,
  storedTsr,
}) => {
  const { status, body } = await proof('type=nom151');
  expect(status).toBe(200);
  expect(body.proof).toEqual({
    type: 'nom151',
    certificate_id: certificate.id,
    tsr_base64: (await storedTsr()).toString('base64'),
    chain_pem: expect.any(String),
    token: {
      policy_oid: certificate.nom151.policy_oid,
      serial: certificate.nom151.serial,
      gen_time: expect.any(String),
      accuracy_ms: 1_000,
      hash_algorithm: 'SHA-256',
      hash: certificate.file.sha256,
      nonce: expect.stringMatching(/^[0-9a-f]+$/),
      tsa: null,
      signer: {
        subject: expect.stringContaining('no legal value'),
        issuer: expect.stringContaining('root'),
        serial: expect.stringMatching(/^[0-9a-f]+$/),
        not_before: expect.any(String),
        not_after: expect.any(String),
      },
    },
    psc: certificate.nom151.psc,
    accredited: false,
    warnings: [],
    shared: false,
    tree_size: null,
    record_base64: null,
  });
  expect(new Date(body.proof.token.gen_time).toISOString()).toBe(certificate.nom151.gen_time);
});

test('nom151: the chain leads from the signer, certificate by certificate, up to the root', async ({
  sello,
  proof,
}) => {
  const { chain_pem: pem, token } = (await proof('type=nom151')).body.proof;
  const chain = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) as string[]).map(
    (text) => new X509Certificate(text),
  );
  expect(BigInt(`0x${chain[0]!.serialNumber}`)).toBe(BigInt(`0x${token.signer.serial}`));
  for (const [i, signed] of chain.entries()) {
    const issuer = chain[i + 1] ?? signed;
    expect(signed.checkIssued(issuer) && signed.verify(issuer.publicKey)).toBe(true);
  }
  const root = await readFile(path.join(sello.dataDir, 'tsa', 'p256', 'root.pem'), 'utf8');
  expect(chain.at(-1)!.raw).toEqual(new X509Certificate(root).raw);
});

test("nom151 raw: the provider's exact bytes, as an attachment", async ({
  certificate,
  proof,
  storedTsr,
}) => {
  const { status, headers, bytes } = await proof('type=nom151&format=raw');
  expect(status).toBe(200);
  expect(bytes).toEqual(await storedTsr());
  expect(headers['content-type']).toBe('application/timestamp-reply');
  expect(headers['content-disposition']).toBe(`attachment; filename="${certificate.id}.tsr"`);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-length']).toBe(String(bytes.length));
});

test('the bytes of a proof are the same at every request', async ({ proof }) => {
  for (const query of ['type=nom151', 'type=nom151&format=raw', 'type=bundle&format=raw']) {
    const [first, second] = [await proof(query), await proof(query)];
    expect(second.bytes.equals(first.bytes)).toBe(true);
  }
});

test('bundle: one ZIP, in JSON or raw, that matches the stated digest', async ({
  certificate,
  proof,
  storedTsr,
}) => {
  const { body } = await proof('type=bundle');
  const raw = await proof('type=bundle&format=raw');
  expect(raw.headers['content-type']).toBe('application/zip');
  expect(raw.headers['content-disposition']).toBe(`attachment; filename="${certificate.id}.zip"`);
  expect(raw.bytes.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'));
  expect(body.proof).toEqual({
    type: 'bundle',
    certificate_id: certificate.id,
    file_name: `${certificate.id}.zip`,
    sha256: createHash('sha256').update(raw.bytes).digest('hex'),
    zip_base64: raw.bytes.toString('base64'),
  });
  expect(raw.bytes.includes(await storedTsr())).toBe(true);
});

test('a test key can fetch the proofs of a test certificate', async ({ sello, client }) => {
  const trial = await sello.newKey(client.account, { mode: 'test' });
  const { id } = await sello.certify(trial.key, 'trial');
  const { status, body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, {
    key: trial.key,
  });
  expect(status).toBe(200);
  expect((await sello.call('GET', body.proof.url)).text).toBe('trial');
});

test('HEAD gives the headers of the raw bytes without sending them', async ({
  sello,
  client,
  certificate,
  storedTsr,
}) => {
  const { status, headers, bytes } = await sello.call(
    'HEAD',
    `${API}/certificates/${certificate.id}/proof?type=nom151&format=raw`,
    { key: client.key },
  );
  expect([status, bytes.length]).toEqual([200, 0]);
  expect(headers['content-length']).toBe(String((await storedTsr()).length));
});
