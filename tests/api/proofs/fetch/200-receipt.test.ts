import { createHash } from 'node:crypto';
import { decodeReceipt, verifyReceipt } from '@sello/proof';
import { nodeEngine } from '../../../harness/node-engine.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, FILE, testAlone } from '../../../harness/world.ts';

const CONTENT = 'a contract';
const test = testAlone.extend('id', FILE, async ({ sello, key }) => {
  await sello.certify(key, 'the one before it');
  const { id } = await sello.certify(key, CONTENT);
  await sello.sequence();
  return id as string;
});

test('raw: a receipt as an attachment, with an ETag of its bytes, before any block has the certificate', async ({
  sello,
  key,
  id,
}) => {
  const ask = () => sello.call('GET', `${API}/certificates/${id}/proof?type=receipt&format=raw`, { key });
  const { status, headers, bytes } = await ask();
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/cose',
    'content-disposition': `attachment; filename="${id}.receipt"`,
    'x-content-type-options': 'nosniff',
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  });
  const fileSha256 = new Uint8Array(createHash('sha256').update(CONTENT).digest());
  const logKeys = [sello.identity.vkey];
  const { checks } = await verifyReceipt(nodeEngine, new Uint8Array(bytes), { fileSha256, logKeys });
  expect(checks.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass']);
});

test('json: the same receipt in base64, with what it states', async ({ sello, key, id }) => {
  const address = `${API}/certificates/${id}/proof?type=receipt`;
  const { bytes } = await sello.call('GET', `${address}&format=raw`, { key });
  const { status, body } = await sello.call('GET', address, { key });
  expect(status).toBe(200);
  expect(body).toEqual({
    proof: {
      type: 'receipt',
      certificate_id: id,
      file_name: `${id}.receipt`,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      receipt_base64: bytes.toString('base64'),
      log: sello.identity.origin,
      key_id: sello.identity.vkey.split('+')[1],
      leaf_index: 1,
      tree_size: 2,
    },
  });
});

test('P170 the bytes stay the same while the log grows, and all receipts of a checkpoint have one signature', async ({
  sello,
  key,
  id,
}) => {
  const bytesOf = async (of: string) =>
    (await sello.call('GET', `${API}/certificates/${of}/proof/receipt`, { key })).bytes;
  const before = await bytesOf(id);
  const more = [await sello.certify(key, 'third'), await sello.certify(key, 'fourth')];
  await sello.sequence();
  expect((await bytesOf(id)).equals(before)).toBe(true);
  const [third, fourth] = await Promise.all(
    more.map(async (each) => decodeReceipt(new Uint8Array(await bytesOf(each.id)))),
  );
  expect([third?.treeSize, fourth?.treeSize]).toEqual([4, 4]);
  expect(third?.signature).toEqual(fourth?.signature);
  expect(third?.path.length).toBe(2);
});

test('P170 nothing is signed for a checkpoint that was changed in the database', async ({ sello, key }) => {
  const { id } = await sello.certify(key, 'the one after it');
  await sello.sequence();
  const address = `${API}/certificates/${id}/proof/receipt`;
  expect((await sello.call('GET', address, { key })).status).toBe(200);
  const newest = 'size = (select max(size) from checkpoints)';
  const write = (values: readonly [string, Buffer]) =>
    sello.database.query(`update checkpoints set note = $1, root = $2 where ${newest}`, [...values]);
  const rows = await sello.database.query(`select note, root from checkpoints where ${newest}`, [], 'newest');
  const [{ note, root }] = rows as unknown as [{ note: string; root: Buffer }];
  const other = Buffer.from(root);
  other[0]! ^= 1;
  const changes = [
    [note, other],
    [note.replace(root.toString('base64'), other.toString('base64')), other],
    [note.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`), root],
  ] as const;
  for (const change of changes) {
    await write(change);
    expect((await sello.call('GET', address, { key })).status).toBe(500);
  }
  await write([note, root]);
  expect((await sello.call('GET', address, { key })).status).toBe(200);
});
