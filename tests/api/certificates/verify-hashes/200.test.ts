import { createHash } from 'node:crypto';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'ask',
  ({ client, sello }) =>
    (hashes: string[], key = client.key) =>
      sello.call('POST', `${API}/verify`, { key, payload: { hashes } }),
);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('results are in the order of the request, including duplicates, with the records of GET /verify/{hash}', async ({
  sello,
  client,
  ask,
}) => {
  const first = await sello.certify(client.key, 'one');
  const second = await sello.certify(client.key, 'two');
  const again = await sello.certify(client.key, 'one');
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
  const one = await sello.call('GET', `${API}/verify/${sha256('one')}`, { key: client.key });
  expect(body.results[2]).toEqual(one.body);
});

test('a thousand hashes count as one call', async ({ sello, ask }) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 5 } });
  const hashes = Array.from({ length: 1_000 }, (_, i) => sha256(`hash ${i}`));
  const made = await sello.certify(key, 'hash 700');
  const { status, body, headers } = await ask(hashes, key);
  expect([status, body.results.length]).toEqual([200, 1_000]);
  expect(headers.ratelimit).toMatch(/^"minute";r=3;/);
  const certified = body.results.filter((result: { certified: boolean }) => result.certified);
  expect(certified).toEqual([{ hash: hashes[700], certified: true, certificates: [made] }]);
});

test('certificates of another account or mode are not among them', async ({ sello, client, ask }) => {
  const other = await sello.newAccount();
  const { key: trial } = await sello.newKey(client.account, { mode: 'test' });
  await sello.certify(other.key, 'theirs');
  await sello.certify(trial, 'in test');
  const { body } = await ask([sha256('theirs'), sha256('in test')]);
  expect(body.results.map(({ certified }: { certified: boolean }) => certified)).toEqual([false, false]);
});
