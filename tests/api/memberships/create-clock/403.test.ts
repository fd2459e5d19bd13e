import { newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a live key cannot make or read a clock, even if the account has one', async ({ sello }) => {
  const { account, key } = await sello.newAccount({ key: { mode: 'test' } });
  const id = await newClock(await openCouncil(sello, key));
  const live = await openCouncil(sello, (await sello.newKey(account)).key);
  for (const [method, path, body] of [
    ['POST', '/clocks', {}],
    ['GET', '/clocks'],
    ['GET', `/clocks/${id}`],
    ['POST', `/clocks/${id}/advance`, { day: '2028-02-01' }],
    ['DELETE', `/clocks/${id}`],
  ] as const)
    expectRefusal(await live.call(method, path, body), 403, 'test_mode_only');
});

test('a key without the scope cannot make a clock', async ({ sello }) => {
  const { key } = await sello.newAccount({ key: { mode: 'test', scopes: ['members:read'] } });
  const council = await openCouncil(sello, key);
  expectRefusal(await council.call('POST', '/clocks', {}), 403, 'insufficient_scope');
});

test('a clock belongs to one account only', async ({ sello }) => {
  const id = await newClock(await openTestCouncil(sello));
  const other = await openTestCouncil(sello);
  expectRefusal(await other.call('GET', `/clocks/${id}`), 404, 'not_found');
});
