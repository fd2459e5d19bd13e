import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('an address with a broken percent escape is refused with our two error fields', async ({ sello }) => {
  for (const url of [`${API}/certificates/%zz`, `${API}/verify/%ff`, '/%']) {
    const answer = await sello.call('GET', url);
    expectRefusal(answer, 400, 'bad_request');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});
