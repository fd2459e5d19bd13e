import { normalizeRules } from '../../../../rules/src/normalize-rules.ts';
import type { Rules } from '../../../../rules/src/rules.ts';
import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('every version stays readable', async ({ council }) => {
  const program = await council.program();
  const rules = { ...RULES, grace_days: 60 };
  const changed = await council.must('PATCH', `/programs/${program.id}`, { version: 1, rules });
  expect(changed.program.version).toBe(2);
  const read = async (query: string) =>
    (await council.must('GET', `/programs/${program.id}${query}`)).program;
  expect(await read('')).toMatchObject({ version: 2, rules: { grace_days: 60 } });
  expect(await read('?version=2')).toEqual(await read(''));
  expect(await read('?version=1')).toMatchObject({ version: 1, status: 'active', rules: { grace_days: 30 } });
});

test('returned rules have every default filled in', async ({ council }) => {
  const { rules } = (await council.program({ isDraft: true })) as { rules: Rules };
  expect(rules).toEqual(normalizeRules(RULES));
});
