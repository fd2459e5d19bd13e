import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { type MailingSello, openMailingSello } from '../../../harness/mailing-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let world: MailingSello;
let sello: TestSello;
beforeAll(async () => {
  world = await openMailingSello();
  sello = world.sello;
});
afterAll(() => world.close());

test('anything but a text is refused', async () => {
  for (const email of [undefined, 7, 'a\nb', 'x'.repeat(255)]) {
    const { status } = await sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } });
    expect(status).toBe(422);
  }
});
