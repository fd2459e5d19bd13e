import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openWorld } from '../../../harness/memberships-world.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('awards:read alone does not open a ledger: it needs members:read too', async ({ sello }) => {
  const account = await sello.newAccount();
  const own = await openWorld(sello, account.key);
  const memberId = await own.member();
  for (const [scope, lacking] of [
    ['awards:read', 'members:read'],
    ['members:read', 'awards:read'],
  ] as const) {
    const { key } = await sello.newKey(account.account, { scopes: [scope] });
    const answer = await sello.call('GET', `${API}/members/${memberId}/ledger`, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain(`\`${lacking}\``);
  }
});
