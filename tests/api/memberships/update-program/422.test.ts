import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'patch',
  ({ council }) =>
    (id: string, change: object) =>
      council.call('PATCH', `/programs/${id}`, change),
);

test('rules of an active program need the version that was read', async ({ council, patch }) => {
  const { id } = await council.program();
  expectRefusal(await patch(id, { rules: RULES }), 422, 'validation_failed', /`version` is required/);
  expectRefusal(await patch(id, { checklist: [] }), 422, 'validation_failed', /`version` is required/);
});

test('invalid_rules names the path and changes nothing', async ({ council, patch }) => {
  const { id } = await council.program();
  const requirements = [{ code: 'a', min_points: 1, period: 'term', categories: ['x'] }];
  const answer = await patch(id, { name: 'x', version: 1, rules: { ...RULES, requirements } });
  expectRefusal(answer, 422, 'invalid_rules', /rules\.requirements\[0\]\.categories\[0\]/);
  expectRefusal(
    await patch(id, { version: 1, rules: { ...RULES, grace_days: -1 } }),
    422,
    'invalid_rules',
    /rules\.grace_days/,
  );
  expect((await council.must('GET', `/programs/${id}`)).program).toMatchObject({
    name: 'Consejo',
    version: 1,
  });
});

test('open_terms may change neither term_months nor anchor, of whichever version the terms have', async ({
  council,
  patch,
}) => {
  const { program_id: id } = await council.membership({ starts_on: '2026-01-01' });
  const change = (version: number, more: object) =>
    patch(id, { version, rules: { ...RULES, ...more }, applies_to: 'open_terms' });
  expectRefusal(await change(1, { term_months: 24 }), 422, 'invalid_rules', /rules\.term_months/);
  expectRefusal(await change(1, { anchor: '2026-01-01' }), 422, 'invalid_rules', /rules\.anchor/);
  expect((await patch(id, { version: 1, rules: { ...RULES, term_months: 24 } })).status).toBe(200);
  expectRefusal(await change(2, { term_months: 24 }), 422, 'invalid_rules', /rules\.term_months is 36/);
});

test('applies_to needs rules or a checklist', async ({ council, patch }) => {
  const { id } = await council.program();
  expectRefusal(await patch(id, { applies_to: 'open_terms' }), 422, 'validation_failed', /`applies_to`/);
  const change = { version: 1, rules: RULES, applies_to: 'all' };
  expectRefusal(await patch(id, change), 422, 'validation_failed', /`applies_to`.*`open_terms`/);
});
