import { afterAll, beforeAll, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { expectNothingUsed } from '../../../harness/dashboard-upload.ts';
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

test('another type of body is refused as in the public API, and costs nothing', async () => {
  const text = { 'content-type': 'text/plain' };
  const plain = await person.call('POST', '/certificates', Buffer.from('x'), text);
  expectRefusal(plain, 415, 'unsupported_media_type');
  await expectNothingUsed(person);
});
