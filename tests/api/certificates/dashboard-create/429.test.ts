import { signUp } from '../../../harness/dashboard-person.ts';
import { uploadAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_RATE_PER_MINUTE: '3' });

test('a file over the rate is refused with Retry-After, costs nothing, and is accepted after that time', async ({
  sello,
}) => {
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
