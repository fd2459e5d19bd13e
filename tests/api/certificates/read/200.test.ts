import { createHash } from 'node:crypto';
import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_BASE_URL: 'https://sello.example/' }).extend(
  'get',
  ({ client, sello }) =>
    (id: string, key = client.key) =>
      sello.call('GET', `${API}/certificates/${id}`, { key }),
);

test('the detail equals the record returned on creation', async ({ sello, client, get }) => {
  const made = await sello.certify(client.key, 'x', { title: 'T', description: 'D', document_type: 'K' });
  const { status, body, headers } = await get(made.id);
  expect(status).toBe(200);
  expect(body).toEqual({ certificate: made });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('the record has exactly the fields of the contract', async ({ sello, client, get }) => {
  const { id } = await sello.certify(client.key, 'every field');
  const { certificate } = (await get(id)).body;
  expect(certificate).toEqual({
    id,
    object: 'certificate',
    livemode: true,
    status: 'stamped',
    title: 'contract.pdf',
    description: null,
    document_type: null,
    external_id: null,
    key_id: client.apiKey.id,
    metadata: {},
    tags: [],
    origin: null,
    sealed: null,
    sealed_from: null,
    file: {
      name: 'contract.pdf',
      mime: 'application/pdf',
      size: 11,
      sha256: createHash('sha256').update('every field').digest('hex'),
      digest: { algorithm: 'SHA-256', value: createHash('sha256').update('every field').digest('hex') },
      stored: true,
      expires_at: null,
      erased_at: null,
    },
    nom151: {
      status: 'issued',
      psc: expect.stringContaining('no legal value'),
      serial: expect.stringMatching(/^[0-9a-f]{16,32}$/),
      policy_oid: expect.stringMatching(/^2\.25\.\d+$/),
      gen_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      accuracy_ms: 1_000,
      accredited: false,
      warnings: [],
      shared: false,
      tree_size: null,
    },
    blockchain: {
      status: 'pending',
      network: null,
      chain_id: null,
      tx_id: null,
      block_number: null,
      block_hash: null,
      block_time: null,
      confirmations: null,
      merkle_root: null,
    },
    qr_verification_url: expect.stringMatching(/^https:\/\/sello\.example\/v\/[0-9A-Za-z]{22}$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: certificate.created_at,
  });
});

test('two certificates never share a verification address', async ({ sello, client }) => {
  const [first, second] = [await sello.certify(client.key, 'same'), await sello.certify(client.key, 'same')];
  expect(first.qr_verification_url).not.toBe(second.qr_verification_url);
});

test('every key of the account and mode can read it', async ({ sello, client, get }) => {
  const { id } = await sello.certify(client.key);
  const other = await sello.newKey(client.account, { scopes: ['certificates:read'] });
  expect((await get(id, other.key)).body).toEqual((await get(id)).body);
});

test('a test certificate can be read with a test key', async ({ sello, client, get }) => {
  const { key } = await sello.newKey(client.account, { mode: 'test' });
  const made = await sello.certify(key);
  expect((await get(made.id, key)).body.certificate).toEqual(made);
  expect(made.livemode).toBe(false);
});

test('HEAD is answered with the same headers and no body', async ({ sello, client, get }) => {
  const { id } = await sello.certify(client.key);
  const { status, text, headers } = await sello.call('HEAD', `${API}/certificates/${id}`, {
    key: client.key,
  });
  expect([status, text]).toEqual([200, '']);
  expect(Number(headers['content-length'])).toBe((await get(id)).bytes.length);
});
