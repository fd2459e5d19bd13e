import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('invalid limits and cursors are refused', async ({ sello }) => {
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
