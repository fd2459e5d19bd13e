import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('awards:read is not enough to read a ledger: members:read is needed too', async ({ sello }) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const memberId = await own.enrol();
  for (const [scope, lacking] of [
    ['awards:read', 'members:read'],
    ['members:read', 'awards:read'],
  ] as const) {
    const { key } = await sello.newKey(account.account, { scopes: [scope] });
    const answer = await sello.call('GET', `${API}/members/${memberId}/ledger`, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain(`\`${lacking}\``);
  }
});
