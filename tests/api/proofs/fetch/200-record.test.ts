import { createHash } from 'node:crypto';
import { decodeEvidenceRecord } from '@sello/proof';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { around, expect, FILE } from '../../../harness/world.ts';

const test = around(openAnchoredSello).extend('id', FILE, ({ world }) => world.certify());

test('raw: an evidence record as an attachment, with an ETag of its bytes', async ({ world, id }) => {
  const { status, headers, bytes } = await world.proof(id, 'type=record&format=raw');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${id}.ers"`,
    'x-content-type-options': 'nosniff',
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  });
  expect(decodeEvidenceRecord(bytes).chains).toHaveLength(1);
});

test('json: the same record in base64, with its stamps and their signers', async ({ world, id }) => {
  const { bytes } = await world.proof(id, 'type=record&format=raw');
  const { status, body } = await world.proof(id, 'type=record');
  expect(status).toBe(200);
  const { body: stamp } = await world.proof(id, 'type=nom151');
  expect(body).toEqual({
    proof: {
      type: 'record',
      certificate_id: id,
      file_name: `${id}.ers`,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      record_base64: Buffer.from(bytes).toString('base64'),
      chain_pem: stamp.proof.chain_pem,
      stamps: [{ gen_time: stamp.proof.token.gen_time, hash_algorithm: 'SHA-256' }],
    },
  });
});
