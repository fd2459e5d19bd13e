import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SCOPES } from '../../../../server/src/operations/scopes.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

const erase = (id: string, key?: string) => sello.call('DELETE', `${API}/certificates/${id}/file`, { key });

test('a key that was made without naming files:erase erases nothing', async () => {
  const { account, key: all } = await sello.newAccount();
  const { id } = await sello.certify(all);
  const { key } = await sello.newKey(account, { scopes: DEFAULT_SCOPES });
  expect(expectRefusal(await erase(id, key), 403, 'insufficient_scope')).toContain('files:erase');
  expect((await sello.call('GET', `${API}/certificates/${id}`, { key })).body.certificate.file.stored).toBe(
    true,
  );
});
