import { ROLE_SCOPES } from '../../../../server/src/people/teams/roles.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('it shows the account, the remaining allowance, and this month’s calls over all keys', async ({
  sello,
}) => {
  const { id, account, email, call, newKey } = await signUp(sello);
  const [first, second] = [await newKey(), await newKey()];
  await sello.certify(first.secret);
  await sello.certify(first.secret);
  await sello.call('GET', `${API}/certificates`, { key: second.secret });
  const { status, body, headers } = await call('GET', '/me');
  expect(status).toBe(200);
  expect(body).toEqual({
    account: { ...account, certificates_left: 3 },
    person: {
      id,
      email,
      email_proven: false,
      name: account.name,
      language: null,
      time_zone: null,
      second_factor: false,
      authenticator_app: false,
      passkeys: 0,
      created_at: account.created_at,
    },
    accounts: [{ id: account.id, name: account.name, role: 'owner' }],
    scopes: ROLE_SCOPES.owner,
    // The first person of the service is an operator.
    operator: expect.any(Boolean),
    sso: null,
    allowance: { certificates_left: 3, certificates_made: 2, certificates_granted: 5, low: false },
    key_review: false,
    usage: { month_requests: 3, month_certificates: 2, month_test_certificates: 0 },
    quick_start: { key_made: true, first_call: true, first_certificate: true, page_opened: false },
  });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(JSON.stringify(body)).not.toMatch(/password|hash/);
});

test('the quick start marks one step after the other as done', async ({ sello }) => {
  const { account, call, newKey } = await signUp(sello);
  const steps = async () => (await call('GET', '/me')).body.quick_start;
  const none = { key_made: false, first_call: false, first_certificate: false, page_opened: false };
  expect(await steps()).toEqual(none);
  const { secret } = await newKey({ name: 'x', mode: 'test' });
  expect(await steps()).toEqual({ ...none, key_made: true });
  await sello.call('GET', `${API}/certificates`, { key: secret });
  expect(await steps()).toEqual({ ...none, key_made: true, first_call: true });
  await sello.certify(secret);
  expect(await steps()).toEqual({ ...none, key_made: true, first_call: true, first_certificate: true });
  await sello.database.query(
    'update accounts set page_opened_at = now() where id = $1',
    [account.id],
    'look',
  );
  expect(await steps()).toEqual({
    key_made: true,
    first_call: true,
    first_certificate: true,
    page_opened: true,
  });
});

test('live and test certificates of the month are counted separately, and the count resets each month; the total counts live ones only', async ({
  sello,
}) => {
  const { account, newKey } = await signUp(sello);
  await sello.certify((await newKey()).secret);
  const trial = await newKey({ name: 'trial', mode: 'test' });
  for (let i = 0; i < 2; i++) await sello.certify(trial.secret);
  const { now, accounts } = sello.ports;
  const nextMonth = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 1, 1));
  const lastInstant = new Date(nextMonth.getTime() - 1);
  expect(await accounts.overview(account.id, lastInstant)).toMatchObject({
    certificatesMade: 1,
    monthCertificates: 1,
    monthTestCertificates: 2,
    monthCalls: 3,
  });
  expect(await accounts.overview(account.id, nextMonth)).toMatchObject({
    certificatesMade: 1,
    monthCertificates: 0,
    monthTestCertificates: 0,
    monthCalls: 0,
  });
});
