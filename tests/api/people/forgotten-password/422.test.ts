import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello);

test('anything but a text is refused', async ({ sello }) => {
  for (const email of [undefined, 7, 'a\nb', 'x'.repeat(255)]) {
    const { status } = await sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } });
    expect(status).toBe(422);
  }
});
