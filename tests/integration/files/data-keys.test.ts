import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { masterIdOf } from '../../../server/src/kernel/wrapping/master-keys.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

const newMaster = () => {
  const bytes = randomBytes(32);
  return { text: bytes.toString('base64'), id: masterIdOf(bytes) };
};

const first = newMaster();
const second = newMaster();

let sello: TestSello;
beforeEach(async () => {
  sello = await openTestSello({ SELLO_BLOB_KEY: first.text });
});
afterEach(() => sello.close());

const mastersInUse = async () =>
  (await sello.database.query('select distinct master_id from blob_keys order by 1', [], 'masters')).map(
    (row) => row.master_id,
  );
const download = async (from: TestSello, key: string, id: string) => {
  const { proof } = (await from.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body;
  return (await from.call('GET', proof.url)).text;
};

test('an account has one wrapped data key, however many processes create it at once', async () => {
  const other = await sello.another();
  const { key, account } = await sello.newAccount();
  const made = await Promise.all([sello, other, sello, other].map((one, i) => one.certify(key, `file ${i}`)));
  for (const [i, { id }] of made.entries()) expect(await download(other, key, id)).toBe(`file ${i}`);
  const rows = await sello.database.query(
    'select master_id, wrapped from blob_keys where account_id = $1',
    [account.id],
    'keys',
  );
  expect(rows).toEqual([{ master_id: first.id, wrapped: expect.any(Buffer) }]);
});

test('P22 neither master key nor data key is in the database or in the log', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key);
  const [row] = await sello.database.query(
    'select string_agg(t::text, chr(10)) as text from blob_keys t',
    [],
    'dump',
  );
  const everything = `${String(row?.text)}\n${sello.logLines.join('\n')}`;
  expect(everything).not.toContain(first.text);
  expect(everything).not.toContain(Buffer.from(first.text, 'base64').toString('hex'));
});

test('a new master key rewraps all data keys at startup; the old one is then no longer needed', async () => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'from before');
  expect(await mastersInUse()).toEqual([first.id]);
  const rotated = await sello.another({ SELLO_BLOB_KEY: second.text, SELLO_BLOB_KEYS_OLD: first.text });
  expect(rotated.logLines.join()).toContain('blob_keys.rewrapped');
  expect(await mastersInUse()).toEqual([second.id]);
  expect(await download(rotated, key, id)).toBe('from before');
  const later = await sello.another({ SELLO_BLOB_KEY: second.text });
  expect(await download(later, key, id)).toBe('from before');
});

test('during a key change, processes that know both keys work beside those that do not', async () => {
  const { key } = await sello.newAccount();
  const reader = await sello.another({ SELLO_BLOB_KEY: first.text, SELLO_BLOB_KEYS_OLD: second.text });
  await sello.another({ SELLO_BLOB_KEY: second.text, SELLO_BLOB_KEYS_OLD: first.text });
  const { id } = await reader.certify(key, 'meanwhile');
  expect(await download(reader, key, id)).toBe('meanwhile');
});

test('without the master key in use nothing starts, and the message names its id, not the key', async () => {
  await sello.certify((await sello.newAccount()).key);
  for (const env of [{ SELLO_BLOB_KEY: undefined }, { SELLO_BLOB_KEY: second.text }]) {
    const refusal = await sello.another(env).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    const { message } = refusal as OperatorError;
    expect(message).toContain(first.id);
    expect(message).toContain('Give it with SELLO_BLOB_KEY or SELLO_BLOB_KEYS_OLD.');
    expect(message).not.toContain(second.text);
  }
});

test('a process with a replaced master key answers a plain 500, and its log says what to do', async () => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'from before');
  const late = await sello.another();
  await sello.another({ SELLO_BLOB_KEY: second.text, SELLO_BLOB_KEYS_OLD: first.text });
  const { proof } = (await late.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body;
  const { status, body } = await late.call('GET', proof.url);
  expect([status, body.error]).toEqual([500, 'internal_error']);
  expect(JSON.stringify(body)).not.toContain(second.id);
  expect(late.logLines.join()).toContain('Give it with SELLO_BLOB_KEY or SELLO_BLOB_KEYS_OLD.');
});

test('files from before encryption stay readable, even those certified again since', async () => {
  const plain = await openTestSello();
  const { key } = await plain.newAccount();
  const { id } = await plain.certify(key, 'plain');
  const encrypting = await plain.another({ SELLO_BLOB_KEY: first.text });
  expect(await download(encrypting, key, id)).toBe('plain');
  const again = await encrypting.certify(key, 'plain');
  expect(await download(encrypting, key, again.id)).toBe('plain');
  await plain.close();
});
