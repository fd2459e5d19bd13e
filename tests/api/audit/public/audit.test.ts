/**
 * The audit log read with an API key: filters and table are as in the dashboard, but records that the key may not read
 * are not named.
 */

import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

const API = '/api/public/v1';

test('a key filters the log, downloads it, and sees the names of records that its scopes let it read', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const payload = { member_number: '7', given_name: 'Eva', first_surname: 'Ruiz' };
  const { member } = (await owner.call('POST', '/members?mode=live', payload)).body;
  const blind = await owner.newKey({ name: 'Log', scopes: ['audit:read'] });
  const seeing = await owner.newKey({ name: 'Log and members', scopes: ['audit:read', 'members:read'] });
  const read = async (key: string, path: string) => {
    const answer = await sello.call('GET', API + path, { key });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  const [unnamed] = (await read(blind.secret, `/audit?object=${member.id}`)).body.events;
  expect(unnamed).toMatchObject({ target: member.id, object: null, actor: { id: owner.id, role: 'owner' } });
  const [named] = (await read(seeing.secret, `/audit?object=${member.id}`)).body.events;
  expect(named.object).toMatchObject({ type: 'member', name: 'Eva Ruiz' });
  expect((await read(blind.secret, '/audit.csv?action=member')).text).not.toContain('Eva');
  const { text } = await read(seeing.secret, '/audit.csv?action=member');
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  expect(text).toContain(',member.create,');
  expect(text).toContain('Eva Ruiz');
});

test('without the scope, neither is possible', async ({ sello }) => {
  const owner = await signUp(sello);
  const { secret } = await owner.newKey({ name: 'No log', scopes: ['people:read'] });
  for (const path of ['/audit', '/audit.csv'])
    expect((await sello.call('GET', API + path, { key: secret })).status).toBe(403);
});
