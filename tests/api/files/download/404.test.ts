import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base
  .extend('addressOf', ({ sello }) => async (content: string) => {
    const { key } = await sello.newAccount({ key: { mode: 'test' } });
    const { id, file } = await sello.certify(key, content);
    const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
    const { pathname, search } = new URL(body.proof.url);
    return { id, file, path: pathname + search };
  })
  .extend(
    'mark',
    ({ sello }) =>
      (id: string) =>
        sello.database.query('update certificates set file_erased_at = now() where id = $1', [id], 'mark'),
  );

test('an address from before the erasure says that the file was erased', async ({
  sello,
  addressOf,
  mark,
}) => {
  const { id, path } = await addressOf('marked');
  await mark(id);
  for (const method of ['GET', 'HEAD']) {
    expect((await sello.call(method, path)).status).toBe(404);
  }
  expect(expectRefusal(await sello.call('GET', path), 404, 'file_not_stored')).toContain('erased');
});

test('so does an address whose file is erased during the request', async ({ sello, addressOf, mark }) => {
  const { id, file, path } = await addressOf('removed meanwhile');
  const { blobs } = sello.ports;
  const open = blobs.open;
  blobs.open = async (accountId, name, range) => {
    if (name !== file.sha256) return open(accountId, name, range);
    await mark(id);
    return undefined;
  };
  try {
    expectRefusal(await sello.call('GET', path), 404, 'file_not_stored');
  } finally {
    blobs.open = open;
  }
});
