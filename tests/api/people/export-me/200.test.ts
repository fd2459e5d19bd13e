import { signUp } from '../../../harness/dashboard-person.ts';
import { ACTS_ON, runInside } from '../../../harness/inside-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('account, sessions, keys and what the person did, and no secret', async ({ sello }) => {
  const { call, account, email, newKey } = await signUp(sello);
  const { id: keyId, secret } = await newKey({ name: 'mi clave', mode: 'test' });
  const answer = await call('GET', '/me/export', undefined, { 'user-agent': 'Navegador Ñ' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${account.id}.json"`);
  const data = JSON.parse(answer.text);
  expect(data).toMatchObject({
    about: { es: expect.stringContaining('persona'), en: expect.stringContaining('person') },
    account: [{ id: account.id, email, name: 'Ana Ñúñez' }],
    sessions: [{ account_id: account.id }],
    keys: [{ id: keyId, name: 'mi clave' }],
    passkeys: [],
  });
  expect(data.audit.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['account.create', 'key.create', 'account.export']),
  );
  for (const hidden of ['password_hash', 'token_hash', '"secret"', secret])
    expect(answer.text).not.toContain(hidden);
  const [told] = await sello.ports.audit.page(account.id, 1, undefined);
  expect(told).toMatchObject({ action: 'account.export', actor: { type: 'person' } });
});

test('the operator prints the same with sello account export', async ({ sello }) => {
  const { account, email } = await signUp(sello);
  const env = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  const { status, out, error } = await runInside(['account', 'export', email], env);
  expect([status, error]).toEqual([0, expect.stringMatching(ACTS_ON)]);
  expect(JSON.parse(out).account).toMatchObject([{ id: account.id, email }]);
  const [told] = await sello.ports.audit.page(account.id, 1, undefined);
  expect(told).toMatchObject({ action: 'account.export', actor: { type: 'operator' } });
});
