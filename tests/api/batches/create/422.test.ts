import { expect, test } from 'vitest';
import { itemsNamed, makeAll, someItems } from '../../../harness/batch-items.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { forFile } from '../../../harness/for-file.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';

const sello = forFile(shareSello);
const caller = forFile(() => sello.newAccount({ certificates: 100 }));

const post = (payload: string, type = 'application/json', headers = {}) =>
  sello.call('POST', `${API}/batches`, {
    key: caller.key,
    payload,
    headers: { 'content-type': type, 'idempotency-key': 'refused', ...headers },
  });

async function expectNothing(
  call: () => ReturnType<typeof post>,
  status: number,
  code: string,
): Promise<string> {
  const before = await takeStock(sello, caller);
  const message = expectRefusal(await call(), status, code);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  const rows = await sello.database.query('select from batches where account_id = $1', [caller.account.id]);
  expect(rows).toHaveLength(0);
  return message;
}

const [good, bad] = itemsNamed(['good', 'bad']);

test.for<[string, unknown, string, string]>([
  ['no sha256', { file_name: 'a' }, 'validation_failed', 'sha256'],
  ['no file_name', { sha256: bad?.sha256 }, 'validation_failed', 'file_name'],
  ['a bad sha256', { ...bad, sha256: 'xyz' }, 'validation_failed', 'sha256'],
  ['a bad size', { ...bad, file_size: 1.5 }, 'validation_failed', 'file_size'],
  ['a file', { ...bad, file_base64: 'eA==' }, 'validation_failed', 'file_base64'],
  ['a wish for a sealed copy', { ...bad, seal: 'pdf' }, 'validation_failed', '`seal` needs the file'],
  ['bad metadata', { ...bad, metadata: { a: 1 } }, 'validation_failed', 'metadata.a'],
  ['the digest of nothing', { ...bad, file_size: 0 }, 'empty_file', 'file'],
  ['no object', 'text', 'validation_failed', 'sha256'],
])(
  'an item with %s refuses the batch by its index, in either encoding, and nothing is consumed',
  async ([, item, code, field]) => {
    const items = [good, item];
    const json = await expectNothing(() => post(JSON.stringify({ items })), 422, code);
    expect(json).toContain('items[1]');
    expect(json).toContain(field);
    const lines = items.map((one) => JSON.stringify(one)).join('\n');
    expect(await expectNothing(() => post(lines, 'application/x-ndjson'), 422, code)).toBe(json);
  },
);

test('the refusal for a duplicate external_id in a batch names both items', async () => {
  const items = [good, { ...good, external_id: 'a' }, { ...bad, external_id: 'a' }];
  const message = await expectNothing(() => post(JSON.stringify({ items })), 422, 'validation_failed');
  expect(message).toContain('items[2]');
  expect(message).toContain('items[1]');
});

test.for([['{}'], ['{"items":{}}'], ['{"items":[]}'], ['{"items":null}'], ['[]']])(
  '%s has no items',
  async ([payload = '']) => {
    const answer = await post(payload);
    expect([400, 422]).toContain(answer.status);
  },
);

test('10,001 items are refused, and a broken body is 400', async () => {
  const items = someItems(10_001);
  expect(await expectNothing(() => post(JSON.stringify({ items })), 422, 'validation_failed')).toContain(
    '10,000',
  );
  for (const payload of ['{"items":[', '{"items":[{]}', 'x', ''])
    expectRefusal(await post(payload), 400, 'malformed_json');
});

test('402 if the allowance is too small for all items, 409 for a taken id, 415 and 413 for other bodies', async () => {
  await expectNothing(() => post(JSON.stringify({ items: someItems(101) })), 402, 'allowance_exhausted');
  await expectNothing(() => post('x', 'text/plain'), 415, 'unsupported_media_type');
  await expectNothing(
    () => post(`{"items":["${'x'.repeat(600_000)}"]}`, 'application/json'),
    422,
    'validation_failed',
  );
  const first = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: { ...good, external_id: 'taken' },
  });
  const items = [good, { ...bad, external_id: 'taken' }];
  const message = await expectNothing(() => post(JSON.stringify({ items })), 409, 'external_id_taken');
  expect(message).toContain('items[1]');
  expect(message).toContain(first.body.certificate.id);
  await makeAll(sello);
});

test('a wrong Content-Digest is refused, and so is one with an unknown algorithm', async () => {
  const payload = JSON.stringify({ items: [good] });
  const wrong = { 'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:` };
  await expectNothing(() => post(payload, 'application/json', wrong), 422, 'digest_mismatch');
  const unknown = { 'content-digest': 'md5=:AAAA:' };
  await expectNothing(() => post(payload, 'application/json', unknown), 422, 'validation_failed');
});
