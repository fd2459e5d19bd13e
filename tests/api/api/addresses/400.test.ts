import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('an address with a broken percent escape is refused with our two error fields', async () => {
  for (const url of [`${API}/certificates/%zz`, `${API}/verify/%ff`, '/%']) {
    const answer = await sello.call('GET', url);
    expectRefusal(answer, 400, 'bad_request');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});
