import { approvedAward } from '../../../harness/documents.ts';
import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend(
    'psc',
    FILE,
    opened(() => openFaultyPsc(1_000)),
  )
  .extend('settings', FILE, ({ psc }) => psc.env);

test('a failure of the provider is passed on, the award does not change, and a second request makes the diploma', async ({
  psc,
  sello,
}) => {
  const { account, key } = await sello.newAccount();
  const council = await openProgramCouncil(sello, key);
  const { id } = await approvedAward(council);
  const before = await sello.certificatesLeft(account);
  const ask = () => sello.call('POST', `${API}${`/awards/${id}/diploma`}`, { key, payload: {} });
  psc.behave('server error');
  const refused = await ask();
  expect([refused.status, refused.body.error], refused.text).toEqual([502, 'psc_error']);
  expect(await sello.certificatesLeft(account)).toBe(before);
  psc.behave('honest');
  const made = await ask();
  expect(made.status, made.text).toBe(201);
  expect(await sello.certificatesLeft(account)).toBe(before - 1);
});
