import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let person: Person;
beforeAll(async () => {
  sello = await shareSello();
  person = await signUp(sello);
});
afterAll(() => sello.close());

test('a blockchain proof that is not ready is refused with Retry-After', async () => {
  const { id } = await certifyAs(person, 'fresh', { mode: 'test' });
  const answer = await person.call('GET', `/certificates/${id}/proof?type=blockchain`);
  expectRefusal(answer, 409, 'proof_not_ready');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});
