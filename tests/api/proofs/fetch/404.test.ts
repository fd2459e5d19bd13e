import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await openTestSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

const QUERIES = ['file', 'nom151', 'blockchain', 'bundle'].flatMap((type) => [
  `type=${type}`,
  `type=${type}&format=raw`,
]);

const proof = (id: string, query: string, key = caller.key) =>
  sello.call('GET', `${API}/certificates/${id}/proof?${query}`, { key });

test.for(QUERIES)(
  '%s of an unknown, malformed or foreign id, or one of the other mode: the same refusal',
  async (query) => {
    const foreign = await sello.certify((await sello.newAccount()).key);
    const trial = await sello.newKey(caller.account, { mode: 'test' });
    const ofTest = await sello.certify(trial.key);
    const unknown = await proof(sello.ports.newId('cert'), query);
    expectRefusal(unknown, 404, 'not_found');
    for (const id of ['x', foreign.id, ofTest.id]) expect((await proof(id, query)).text).toBe(unknown.text);
  },
);

test('the refusal equals that of the detail', async () => {
  const id = sello.ports.newId('cert');
  const detail = await sello.call('GET', `${API}/certificates/${id}`, { key: caller.key });
  expect((await proof(id, 'type=nom151')).text).toBe(detail.text);
});
