import { signUp } from '../../../harness/dashboard-person.ts';
import { newOperator } from '../../../harness/operator.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, withSettings } from '../../../harness/world.ts';

// Other tests set their clocks forward, so accounts that they open later are newer than ours.
const test = withSettings({});

test('accounts are found by id, by name, and by the addresses of their people', async ({ sello }) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const viewer = await joinAs(sello, owner, 'viewer');
  const name = `Notaría ${owner.id.slice(-8)}`;
  await owner.call('PATCH', '/account', { name });
  for (const search of [
    owner.account.id,
    name.toUpperCase(),
    owner.email.slice(0, 9),
    viewer.email,
    viewer.id,
  ]) {
    const { status, body } = await operator.operate('GET', `/accounts?q=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    expect(body.accounts.map(({ id }: { id: string }) => id)).toEqual([owner.account.id]);
  }
});

test('the next page begins after the last account, and the list can be filtered by state', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const [first, second] = [await signUp(sello), await signUp(sello)];
  const page = (await operator.operate('GET', '/accounts?limit=1')).body;
  expect(page.accounts[0].id).toBe(second.account.id);
  const next = (await operator.operate('GET', `/accounts?limit=1&after=${page.next_after}`)).body;
  expect(next.accounts[0].id).toBe(first.account.id);
  await operator.operate('POST', `/accounts/${first.account.id}/suspend`, { reason: 'Factura vencida' });
  const inState = async (state: string) =>
    (await operator.operate('GET', `/accounts?state=${state}&q=${first.account.id}`)).body.accounts.length;
  expect([await inState('open'), await inState('suspended'), await inState('closed')]).toEqual([0, 1, 0]);
});
