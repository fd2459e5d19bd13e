import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let person: Person;
beforeAll(async () => {
  sello = await shareSello();
  person = await signUp(sello);
});
afterAll(() => sello.close());

test('a reason that is too long or holds a control character revokes nothing', async () => {
  const { id, secret } = await person.newKey();
  for (const reason of ['x'.repeat(201), '%00', 'a%0Ab', 'a&reason=b']) {
    expect((await person.call('DELETE', `/keys/${id}?reason=${reason}`)).status).toBe(422);
  }
  expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
});
