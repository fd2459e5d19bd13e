import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('invalid days, reversed ranges and ranges that are too long are refused', async ({ person }) => {
  for (const path of ['/usage', '/usage.csv']) {
    for (const query of [
      'from=yesterday',
      'from=2026-02-30',
      'from=2026-1-1',
      'to=2026-01-31T00:00:00Z',
      'from=2026-02-01&to=2026-01-31',
      'from=2025-01-01&to=2026-06-01',
      'to=0000-01-01',
      'to=0001-01-01',
      'from=1999-12-31&to=2000-01-01',
      'from=2026-01-01&from=2026-01-02',
      'key_id=x',
      'key_id=',
    ]) {
      expectRefusal(await person.call('GET', `${path}?${query}`), 422, 'validation_failed');
    }
  }
});

test('a whole leap year and the last representable days are accepted', async ({ person }) => {
  const days = async (query: string) => (await person.call('GET', `/usage?${query}`)).body.days.length;
  expect(await days('from=2024-01-01&to=2024-12-31')).toBe(366);
  expect(await days('from=9999-12-30&to=9999-12-31')).toBe(2);
});
