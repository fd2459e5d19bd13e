import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeRules } from '../../../../rules/src/normalize-rules.ts';
import type { Rules } from '../../../../rules/src/rules.ts';
import { type Council, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('every version stays readable', async () => {
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

test('rules are answered with every default', async () => {
  const { rules } = (await council.program({ isDraft: true })) as { rules: Rules };
  expect(rules).toEqual(normalizeRules(RULES));
});
