import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount({ certificates: 20 });
});
afterAll(() => sello.close());

test('of an unknown, malformed or foreign id, and of one of the other mode, is the same', async () => {
  const foreign = await sello.certify((await sello.newAccount()).key);
  const ofTest = await sello.certify((await sello.newKey(caller.account, { mode: 'test' })).key);
  const patch = (wanted: string) =>
    sello.call('PATCH', `${API}/certificates/${wanted}`, { key: caller.key, payload: { title: 'T' } });
  const unknown = await patch(sello.ports.newId('cert'));
  expectRefusal(unknown, 404, 'not_found');
  for (const wanted of ['x', foreign.id, ofTest.id]) expect((await patch(wanted)).text).toBe(unknown.text);
});
