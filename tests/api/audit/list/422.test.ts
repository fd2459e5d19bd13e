import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('invalid limits and cursors are refused', async () => {
  const { call } = await signUp(sello);
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=x',
    'before=0',
    'before=-1',
    'before=x',
    'before=1e3',
  ]) {
    expect((await call('GET', `/audit?${query}`)).status).toBe(422);
  }
});
