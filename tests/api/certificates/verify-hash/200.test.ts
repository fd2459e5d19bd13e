import { createHash } from 'node:crypto';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('verify', ({ client, sello }) => async (hash: string, key = client.key) => {
  const { status, body } = await sello.call('GET', `${API}/verify/${hash}`, { key });
  expect(status).toBe(200);
  return body;
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('an uncertified hash gets an answer, not an error', async ({ verify }) => {
  const hash = sha256('never');
  expect(await verify(hash)).toEqual({ certified: false, hash, certificates: [] });
});

test('a certified hash comes with its certificate', async ({ sello, client, verify }) => {
  const made = await sello.certify(client.key, 'once');
  expect(await verify(sha256('once'))).toEqual({
    certified: true,
    hash: sha256('once'),
    certificates: [made],
  });
});

test('hexadecimal is accepted in any case and returned in lower case', async ({ sello, client, verify }) => {
  const hash = sha256('any case');
  const made = await sello.certify(client.key, 'any case');
  const mixed = [...hash].map((digit, i) => (i % 2 ? digit.toUpperCase() : digit)).join('');
  for (const given of [hash, hash.toUpperCase(), mixed]) {
    expect(await verify(given)).toEqual({ certified: true, hash, certificates: [made] });
  }
});

test('all certificates of the same bytes are listed, newest first', async ({ sello, client, verify }) => {
  const made = [];
  for (let i = 0; i < 3; i++) made.unshift(await sello.certify(client.key, 'thrice', { title: `No. ${i}` }));
  expect((await verify(sha256('thrice'))).certificates).toEqual(made);
});

test("another account's certificates are not revealed", async ({ sello, client, verify }) => {
  const other = await sello.newAccount();
  await sello.certify(other.key, 'theirs');
  const hash = sha256('theirs');
  expect(await verify(hash)).toEqual({ certified: false, hash, certificates: [] });
  const own = await sello.certify(client.key, 'theirs');
  expect((await verify(hash)).certificates).toEqual([own]);
});

test('live and test certificates are kept apart', async ({ sello, client, verify }) => {
  const trial = await sello.newKey(client.account, { mode: 'test' });
  const hash = sha256('trial');
  const made = await sello.certify(trial.key, 'trial');
  expect((await verify(hash)).certified).toBe(false);
  expect((await verify(hash, trial.key)).certificates).toEqual([made]);
});

test('at most the newest hundred are listed', async ({ sello, verify }) => {
  const { account, key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'many');
  await sello.database.query(
    `insert into certificates select (jsonb_populate_record(c, jsonb_build_object(
       'id', 'cert_' || lpad(n::text, 22, '0'), 'number', n, 'code', n::text))).*
     from certificates c, generate_series(2, 102) n where c.id = $1 and c.account_id = $2`,
    [id, account.id],
    'copies',
  );
  const { certificates } = await verify(sha256('many'), key);
  expect(certificates).toHaveLength(100);
  expect(certificates[0].id).toBe(`cert_${'102'.padStart(22, '0')}`);
});
