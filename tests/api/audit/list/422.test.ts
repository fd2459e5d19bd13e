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

test('invalid filters are refused with the name of the field', async ({ sello }) => {
  const { call } = await signUp(sello);
  for (const [field, value] of [
    ['person', 'key_0BPu1ZGXVU3EkHvAvtBmRa'],
    ['key', 'x'],
    ['object', "' or 1=1"],
    ['action', 'award.eat'],
    ['mode', 'both'],
    ['from', '2026-02-31'],
    ['from', '0001-01-01'],
    ['to', 'tomorrow'],
    ['to', '+275760-09-13T00:00:00Z'],
  ] as const) {
    for (const path of ['/audit', '/audit.csv']) {
      const { status, body } = await call('GET', `${path}?${field}=${encodeURIComponent(value)}`);
      expect([status, body.error], `${field}=${value}`).toEqual([422, 'validation_failed']);
      expect(body.message).toContain(field);
    }
  }
});
