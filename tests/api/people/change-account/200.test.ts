import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('name, language and time zone are changed one by one or together, and cleared with null', async ({
  sello,
}) => {
  const { account, call } = await signUp(sello);
  let expected = (await call('GET', '/me')).body.person;
  for (const change of [
    { name: 'Eva Ñ' },
    { language: 'es' },
    { time_zone: 'America/Mexico_City' },
    { name: 'Ana', language: 'en', time_zone: 'UTC' },
    { language: null },
    { time_zone: null },
    {},
  ]) {
    expected = { ...expected, ...change };
    const { status, body } = await call('PATCH', '/me', change);
    expect([status, body]).toEqual([
      200,
      { account: { ...account, language: expected.language }, person: expected },
    ]);
  }
  expect((await call('GET', '/me')).body.person).toEqual(expected);
});

test('fields that an owner may not change stay unchanged', async ({ sello }) => {
  const { account, call } = await signUp(sello);
  const wanted = {
    id: 'acct_x',
    email: 'other@example.com',
    certificates_left: 1_000,
    second_factor: true,
    created_at: '2000-01-01T00:00:00Z',
    deletion_requested_at: '2000-01-01T00:00:00Z',
  };
  expect((await call('PATCH', '/me', wanted)).body.account).toEqual(account);
});

test('language and time zone may be chosen at sign-up', async ({ sello }) => {
  const payload = {
    email: 'chosen@example.com',
    password: 'correct horse',
    name: 'C',
    language: 'es',
    time_zone: 'America/Tijuana',
  };
  const { status, body } = await sello.call('POST', '/api/dashboard/signup', { payload });
  expect([status, body.account]).toMatchObject([201, { language: 'es', time_zone: 'America/Tijuana' }]);
});
