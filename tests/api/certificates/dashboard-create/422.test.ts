import { afterAll, beforeAll, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { expectNothingUsed, uploadAs } from '../../../harness/dashboard-upload.ts';
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

test('an invalid upload is refused as in the public API, and costs nothing', async () => {
  expectRefusal(await uploadAs(person, ''), 422, 'empty_file');
  const wrong = { fields: { sha256: '0'.repeat(64) } };
  expectRefusal(await uploadAs(person, 'x', wrong), 422, 'digest_mismatch');
  const long = { fields: { title: 'x'.repeat(501) } };
  expectRefusal(await uploadAs(person, 'x', long), 422, 'validation_failed');
  await expectNothingUsed(person);
});
