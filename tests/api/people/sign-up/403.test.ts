import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_SIGNUP: 'closed' });

test('if sign-up is closed, no account is made, and the answer refers to the operator', async ({ sello }) => {
  const payload = { email: 'a@example.com', password: 'correct horse', name: 'A' };
  const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload });
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual({
    error: 'signup_closed',
    message: 'New accounts are made by the operator of this service.',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await sello.ports.accounts.list()).toEqual([]);
  const spanish = await sello.call('POST', `${DASHBOARD}/signup`, {
    payload,
    headers: { 'accept-language': 'es' },
  });
  expect(spanish.body.message).toContain('el operador');
});
