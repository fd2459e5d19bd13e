import { DEFAULT_SCOPES } from '../../../../server/src/operations/scopes.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'erase',
  ({ sello }) =>
    (id: string, key?: string) =>
      sello.call('DELETE', `${API}/certificates/${id}/file`, { key }),
);

test('a key without files:erase, which must be named, cannot erase anything', async ({ sello, erase }) => {
  const { account, key: all } = await sello.newAccount();
  const { id } = await sello.certify(all);
  const { key } = await sello.newKey(account, { scopes: DEFAULT_SCOPES });
  expect(expectRefusal(await erase(id, key), 403, 'insufficient_scope')).toContain('files:erase');
  expect((await sello.call('GET', `${API}/certificates/${id}`, { key })).body.certificate.file.stored).toBe(
    true,
  );
});
