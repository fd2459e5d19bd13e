import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base } from '../../../harness/world.ts';

const test = base.extend(
  'erase',
  ({ sello }) =>
    (id: string, key?: string) =>
      sello.call('DELETE', `${API}/certificates/${id}/file`, { key }),
);

test('without a key nothing is erased', async ({ sello, erase }) => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key);
  expectRefusal(await erase(id), 401, 'unauthorized');
});
