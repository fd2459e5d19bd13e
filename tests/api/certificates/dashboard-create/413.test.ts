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

test('a file over the limit is refused as in the public API, and costs nothing', async () => {
  expectRefusal(await uploadAs(person, Buffer.alloc(52_428_801)), 413, 'file_too_large');
  await expectNothingUsed(person);
});
