import { SCOPES } from '../../../../server/src/operations/scopes.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key that reads neither certificates nor members is refused; either is enough', async ({ sello }) => {
  const { account } = await sello.newAccount();
  const list = async (scopes: readonly (typeof SCOPES)[number][]) => {
    const { key } = await sello.newKey(account, { scopes });
    return sello.call('GET', `${API}/legal-holds`, { key });
  };
  const others = SCOPES.filter((scope) => scope !== 'certificates:read' && scope !== 'members:read');
  expect(expectRefusal(await list(others), 403, 'insufficient_scope')).toContain('certificates:read');
  for (const scope of ['certificates:read', 'members:read'] as const)
    expect((await list([scope])).status).toBe(200);
});
