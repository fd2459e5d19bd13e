import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { openCouncil, RULES } from '../../../harness/memberships.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend(
    'psc',
    FILE,
    opened(() => openFaultyPsc(1_000)),
  )
  .extend('settings', FILE, ({ psc }) => psc.env);

test('a failure of the provider is passed on, nothing is used up, and the next request succeeds', async ({
  psc,
  sello,
}) => {
  const { account, key } = await sello.newAccount();
  const council = await openCouncil(sello, key);
  const { id } = await council.endingOn(council.today(30), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const before = await sello.certificatesLeft(account);
  const ask = () => council.call('POST', `/renewals/${renewal.id}/constancia`, {});
  psc.behave('server error');
  const refused = await ask();
  expect([refused.status, refused.body.error], refused.text).toEqual([502, 'psc_error']);
  expect(await sello.certificatesLeft(account)).toBe(before);
  psc.behave('honest');
  const made = await ask();
  expect(made.status, made.text).toBe(201);
  expect(await sello.certificatesLeft(account)).toBe(before - 1);
});
