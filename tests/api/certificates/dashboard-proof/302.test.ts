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

test('the original file is at a signed address that is valid for five minutes', async () => {
  for (const mode of ['live', 'test'] as const) {
    const { id } = await certifyAs(person, `the ${mode} original`, { mode });
    const { status, headers } = await person.call('GET', `/certificates/${id}/proof?type=file`);
    expect(status).toBe(302);
    const address = String(headers.location);
    expect(address).toMatch(`${sello.config.baseUrl}/files/${id}?`);
    expect((await sello.call('GET', address)).text).toBe(`the ${mode} original`);
    sello.advance(301_000);
    expect((await sello.call('GET', address)).status).toBe(403);
  }
});
