import { createHash } from 'node:crypto';
import { decodeOtsFile, decodeProofXml, readBundle } from '@sello/proof';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { API, type TestAnswer } from '../../../harness/test-sello.ts';
import { around, expect } from '../../../harness/world.ts';

let id: string;
let record: TestAnswer['body'];
let raw: TestAnswer;
const test = around(openAnchoredSello);

test.beforeAll(async ({ world }) => {
  await world.certify();
  id = await world.certify();
  await world.certify();
  await world.anchorAndMine();
  record = await world.record(id);
  raw = await world.proof(id);
});

test('json: the facts of the record, and the same XML as format=raw', async ({ world }) => {
  const { status, body } = await world.proof(id, 'type=blockchain');
  expect(status).toBe(200);
  const { network, tx_id, block_number, block_hash } = record.blockchain;
  expect(body).toEqual({
    proof: {
      type: 'blockchain',
      certificate_id: id,
      status: 'final',
      network,
      trust: 'operator',
      tx_id,
      block_number,
      block_hash,
      xml: raw.text,
      calendars: [],
    },
  });
});

test('raw: XML as an attachment, with an ETag of its bytes', async ({ world }) => {
  expect(raw.status).toBe(200);
  expect(raw.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': `attachment; filename="${id}.xml"`,
    'x-content-type-options': 'nosniff',
    etag: `"${createHash('sha256').update(raw.bytes).digest('hex')}"`,
  });
  const proof = decodeProofXml(raw.bytes);
  expect(proof).toMatchObject({ status: 'final', certificate: { id, issuer: world.sello.identity.origin } });
  expect(Buffer.from(proof.document.fileSha256!).toString('hex')).toBe(record.file.sha256);
  expect(raw.text).not.toContain(record.file.name);
  expect(raw.text).not.toContain(world.caller.account.id);
});

test('HEAD gives the headers of the XML without its bytes', async ({ world }) => {
  const url = `${API}/certificates/${id}/proof?type=blockchain&format=raw`;
  const { status, headers, bytes } = await world.sello.call('HEAD', url, { key: world.caller.key });
  expect([status, bytes.length, headers.etag]).toEqual([200, 0, raw.headers.etag]);
});

test('tlog: a C2SP tlog-proof with the index, the path and the signed checkpoint', async ({ world }) => {
  const { status, headers, text } = await world.proof(id, 'type=blockchain&format=tlog');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}.tlog-proof"`);
  expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
  expect(text).toContain('\nindex 1\n');
  expect(text.endsWith((await world.sello.call('GET', '/log/checkpoint')).text)).toBe(true);
});

test('ots: an OpenTimestamps file over the document', async ({ world }) => {
  const { status, headers, bytes } = await world.proof(id, 'type=blockchain&format=ots');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/vnd.opentimestamps.ots');
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}.ots"`);
  expect(Buffer.from(decodeOtsFile(bytes).digest).toString('hex')).toBe(record.file.sha256);
});

test('the bundle contains the XML once it exists, and is valid without it before', async ({ world }) => {
  const { bytes } = await world.proof(id, 'type=bundle&format=raw');
  expect(Buffer.from(readBundle(bytes).xml!).equals(raw.bytes)).toBe(true);
  const waiting = await world.proof(await world.certify(), 'type=bundle&format=raw');
  expect(waiting.status).toBe(200);
  expect(readBundle(waiting.bytes).xml).toBeUndefined();
});

test('another account cannot fetch it', async ({ world }) => {
  const other = await world.sello.newAccount();
  const url = `${API}/certificates/${id}/proof?type=blockchain`;
  expect((await world.sello.call('GET', url, { key: other.key })).status).toBe(404);
});
