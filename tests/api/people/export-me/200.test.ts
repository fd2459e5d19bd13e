import { signUp } from '../../../harness/dashboard-person.ts';
import { ACTS_ON, runInside } from '../../../harness/inside-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('the export has account, sessions, keys and what the person did, but no secret', async ({ sello }) => {
  const { call, id, account, email, newKey } = await signUp(sello);
  const { id: keyId, secret } = await newKey({ name: 'mi clave', mode: 'test' });
  const answer = await call('GET', '/me/export', undefined, { 'user-agent': 'Navegador Ñ' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${id}.json"`);
  const data = JSON.parse(answer.text);
  expect(data).toMatchObject({
    about: { es: expect.stringContaining('persona'), en: expect.stringContaining('person') },
    person: [{ id, email, name: 'Ana Ñúñez' }],
    seats: [{ account_id: account.id, role: 'owner' }],
    accounts: [{ id: account.id, name: 'Ana Ñúñez' }],
    sessions: [{ person_id: id }],
    keys: [{ id: keyId, name: 'mi clave', created_by: id }],
    passkeys: [],
  });
  expect(data.audit.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['account.create', 'key.create', 'person.create', 'person.export']),
  );
  for (const hidden of ['password_hash', 'token_hash', '"secret"', secret])
    expect(answer.text).not.toContain(hidden);
  const [told] = await sello.ports.audit.page(id, 1, undefined);
  expect(told).toMatchObject({ action: 'person.export', actor: { type: 'person' } });
});

test('the operator prints the same with sello person export, and with sello account export as before', async ({
  sello,
}) => {
  const { id, email } = await signUp(sello);
  const env = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  for (const verb of ['account', 'person']) {
    const { status, out, error } = await runInside([verb, 'export', email], env);
    expect([status, error]).toEqual([0, expect.stringMatching(ACTS_ON)]);
    expect(JSON.parse(out).person).toMatchObject([{ id, email }]);
  }
  const [told] = await sello.ports.audit.page(id, 1, undefined);
  expect(told).toMatchObject({ action: 'person.export', actor: { type: 'operator' } });
});
