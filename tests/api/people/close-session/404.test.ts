import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'me',
  ({ sello }) =>
    async (cookie: string) =>
      (await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status,
);

test("P20 another account's session looks nonexistent, and stays open", async ({ sello, me }) => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  const { id } = (await other.call('GET', '/sessions')).body.sessions[0];
  const unknown = await person.call('DELETE', `/sessions/${sello.ports.newId('sess')}`);
  expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found']);
  for (const tried of [id, 'x', `${id}x`, id.replace('sess_', 'key_'), '%00']) {
    const answer = await person.call('DELETE', `/sessions/${tried}`);
    expect([answer.status, answer.text]).toEqual([404, unknown.text]);
  }
  expect(await me(other.cookie)).toBe(200);
});
