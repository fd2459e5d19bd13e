import { access } from 'node:fs/promises';
import path from 'node:path';
import { eraseExpiredFiles } from '../../../../server/src/certificates/erasing/erase-files.ts';
import { fsck } from '../../../harness/busy-sello.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API, openTestSello } from '../../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'erase',
    ({ sello }) =>
      (id: string, key?: string) =>
        sello.call('DELETE', `${API}/certificates/${id}/file`, { key }),
  )
  .extend(
    'isOnDisk',
    ({ sello }) =>
      (account: string, sha256: string) =>
        access(path.join(sello.dataDir, 'files', 'files', account, sha256.slice(0, 2), sha256)).then(
          () => true,
          () => false,
        ),
  )
  .extend(
    'proof',
    ({ sello }) =>
      (id: string, type: string, key: string) =>
        sello.call('GET', `${API}/certificates/${id}/proof?type=${type}`, { key }),
  );

test('the original is gone at once, from the store and from addresses handed out before; the evidence stays', async ({
  sello,
  erase,
  isOnDisk,
  proof,
}) => {
  const { account, key } = await sello.newAccount();
  const made = await sello.certify(key, 'to be forgotten');
  const { url } = (await proof(made.id, 'file', key)).body.proof;
  const { status, body } = await erase(made.id, key);
  expect(status).toBe(200);
  const { erased_at } = body.certificate.file;
  expect(erased_at).toEqual(expect.any(String));
  expect(body).toEqual({ certificate: { ...made, file: { ...made.file, stored: false, erased_at } } });
  expect(await isOnDisk(account.id, made.file.sha256)).toBe(false);
  expectRefusal(await proof(made.id, 'file', key), 404, 'file_not_stored');
  const { pathname, search } = new URL(url);
  expectRefusal(await sello.call('GET', pathname + search), 404, 'file_not_stored');
  for (const type of ['nom151', 'bundle', 'constancia'])
    expect((await proof(made.id, type, key)).status).toBe(200);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});

test('erasing again changes nothing and gives the same answer', async ({ sello, erase }) => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'twice');
  const first = await erase(id, key);
  sello.advance(5_000);
  expect((await erase(id, key)).body).toEqual(first.body);
});

test('bytes that another certificate of the account needs stay, until that one is erased too', async ({
  sello,
  erase,
  isOnDisk,
  proof,
}) => {
  const { account, key } = await sello.newAccount();
  const [one, other] = [await sello.certify(key, 'shared'), await sello.certify(key, 'shared')];
  await erase(one.id, key);
  expect(await isOnDisk(account.id, one.file.sha256)).toBe(true);
  expect((await proof(other.id, 'file', key)).status).toBe(200);
  await erase(other.id, key);
  expect(await isOnDisk(account.id, one.file.sha256)).toBe(false);
});

test('the same bytes can be certified again, and are kept', async ({ sello, erase, proof }) => {
  const { key } = await sello.newAccount();
  await erase((await sello.certify(key, 'comes back')).id, key);
  const again = await sello.certify(key, 'comes back');
  expect((await proof(again.id, 'file', key)).status).toBe(200);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});

test('if only the fingerprint was sent, there is nothing to erase and nothing changes', async ({
  sello,
  erase,
}) => {
  const { key } = await sello.newAccount();
  const payload = { sha256: 'ab'.repeat(32), file_name: 'never-sent.pdf' };
  const made = await sello.call('POST', `${API}/certificates`, { key, payload });
  expect(made.status).toBe(201);
  const { status, body } = await erase(made.body.certificate.id, key);
  expect([status, body]).toEqual([200, made.body]);
});

test('erased files make room for others', async () => {
  const small = await openTestSello({ SELLO_MAX_STORED_BYTES: '1000' });
  const { key } = await small.newAccount();
  const { id } = await small.certify(key, 'x'.repeat(1_000));
  await small.call('DELETE', `${API}/certificates/${id}/file`, { key });
  await small.certify(key, 'y'.repeat(1_000));
  await small.close();
});

test('the audit log says who erased it, and one event reports it', async ({ sello, erase }) => {
  const { account, apiKey, key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'noted');
  await erase(id, key);
  await erase(id, key);
  const events = await sello.ports.audit.page(account.id, 10, undefined);
  expect(events.filter(({ action }) => action === 'certificate.erase_file')).toMatchObject([
    { target: id, actor: { type: 'key', name: apiKey.name } },
  ]);
  const told = await sello.database.query(
    `select type, data from events where account_id = $1 and type = 'certificate.file_erased'`,
    [account.id],
    'told',
  );
  expect(told).toEqual([{ type: 'certificate.file_erased', data: { id } }]);
});

test('with an unreachable store nobody gets the erased file any more, and a later round removes it', async ({
  sello,
  erase,
  isOnDisk,
  proof,
}) => {
  const { account, key } = await sello.newAccount();
  const made = await sello.certify(key, 'left over for now');
  const { remove } = sello.ports.inventory;
  sello.ports.inventory.remove = () => Promise.reject(new Error('the disk is away'));
  try {
    expect((await erase(made.id, key)).body.certificate.file.stored).toBe(false);
  } finally {
    sello.ports.inventory.remove = remove;
  }
  expectRefusal(await proof(made.id, 'file', key), 404, 'file_not_stored');
  expect(sello.logLines.some((line) => line.includes('files.left_over'))).toBe(true);
  sello.advance(2 * 3_600_000);
  await eraseExpiredFiles(sello.ports, sello.config);
  expect(await isOnDisk(account.id, made.file.sha256)).toBe(false);
});
