import { afterAll, beforeAll, expect, test } from 'vitest';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';
import { expectRefusal } from '../expect-refusal.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await openTestSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

test.for(['', '&format=json', '&format=raw'])(
  'blockchain%s: not anchored yet is not ready yet, with a time to ask again',
  async (format) => {
    const { id } = await sello.certify(caller.key);
    const url = `${API}/certificates/${id}/proof?type=blockchain${format}`;
    const answer = await sello.call('GET', url, { key: caller.key });
    expect(expectRefusal(answer, 409, 'proof_not_ready')).toContain('time stamp is valid already');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const spanish = await sello.call('GET', url, { key: caller.key, headers: { 'accept-language': 'es' } });
    expect(expectRefusal(spanish, 409, 'proof_not_ready')).toContain('aún no está lista');
  },
);
