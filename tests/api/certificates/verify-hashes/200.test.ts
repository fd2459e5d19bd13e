import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const ask = (hashes: string[], key = caller.key) =>
  sello.call('POST', `${API}/verify`, { key, payload: { hashes } });

test('results come in the order asked, doubles too, with the records of GET /verify/{hash}', async () => {
  const first = await sello.certify(caller.key, 'one');
  const second = await sello.certify(caller.key, 'two');
  const again = await sello.certify(caller.key, 'one');
  const hashes = [sha256('two'), sha256('never'), sha256('one').toUpperCase(), sha256('two')];
  const { status, body } = await ask(hashes);
  expect(status).toBe(200);
  expect(body.results.map(({ hash }: { hash: string }) => hash)).toEqual(
    hashes.map((hash) => hash.toLowerCase()),
  );
  expect(body.results.map(({ certified }: { certified: boolean }) => certified)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(body.results[2].certificates).toEqual([again, first]);
  expect(body.results[3]).toEqual(body.results[0]);
  expect(body.results[0].certificates).toEqual([second]);
  const one = await sello.call('GET', `${API}/verify/${sha256('one')}`, { key: caller.key });
  expect(body.results[2]).toEqual(one.body);
});

test('a thousand hashes are one call', async () => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 5 } });
  const hashes = Array.from({ length: 1_000 }, (_, i) => sha256(`hash ${i}`));
  const made = await sello.certify(key, 'hash 700');
  const { status, body, headers } = await ask(hashes, key);
  expect([status, body.results.length]).toEqual([200, 1_000]);
  expect(headers.ratelimit).toMatch(/^"minute";r=3;/);
  const certified = body.results.filter((result: { certified: boolean }) => result.certified);
  expect(certified).toEqual([{ hash: hashes[700], certified: true, certificates: [made] }]);
});

test('certificates of another account or mode are not among them', async () => {
  const other = await sello.newAccount();
  const { key: trial } = await sello.newKey(caller.account, { mode: 'test' });
  await sello.certify(other.key, 'theirs');
  await sello.certify(trial, 'in test');
  const { body } = await ask([sha256('theirs'), sha256('in test')]);
  expect(body.results.map(({ certified }: { certified: boolean }) => certified)).toEqual([false, false]);
});
