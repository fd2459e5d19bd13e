import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let person: Person;
beforeAll(async () => {
  sello = await shareSello();
  person = await signUp(sello);
});
afterAll(() => sello.close());

test('a file that was erased is not stored', async () => {
  const made = await certifyAs(person, 'erased', { mode: 'test' });
  await sello.database.query('', 'update certificates set file_erased_at = now() where id = $1', [made.id]);
  const { status, body } = await person.call('GET', `/certificates/${made.id}/file?mode=test`);
  expect([status, body.error]).toEqual([409, 'file_not_stored']);
});
