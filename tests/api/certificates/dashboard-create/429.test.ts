import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { uploadAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello({ SELLO_MAX_RATE_PER_MINUTE: '3' });
});
afterAll(() => sello.close());

test('a file over the rate is refused with Retry-After, costs nothing, and is taken after it', async () => {
  const person = await signUp(sello);
  for (let i = 0; i < 3; i++) expect((await uploadAs(person, `${i}`)).status).toBe(201);
  const refused = await uploadAs(person, 'one more');
  expect(expectRefusal(refused, 429, 'rate_limit_exceeded')).toContain('More than 3 files');
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  const spanish = await uploadAs(person, 'uno más', { headers: { 'accept-language': 'es' } });
  expect(expectRefusal(spanish, 429, 'rate_limit_exceeded')).toContain('más de 3 archivos');
  expect((await person.call('GET', '/me')).body.account.certificates_left).toBe(2);
  sello.advance(seconds * 1_000);
  expect((await uploadAs(person, 'one more')).status).toBe(201);
});
