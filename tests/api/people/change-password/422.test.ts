import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('a new password that is too short or too long is refused before anything is checked', async () => {
  const { password, call } = await signUp(sello);
  for (const new_password of ['too short', 'x'.repeat(201), 7]) {
    const answer = await call('POST', '/password', { current_password: password, new_password });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  }
});
