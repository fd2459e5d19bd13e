import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Behaviour, type FaultyPsc, openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let psc: FaultyPsc;
let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  psc = await openFaultyPsc(1_000);
  sello = await openTestSello(psc.env);
  caller = await sello.newAccount();
});
afterAll(async () => {
  await sello.close();
  await psc.close();
});

const post = (language: string) => {
  const form = fileForm('x');
  return sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: form.payload,
    headers: { ...form.headers, 'accept-language': language },
  });
};

async function expectRefusal(code: string, english: string, spanish: string): Promise<void> {
  const before = await takeStock(sello, caller);
  const { status, body, headers } = await post('en');
  expect(status).toBe(502);
  expect(body).toEqual({ error: code, message: expect.stringContaining(english) });
  expect(body.message).toContain('Faulty PSC');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await post('es')).body.message).toContain(spanish);
  expect(await takeStock(sello, caller)).toEqual(before);
  // The cause goes to the operator's log; callers see neither addresses nor reasons.
  expect(body.message).not.toMatch(/127\.0\.0\.1|ECONN|nonce|imprint|500/);
  const failure = sello.logLines.findLast((line) => line.includes('"request.failed"'));
  expect(JSON.parse(failure ?? '')).toMatchObject({ level: 'error', error: code, cause: expect.any(String) });
}

test.for([
  ['server error', 'psc_error', 'did not give a valid time stamp', 'no dio un sello válido'],
  ['wrong imprint', 'psc_error', 'did not give a valid time stamp', 'no dio un sello válido'],
  ['silence', 'psc_timeout', 'did not answer in time', 'no respondió a tiempo'],
] as const satisfies [Behaviour, string, string, string][])(
  'a provider with %s is reported as %s and costs nothing, not even the call',
  async ([behaviour, code, english, spanish]) => {
    psc.behave(behaviour);
    await expectRefusal(code, english, spanish);
    psc.behave('honest');
    await sello.certify(caller.key);
  },
);

test('an unreachable provider is reported as psc_unavailable and costs nothing', async () => {
  await psc.refuse();
  await expectRefusal('psc_unavailable', 'cannot be reached', 'No se puede contactar');
  await psc.listen();
  await sello.certify(caller.key);
});

test('a test key does not depend on the provider', async () => {
  await psc.refuse();
  const { key } = await sello.newKey(caller.account, { mode: 'test' });
  await sello.certify(key);
  await psc.listen();
});
